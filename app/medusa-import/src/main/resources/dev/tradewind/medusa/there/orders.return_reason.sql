-- order: has_parent id
-- A reason is inserted before those below it.
SELECT s, (s.parent_return_reason_id IS NOT NULL)::integer AS has_parent,
  (WITH RECURSIVE above AS (
     SELECT p.id, p.parent_return_reason_id AS parent
     FROM return_reason AS p
     WHERE p.id = s.parent_return_reason_id
     UNION
     SELECT p.id, p.parent_return_reason_id
     FROM return_reason AS p
     JOIN above ON p.id = above.parent
   )
   SELECT d.id
   FROM return_reason AS d
   WHERE d.id = s.parent_return_reason_id
     AND NOT coalesce((
       SELECT min(above.id) = s.id AND bool_or(above.id = s.id) FROM above), false)
  ) AS parent_return_reason_id
FROM return_reason AS s;

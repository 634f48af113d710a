-- order: depth id
-- A reason is inserted before those below it.
SELECT s, lpad(place.depth::text, 9, '0') AS depth,
  CASE WHEN place.depth > 0 THEN s.parent_return_reason_id END AS parent_return_reason_id
FROM return_reason AS s
CROSS JOIN LATERAL (
  WITH RECURSIVE above AS (
    SELECT p.id, p.parent_return_reason_id AS parent, 1 AS level
    FROM return_reason AS p
    WHERE p.id = s.parent_return_reason_id
    UNION ALL
    SELECT p.id, p.parent_return_reason_id, above.level + 1
    FROM return_reason AS p
    JOIN above ON p.id = above.parent
    WHERE above.level < 102
  ), loop AS (
    SELECT min(r.id) AS id, max(r.rows) AS rows
    FROM (
      SELECT id, (max(level) - min(level)) / (count(*) - 1) AS rows
      FROM above GROUP BY id HAVING count(*) > 1
    ) AS r
  )
  SELECT CASE
    WHEN loop.rows > 51 THEN 102
    WHEN loop.id = s.id THEN 0
    ELSE coalesce(
      (SELECT min(above.level) FROM above WHERE above.id = loop.id),
      (SELECT max(above.level) FROM above), 0)
  END AS depth
  FROM loop
) AS place;

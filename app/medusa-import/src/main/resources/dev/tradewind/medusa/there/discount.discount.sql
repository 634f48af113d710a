-- order: has_parent id
-- sums: usage_count by is_dynamic is_disabled
-- A dynamic discount is inserted before its codes.
-- A window that never opens, with the times that can be shown, becomes one of a millisecond.
SELECT s, (s.parent_discount_id IS NOT NULL)::integer AS has_parent, upper(btrim(s.code)) AS code,
  (WITH RECURSIVE above AS (
     SELECT p.id, p.parent_discount_id AS parent
     FROM discount AS p
     WHERE p.id = s.parent_discount_id
     UNION
     SELECT p.id, p.parent_discount_id
     FROM discount AS p
     JOIN above ON p.id = above.parent
   )
   SELECT d.id
   FROM discount AS d
   WHERE d.rule_id IS NOT NULL AND d.id = s.parent_discount_id
     AND NOT coalesce((
       SELECT min(above.id) = s.id AND bool_or(above.id = s.id) FROM above), false)
  ) AS parent_discount_id,
  CASE WHEN shown.ends_at <= shown.starts_at
    THEN least(s.starts_at, shown.last)
    ELSE s.starts_at
  END AS starts_at,
  CASE WHEN shown.ends_at <= shown.starts_at
    THEN least(shown.starts_at, shown.last) + interval '1 millisecond'
    ELSE s.ends_at
  END AS ends_at,
  s.is_disabled OR coalesce(shown.ends_at <= shown.starts_at, false) AS is_disabled,
  nullif(s.usage_limit, 0) AS usage_limit
FROM discount AS s
CROSS JOIN LATERAL (
  SELECT
    CASE WHEN s.starts_at IS NOT NULL
      THEN least(greatest(s.starts_at, timestamptz '0001-01-01T00:00:00.000Z'), era.last)
    END AS starts_at,
    CASE WHEN s.ends_at IS NOT NULL
      THEN least(greatest(s.ends_at, timestamptz '0001-01-01T00:00:00.000Z'), era.last)
    END AS ends_at,
    era.last - interval '1 second' AS last
  FROM (SELECT timestamptz '9999-12-31T23:59:59.999Z' AS last) AS era
) AS shown
WHERE s.rule_id IS NOT NULL;

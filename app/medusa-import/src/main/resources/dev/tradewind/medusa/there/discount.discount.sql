-- order: depth id
-- sums: usage_count by is_dynamic is_disabled
-- A dynamic discount is inserted before its codes.
-- A window that never opens, with the times that can be shown, becomes one of a millisecond.
SELECT s, lpad(place.depth::text, 9, '0') AS depth, upper(btrim(s.code)) AS code,
  (SELECT d.id
   FROM discount AS d
   WHERE d.rule_id IS NOT NULL AND d.id = s.parent_discount_id AND place.depth > 0
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
CROSS JOIN LATERAL (
  WITH RECURSIVE above AS (
    SELECT p.id, p.parent_discount_id AS parent, 1 AS level
    FROM discount AS p
    WHERE p.id = s.parent_discount_id
    UNION ALL
    SELECT p.id, p.parent_discount_id, above.level + 1
    FROM discount AS p
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
) AS place
WHERE s.rule_id IS NOT NULL;

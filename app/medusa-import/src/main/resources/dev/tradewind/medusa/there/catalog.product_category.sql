-- order: depth id
-- swapped: rank
-- A parent is inserted before its children. A category whose parents are a loop, or are gone, is shown at the end of the
-- top level, on one of the last ranks that are free. Loops of fifty rows are walked twice.
SELECT s, lpad(place.depth::text, 9, '0') AS depth,
  CASE WHEN place.depth > 0 THEN s.parent_category_id END AS parent_category_id,
  CASE WHEN s.parent_category_id IS NOT NULL AND place.depth = 0 AND s.rank >= 0
    THEN (
        SELECT free.rank
        FROM (
          SELECT count(*) AS rows, least(max(c.rank), 2147483647 - 2 * count(*)) AS last
          FROM product_category AS c
        ) AS tree
        CROSS JOIN LATERAL generate_series(tree.last + 1, tree.last + 2 * tree.rows) AS free (rank)
        WHERE NOT EXISTS (
          SELECT FROM product_category AS c
          WHERE c.parent_category_id IS NULL AND c.rank = free.rank)
        ORDER BY free.rank
        OFFSET (SELECT count(*) FROM product_category AS c WHERE c.id < s.id)
        LIMIT 1
      )
    ELSE s.rank
  END AS rank,
  coalesce(s.is_active, false) AS is_active, coalesce(s.is_internal, false) AS is_internal
FROM product_category AS s
CROSS JOIN LATERAL (
  WITH RECURSIVE above AS (
    SELECT p.id, p.parent_category_id AS parent, 1 AS level
    FROM product_category AS p
    WHERE p.id = s.parent_category_id
    UNION ALL
    SELECT p.id, p.parent_category_id, above.level + 1
    FROM product_category AS p
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

-- order: depth id
-- swapped: rank
-- A parent is inserted before its children, because its path is shorter. A category whose parents
-- are a loop is shown at the end of the top level.
SELECT s, lpad(length(coalesce(s.mpath, ''))::text, 9, '0') AS depth,
  CASE WHEN NOT loop.is_closed
    THEN (SELECT p.id FROM product_category AS p WHERE p.id = s.parent_category_id)
  END AS parent_category_id,
  CASE WHEN s.parent_category_id IS NOT NULL AND loop.is_closed
    THEN (
        SELECT count(*)
        FROM product_category AS c
        WHERE c.parent_category_id IS NULL OR c.id < s.id
      ) + (SELECT coalesce(max(c.rank), 0) FROM product_category AS c)
    ELSE s.rank
  END AS rank,
  coalesce(s.is_active, false) AS is_active, coalesce(s.is_internal, false) AS is_internal
FROM product_category AS s
CROSS JOIN LATERAL (
  WITH RECURSIVE above AS (
    SELECT p.id, p.parent_category_id AS parent
    FROM product_category AS p
    WHERE p.id = s.parent_category_id
    UNION
    SELECT p.id, p.parent_category_id FROM product_category AS p JOIN above ON p.id = above.parent
  )
  SELECT coalesce(min(above.id) = s.id AND bool_or(above.id = s.id), false) AS is_closed
  FROM above
) AS loop;

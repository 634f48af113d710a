-- Stock is at locations if the source has inventory, and every managed variant an item; else it is
-- the simple stock of the variants.
SELECT s, k.id AS default_location_id,
  CASE WHEN k.id IS NOT NULL
      AND EXISTS (SELECT FROM product_variant_inventory_item)
      AND NOT EXISTS (
        SELECT
        FROM product_variant AS v
        WHERE v.manage_inventory
          AND v.deleted_at IS NULL
          AND NOT EXISTS (
            SELECT
            FROM product_variant_inventory_item AS i
            WHERE i.variant_id = v.id AND i.deleted_at IS NULL))
    THEN s.updated_at
  END AS stock_located_at
FROM store AS s
CROSS JOIN LATERAL (
  SELECT coalesce(s.default_location_id, (
    SELECT l.id
    FROM stock_location AS l
    WHERE l.deleted_at IS NULL
    ORDER BY l.created_at, l.id
    LIMIT 1)) AS id
) AS k;

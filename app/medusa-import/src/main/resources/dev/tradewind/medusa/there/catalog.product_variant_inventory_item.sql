-- needs: inventory_item
-- A variant has one item here, and an item one variant.
SELECT s
FROM product_variant_inventory_item AS s
WHERE EXISTS (SELECT FROM product_variant AS v WHERE v.id = s.variant_id)
  AND EXISTS (SELECT FROM inventory_item AS i WHERE i.id = s.inventory_item_id)
  AND s.deleted_at IS NULL
  AND NOT EXISTS (
    SELECT
    FROM product_variant_inventory_item AS o
    WHERE (o.variant_id = s.variant_id OR o.inventory_item_id = s.inventory_item_id)
      AND (o.created_at, o.id) < (s.created_at, s.id)
      AND o.deleted_at IS NULL);

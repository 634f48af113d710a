-- from: line_item
-- key: line_item_id
-- order: id
-- needs: product_variant_inventory_item
SELECT s, s.id AS line_item_id, coalesce(s.order_id, s.swap_id, s.claim_order_id) AS taker
FROM line_item AS s
WHERE coalesce(s.order_id, s.swap_id, s.claim_order_id) IS NOT NULL
  AND EXISTS (
    SELECT
    FROM product_variant_inventory_item AS i
    JOIN product_variant AS v ON v.id = i.variant_id
    WHERE i.variant_id = s.variant_id AND i.deleted_at IS NULL);

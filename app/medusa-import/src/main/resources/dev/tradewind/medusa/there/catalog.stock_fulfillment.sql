-- from: fulfillment_item
-- key: fulfillment_id line_item_id location_id
-- needs: inventory_item stock_location product_variant_inventory_item
SELECT s, s.item_id AS line_item_id, f.location_id, i.id AS inventory_item_id,
  s.quantity AS taken_quantity, s.quantity AS released_quantity,
  coalesce(f.order_id, f.swap_id, f.claim_order_id) AS taker, f.created_at AS taken_at,
  f.canceled_at AS restored_at
FROM fulfillment_item AS s
JOIN fulfillment AS f ON f.id = s.fulfillment_id
JOIN stock_location AS k ON k.id = f.location_id
JOIN line_item AS l ON l.id = s.item_id
JOIN product_variant_inventory_item AS n ON n.variant_id = l.variant_id
JOIN inventory_item AS i ON i.id = n.inventory_item_id
WHERE coalesce(f.order_id, f.swap_id, f.claim_order_id) IS NOT NULL
  AND n.deleted_at IS NULL
  AND NOT EXISTS (
    SELECT
    FROM product_variant_inventory_item AS o
    WHERE (o.variant_id = n.variant_id OR o.inventory_item_id = n.inventory_item_id)
      AND (o.created_at, o.id) < (n.created_at, n.id)
      AND o.deleted_at IS NULL);

-- key: fulfillment_id item_id
-- sums: quantity
SELECT s
FROM fulfillment_item AS s
JOIN fulfillment AS f ON f.id = s.fulfillment_id
WHERE coalesce(f.order_id, f.swap_id, f.claim_order_id) IS NOT NULL;

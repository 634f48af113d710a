-- key: return_id item_id
-- sums: quantity
SELECT s,
  coalesce(s.requested_quantity, CASE WHEN s.received_quantity IS NULL THEN s.quantity END)
    AS requested_quantity
FROM return_item AS s
JOIN "return" AS r ON r.id = s.return_id
WHERE coalesce(r.order_id, r.swap_id, r.claim_order_id) IS NOT NULL;

SELECT s
FROM claim_item AS s
WHERE EXISTS (
    SELECT FROM claim_order AS o WHERE o.id = s.claim_order_id AND o.deleted_at IS NULL)
  AND s.deleted_at IS NULL
  AND s.quantity > 0;

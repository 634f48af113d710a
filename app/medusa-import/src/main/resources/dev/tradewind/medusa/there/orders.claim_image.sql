SELECT s,
  (SELECT count(*)
   FROM claim_image AS o
   WHERE o.claim_item_id = s.claim_item_id
     AND (o.created_at, o.id) < (s.created_at, s.id)) AS position
FROM claim_image AS s
JOIN claim_item AS i ON i.id = s.claim_item_id
WHERE s.deleted_at IS NULL
  AND i.deleted_at IS NULL
  AND i.quantity > 0
  AND EXISTS (
    SELECT FROM claim_order AS o WHERE o.id = i.claim_order_id AND o.deleted_at IS NULL);

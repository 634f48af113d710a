-- from: line_item
-- key: item_id
-- order: id
-- sums: fulfilled_quantity shipped_quantity returned_quantity
SELECT s, s.id AS item_id, coalesce(s.order_id, w.order_id, c.order_id) AS order_id,
  (SELECT sum(i.quantity)
   FROM claim_item AS i
   JOIN claim_order AS o ON o.id = i.claim_order_id
   WHERE i.item_id = s.id AND o.canceled_at IS NULL) AS claimed_quantity
FROM line_item AS s
LEFT JOIN swap AS w ON w.id = s.swap_id
LEFT JOIN claim_order AS c ON c.id = s.claim_order_id
WHERE coalesce(s.order_id, w.order_id, c.order_id) IS NOT NULL
  AND (coalesce(s.fulfilled_quantity, s.shipped_quantity, s.returned_quantity) IS NOT NULL
    OR EXISTS (SELECT FROM claim_item AS i WHERE i.item_id = s.id));

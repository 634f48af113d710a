-- from: line_item
-- key: item_id
-- order: id
SELECT s, s.id AS item_id, coalesce(s.order_id, w.order_id, c.order_id) AS order_id
FROM line_item AS s
LEFT JOIN swap AS w ON w.id = s.swap_id
LEFT JOIN claim_order AS c ON c.id = s.claim_order_id
WHERE coalesce(s.order_id, w.order_id, c.order_id) IS NOT NULL;

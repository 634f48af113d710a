SELECT m.id, m.claim_item_id, m.url, m.created_at, m.updated_at
FROM orders.claim_image AS m
JOIN orders.claim_item AS i ON i.id = m.claim_item_id
JOIN orders.claim_order AS c ON c.id = i.claim_order_id
JOIN changed_order AS changed ON changed.id = c.order_id;

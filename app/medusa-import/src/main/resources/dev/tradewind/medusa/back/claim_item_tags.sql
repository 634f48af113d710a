-- key: item_id tag_id
SELECT n.claim_item_id AS item_id, n.claim_tag_id AS tag_id
FROM orders.claim_item_tag AS n
JOIN orders.claim_tag AS t ON t.id = n.claim_tag_id
JOIN orders.claim_item AS i ON i.id = n.claim_item_id
JOIN orders.claim_order AS c ON c.id = i.claim_order_id
JOIN changed_order AS changed ON changed.id = c.order_id;

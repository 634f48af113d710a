-- key: payment_collection_id payment_id
SELECT p.payment_collection_id, p.id AS payment_id
FROM orders.payment AS p
JOIN orders.payment_collection AS k ON k.id = p.payment_collection_id
JOIN changed_order AS changed ON changed.id = k.order_id
WHERE NOT p.awaits_authorization;

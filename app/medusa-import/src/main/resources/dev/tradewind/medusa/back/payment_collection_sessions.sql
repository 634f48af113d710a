-- key: payment_collection_id payment_session_id
SELECT k.id AS payment_collection_id, s.id AS payment_session_id
FROM orders.payment_session AS s
JOIN orders.payment_collection AS k ON k.id = s.payment_collection_id
JOIN changed_order AS changed ON changed.id = k.order_id;

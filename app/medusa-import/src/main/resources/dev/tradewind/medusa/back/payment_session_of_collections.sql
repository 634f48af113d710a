-- name: payment_session of collections
-- table: payment_session
-- keeps: is_initiated
SELECT s.id, s.provider_id, s.status, s.data, s.amount, s.payment_authorized_at,
  false AS is_initiated, s.created_at, s.updated_at
FROM orders.payment_session AS s
JOIN orders.payment_collection AS k ON k.id = s.payment_collection_id
JOIN changed_order AS changed ON changed.id = k.order_id;

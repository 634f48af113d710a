-- name: payment_session of collections
-- table: payment_session
-- keeps: is_initiated
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT s.id, s.provider_id, s.status, s.data, s.amount, s.payment_authorized_at,
  false AS is_initiated, s.created_at, s.updated_at
FROM orders.payment_session AS s
JOIN orders.payment_collection AS k ON k.id = s.payment_collection_id
JOIN changed ON changed.id = k.order_id;

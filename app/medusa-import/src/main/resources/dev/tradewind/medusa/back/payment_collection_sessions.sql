-- key: payment_collection_id payment_session_id
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT k.id AS payment_collection_id, s.id AS payment_session_id
FROM orders.payment_session AS s
JOIN orders.payment_collection AS k ON k.id = s.payment_collection_id
JOIN changed ON changed.id = k.order_id;

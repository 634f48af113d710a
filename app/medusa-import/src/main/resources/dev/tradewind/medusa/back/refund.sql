-- The payment of a refund is unique in Medusa, which names the order instead.
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT r.id, r.order_id, r.amount, r.note, r.reason, r.metadata, r.idempotency_key, r.created_at,
  r.updated_at
FROM orders.refund AS r
JOIN changed ON changed.id = r.order_id;

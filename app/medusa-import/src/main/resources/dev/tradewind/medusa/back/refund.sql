-- The payment of a refund is unique in Medusa, which names the order instead.
SELECT r.id, r.order_id, r.amount, r.note, r.reason, r.metadata, r.idempotency_key, r.created_at,
  r.updated_at
FROM orders.refund AS r
JOIN changed_order AS changed ON changed.id = r.order_id;

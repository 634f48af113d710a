-- keeps: order_id
SELECT r.id, r.status,
  CASE WHEN num_nonnulls(r.swap_id, r.claim_order_id) = 0 THEN r.order_id END AS order_id,
  r.swap_id, r.claim_order_id, r.shipping_data, r.refund_amount, r.received_at, r.metadata,
  r.idempotency_key, r.no_notification, r.location_id, r.created_at, r.updated_at
FROM orders."return" AS r
JOIN changed_order AS changed ON changed.id = r.order_id;

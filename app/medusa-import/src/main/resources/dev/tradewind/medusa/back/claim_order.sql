WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT c.id, c.payment_status, c.fulfillment_status, c.type, c.order_id,
  c.shipping_address ->> 'id' AS shipping_address_id, c.refund_amount, c.canceled_at, c.metadata,
  c.idempotency_key, c.no_notification, c.created_at, c.updated_at
FROM orders.claim_order AS c
JOIN changed ON changed.id = c.order_id;

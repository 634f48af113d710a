SELECT c.id, c.payment_status, c.fulfillment_status, c.type, c.order_id,
  c.shipping_address ->> 'id' AS shipping_address_id, c.refund_amount, c.canceled_at, c.metadata,
  c.idempotency_key, c.no_notification, c.created_at, c.updated_at
FROM orders.claim_order AS c
JOIN changed_order AS changed ON changed.id = c.order_id;

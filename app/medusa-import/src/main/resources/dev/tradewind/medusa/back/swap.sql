SELECT w.id, w.fulfillment_status, w.payment_status, w.order_id, w.difference_due,
  w.shipping_address ->> 'id' AS shipping_address_id,
  (SELECT c.id FROM cart.cart AS c WHERE c.id = w.cart_id) AS cart_id, w.confirmed_at, w.metadata,
  w.idempotency_key, w.no_notification, w.canceled_at, w.allow_backorder, w.created_at,
  w.updated_at
FROM orders.swap AS w
JOIN changed_order AS changed ON changed.id = w.order_id;

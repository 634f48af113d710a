SELECT o.id, o.status, o.fulfillment_status, o.payment_status, o.display_id,
  (SELECT c.id FROM cart.cart AS c WHERE c.id = o.cart_id) AS cart_id, o.customer_id, o.email,
  o.region_id, o.currency_code, o.tax_rate, o.canceled_at, o.idempotency_key, o.draft_order_id,
  o.no_notification, o.external_id, o.sales_channel_id, o.metadata, o.created_at, o.updated_at,
  o.snapshot #>> '{shipping_address,id}' AS shipping_address_id,
  o.snapshot #>> '{billing_address,id}' AS billing_address_id
FROM orders."order" AS o
WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);

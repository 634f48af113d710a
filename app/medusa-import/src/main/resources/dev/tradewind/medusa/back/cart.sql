SELECT c.id, c.email, c.region_id, c.customer_id, c.type, c.completed_at, c.created_at,
  c.updated_at, c.deleted_at, c.sales_channel_id,
  coalesce(o.snapshot #>> '{shipping_address,id}', c.state #>> '{shipping_address,id}')
    AS shipping_address_id,
  coalesce(o.snapshot #>> '{billing_address,id}', c.state #>> '{billing_address,id}')
    AS billing_address_id,
  c.state -> 'context' AS context, nullif(c.state -> 'metadata', 'null') AS metadata,
  (c.state ->> 'payment_authorized_at')::timestamptz AS payment_authorized_at
FROM cart.cart AS c
LEFT JOIN orders."order" AS o ON o.id = c.order_id AND o.cart_id = c.id
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);

-- name: shipping_method of carts
-- table: shipping_method
SELECT m.id, m.shipping_option_id, c.id AS cart_id, m.price, coalesce(m.data, '{}') AS data,
  coalesce(m.includes_tax, false) AS includes_tax
FROM cart.cart AS c,
  jsonb_to_recordset(c.state -> 'shipping_methods') AS m (id text, shipping_option_id text,
    price bigint, data jsonb, includes_tax boolean)
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
  AND c.order_id IS NULL;

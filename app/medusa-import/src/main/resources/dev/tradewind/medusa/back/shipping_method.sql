WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT m.id, m.shipping_option_id, sale.order_id, sale.swap_id, sale.claim_order_id,
  sale.return_id, (SELECT c.id FROM cart.cart AS c WHERE c.id = m.cart_id) AS cart_id, m.price,
  coalesce(m.data, '{}') AS data, coalesce(m.includes_tax, false) AS includes_tax
FROM (
  SELECT o.id AS order_id, NULL AS swap_id, NULL AS claim_order_id, NULL AS return_id,
    o.snapshot -> 'shipping_methods' AS methods
  FROM orders."order" AS o
  JOIN changed USING (id)
  UNION ALL
  SELECT NULL, w.id, NULL, NULL, w.shipping_methods
  FROM orders.swap AS w
  JOIN changed ON changed.id = w.order_id
  UNION ALL
  SELECT NULL, NULL, c.id, NULL, c.shipping_methods
  FROM orders.claim_order AS c
  JOIN changed ON changed.id = c.order_id
  UNION ALL
  SELECT NULL, NULL, NULL, r.id, json_build_array(r.shipping_method)
  FROM orders."return" AS r
  JOIN changed ON changed.id = r.order_id
  WHERE json_typeof(r.shipping_method) = 'object'
) AS sale,
  json_to_recordset(sale.methods) AS m (id text, shipping_option_id text, cart_id text,
    price bigint, data jsonb, includes_tax boolean);

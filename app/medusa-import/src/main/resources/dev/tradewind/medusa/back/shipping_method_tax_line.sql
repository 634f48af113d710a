WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT t.id, t.rate, t.name, t.code, t.created_at, t.updated_at, t.metadata,
  m.id AS shipping_method_id
FROM (
  SELECT o.snapshot -> 'shipping_methods'
  FROM orders."order" AS o
  JOIN changed USING (id)
  UNION ALL
  SELECT w.shipping_methods
  FROM orders.swap AS w
  JOIN changed ON changed.id = w.order_id
  UNION ALL
  SELECT c.shipping_methods
  FROM orders.claim_order AS c
  JOIN changed ON changed.id = c.order_id
  UNION ALL
  SELECT json_build_array(r.shipping_method)
  FROM orders."return" AS r
  JOIN changed ON changed.id = r.order_id
  WHERE json_typeof(r.shipping_method) = 'object'
) AS sale (methods),
  json_to_recordset(sale.methods) AS m (id text, tax_lines json),
  json_to_recordset(m.tax_lines) AS t (id text, rate numeric, name text, code text,
    created_at timestamptz, updated_at timestamptz, metadata jsonb);

-- name: address of sales
-- table: address
-- An address that several sales have is the one of the last of them.
SELECT DISTINCT ON (a.id) a.*
FROM (
  SELECT 1 AS place, (o.snapshot -> 'shipping_address')::jsonb AS address
  FROM orders."order" AS o
  JOIN changed_order USING (id)
  UNION ALL
  SELECT 2, c.state -> 'shipping_address'
  FROM cart.cart AS c
  WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
    AND c.order_id IS NULL
  UNION ALL
  SELECT 3, (o.snapshot -> 'billing_address')::jsonb
  FROM orders."order" AS o
  JOIN changed_order USING (id)
  UNION ALL
  SELECT 4, c.state -> 'billing_address'
  FROM cart.cart AS c
  WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
    AND c.order_id IS NULL
  UNION ALL
  SELECT 5, w.shipping_address
  FROM orders.swap AS w
  JOIN changed_order AS changed ON changed.id = w.order_id
  UNION ALL
  SELECT 6, c.shipping_address
  FROM orders.claim_order AS c
  JOIN changed_order AS changed ON changed.id = c.order_id
) AS sale,
  jsonb_to_record(sale.address) AS a (id text, customer_id text, company text, first_name text,
    last_name text, address_1 text, address_2 text, city text, country_code text, province text,
    postal_code text, phone text, metadata jsonb, created_at timestamptz, updated_at timestamptz)
WHERE jsonb_typeof(sale.address) = 'object' AND a.id IS NOT NULL
ORDER BY a.id, sale.place DESC;

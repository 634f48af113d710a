-- name: line_item of orders
-- table: line_item
-- optional: variant_id product_variant
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT l.id, l.title, l.description, l.thumbnail, coalesce(l.is_giftcard, false) AS is_giftcard,
  coalesce(l.should_merge, true) AS should_merge,
  coalesce(l.allow_discounts, true) AS allow_discounts, l.has_shipping, l.unit_price,
  l.variant_id, l.quantity, l.metadata, coalesce(l.is_return, false) AS is_return,
  coalesce(l.includes_tax, false) AS includes_tax, l.created_at, l.updated_at,
  sale.order_id, sale.swap_id, sale.claim_order_id, l.order_edit_id,
  (SELECT c.id FROM cart.cart AS c WHERE c.id = coalesce(l.cart_id,
    CASE WHEN l.order_edit_id IS NULL THEN sale.cart_id END)) AS cart_id,
  p.fulfilled_quantity, p.shipped_quantity, p.returned_quantity
FROM (
  SELECT o.id AS order_id, NULL AS swap_id, NULL AS claim_order_id, o.cart_id,
    o.snapshot -> 'items' AS items
  FROM orders."order" AS o
  JOIN changed USING (id)
  UNION ALL
  SELECT NULL, w.id, NULL, w.cart_id, w.items
  FROM orders.swap AS w
  JOIN changed ON changed.id = w.order_id
  UNION ALL
  SELECT NULL, NULL, c.id, NULL, c.additional_items
  FROM orders.claim_order AS c
  JOIN changed ON changed.id = c.order_id
) AS sale
CROSS JOIN json_to_recordset(sale.items) AS l (id text, cart_id text, title text, description text,
    thumbnail text, is_giftcard boolean, should_merge boolean, allow_discounts boolean,
    has_shipping boolean, unit_price bigint, variant_id text, quantity bigint, metadata jsonb,
    is_return boolean, includes_tax boolean, original_item_id text, order_edit_id text,
    swap_id text, created_at timestamptz, updated_at timestamptz)
LEFT JOIN orders.line_progress AS p ON p.item_id = l.id;

-- name: line_item of carts
-- table: line_item
-- optional: variant_id product_variant
SELECT l.id, l.title, l.description, l.thumbnail, coalesce(l.is_giftcard, false) AS is_giftcard,
  coalesce(l.should_merge, true) AS should_merge,
  coalesce(l.allow_discounts, true) AS allow_discounts, l.has_shipping, l.unit_price,
  l.variant_id, l.quantity, l.metadata, coalesce(l.is_return, false) AS is_return,
  coalesce(l.includes_tax, false) AS includes_tax, l.created_at, l.updated_at,
  c.id AS cart_id, l.swap_id
FROM cart.cart AS c,
  jsonb_to_recordset(c.state -> 'items') AS l (id text, cart_id text, title text, description text,
    thumbnail text, is_giftcard boolean, should_merge boolean, allow_discounts boolean,
    has_shipping boolean, unit_price bigint, variant_id text, quantity bigint, metadata jsonb,
    is_return boolean, includes_tax boolean, original_item_id text, order_edit_id text,
    swap_id text, created_at timestamptz, updated_at timestamptz)
WHERE age(c.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
  AND NOT EXISTS (SELECT FROM orders.order_line AS n WHERE n.item_id = l.id);

-- name: line_item of edits
-- table: line_item
-- optional: variant_id product_variant
-- Lines that are in no order: proposed ones, and those that an edit has replaced.
WITH changed AS (
  SELECT o.id FROM orders."order" AS o
  WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m)
)
SELECT l.id, l.title, l.description, l.thumbnail, coalesce(l.is_giftcard, false) AS is_giftcard,
  coalesce(l.should_merge, true) AS should_merge,
  coalesce(l.allow_discounts, true) AS allow_discounts, l.has_shipping, l.unit_price,
  l.variant_id, l.quantity, l.metadata, coalesce(l.is_return, false) AS is_return,
  coalesce(l.includes_tax, false) AS includes_tax, l.created_at, l.updated_at,
  NULL AS order_id, coalesce(edit.edit_id, l.order_edit_id) AS order_edit_id,
  p.fulfilled_quantity, p.shipped_quantity, p.returned_quantity
FROM (
  SELECT e.id AS edit_id, e.content -> 'items' AS items
  FROM orders.order_edit AS e
  JOIN changed ON changed.id = e.order_id
  UNION ALL
  SELECT NULL, (e.replaced -> 'items')::jsonb
  FROM orders.order_edit AS e
  JOIN changed ON changed.id = e.order_id
) AS edit
CROSS JOIN jsonb_to_recordset(edit.items) AS l (id text, cart_id text, title text, description text,
    thumbnail text, is_giftcard boolean, should_merge boolean, allow_discounts boolean,
    has_shipping boolean, unit_price bigint, variant_id text, quantity bigint, metadata jsonb,
    is_return boolean, includes_tax boolean, original_item_id text, order_edit_id text,
    swap_id text, created_at timestamptz, updated_at timestamptz)
LEFT JOIN orders.line_progress AS p ON p.item_id = (
  SELECT n.item_id
  FROM orders.line_progress AS n
  WHERE n.item_id IN (l.id, l.original_item_id)
  ORDER BY n.item_id = l.id DESC
  LIMIT 1)
WHERE NOT EXISTS (
  SELECT
  FROM orders.order_edit AS e
  JOIN orders."order" AS o ON o.id = e.order_id,
    json_to_recordset(o.snapshot -> 'items') AS s (id text)
  WHERE e.id = coalesce(edit.edit_id, l.order_edit_id) AND s.id = l.id);

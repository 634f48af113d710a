-- Orders that have changed since the switch, with their lines and shipping methods, for the session in which the other
-- files are run.
CREATE TEMP TABLE changed_order AS
SELECT o.id
FROM orders."order" AS o
WHERE age(o.xmin) <= (SELECT age(m.finished_xid::xid) FROM medusa_import.move AS m);

ANALYZE changed_order;

-- Lines of a document, in the form of Medusa, with what other columns are made of.
CREATE FUNCTION pg_temp.lines(items jsonb)
RETURNS TABLE (
  id text, title text, description text, thumbnail text, is_giftcard boolean, should_merge boolean,
  allow_discounts boolean, has_shipping boolean, unit_price bigint, variant_id text, quantity bigint,
  metadata jsonb, is_return boolean, includes_tax boolean, created_at timestamptz,
  updated_at timestamptz, of_cart text, of_swap text, of_edit text, original text, taxes jsonb,
  discounts jsonb)
LANGUAGE sql STABLE
AS $$
  SELECT l.id, l.title, l.description, l.thumbnail, coalesce(l.is_giftcard, false),
    coalesce(l.should_merge, true), coalesce(l.allow_discounts, true), l.has_shipping, l.unit_price,
    l.variant_id, l.quantity, l.metadata, coalesce(l.is_return, false),
    coalesce(l.includes_tax, false), l.created_at, l.updated_at, l.cart_id, l.swap_id,
    l.order_edit_id, l.original_item_id, l.tax_lines, l.adjustments
  FROM jsonb_to_recordset(items) AS l (id text, cart_id text, title text, description text,
    thumbnail text, is_giftcard boolean, should_merge boolean, allow_discounts boolean,
    has_shipping boolean, unit_price bigint, variant_id text, quantity bigint, metadata jsonb,
    is_return boolean, includes_tax boolean, original_item_id text, order_edit_id text,
    swap_id text, created_at timestamptz, updated_at timestamptz, tax_lines jsonb,
    adjustments jsonb)
$$;

-- Lines of sales, and those of edits that are in no order: proposed ones, and those that an edit has replaced. Of the
-- same line in several places, the last place counts.
CREATE TEMP VIEW changed_line AS
SELECT l.*, sale.place, sale.order_id, sale.swap_id, sale.claim_order_id, sale.cart_id AS sale_cart,
  coalesce(sale.edit_id, l.of_edit) AS order_edit_id
FROM (
  SELECT 1 AS place, o.id AS order_id, NULL AS swap_id, NULL AS claim_order_id, NULL AS edit_id,
    o.cart_id, (o.snapshot -> 'items')::jsonb AS items
  FROM orders."order" AS o
  JOIN changed_order USING (id)
  UNION ALL
  SELECT 2, NULL, w.id, NULL, NULL, w.cart_id, w.items::jsonb
  FROM orders.swap AS w
  JOIN changed_order AS changed ON changed.id = w.order_id
  UNION ALL
  SELECT 3, NULL, NULL, c.id, NULL, NULL, c.additional_items::jsonb
  FROM orders.claim_order AS c
  JOIN changed_order AS changed ON changed.id = c.order_id
  UNION ALL
  SELECT 4, NULL, NULL, NULL, e.id, NULL, e.content -> 'items'
  FROM orders.order_edit AS e
  JOIN changed_order AS changed ON changed.id = e.order_id
  UNION ALL
  SELECT 5, NULL, NULL, NULL, NULL, NULL, (e.replaced -> 'items')::jsonb
  FROM orders.order_edit AS e
  JOIN changed_order AS changed ON changed.id = e.order_id
) AS sale
CROSS JOIN pg_temp.lines(sale.items) AS l
WHERE sale.place < 4 OR NOT EXISTS (
  SELECT
  FROM orders.order_edit AS e
  JOIN orders."order" AS o ON o.id = e.order_id,
    json_to_recordset(o.snapshot -> 'items') AS s (id text)
  WHERE e.id = coalesce(sale.edit_id, l.of_edit) AND s.id = l.id);

CREATE TEMP VIEW changed_method AS
SELECT m.*, sale.order_id, sale.swap_id, sale.claim_order_id, sale.return_id
FROM (
  SELECT o.id AS order_id, NULL AS swap_id, NULL AS claim_order_id, NULL AS return_id,
    o.snapshot -> 'shipping_methods' AS methods
  FROM orders."order" AS o
  JOIN changed_order USING (id)
  UNION ALL
  SELECT NULL, w.id, NULL, NULL, w.shipping_methods
  FROM orders.swap AS w
  JOIN changed_order AS changed ON changed.id = w.order_id
  UNION ALL
  SELECT NULL, NULL, c.id, NULL, c.shipping_methods
  FROM orders.claim_order AS c
  JOIN changed_order AS changed ON changed.id = c.order_id
  UNION ALL
  SELECT NULL, NULL, NULL, r.id, json_build_array(r.shipping_method)
  FROM orders."return" AS r
  JOIN changed_order AS changed ON changed.id = r.order_id
  WHERE json_typeof(r.shipping_method) = 'object'
) AS sale,
  json_to_recordset(sale.methods) AS m (id text, shipping_option_id text, cart_id text,
    price bigint, data jsonb, includes_tax boolean, tax_lines json);

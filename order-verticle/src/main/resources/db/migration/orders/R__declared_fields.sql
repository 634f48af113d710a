-- Orders and their line items, for which a shop declares fields. Line items are in the documents of orders,
-- order edits, swaps and claims; those of an order were checked in its cart.

-- The argument names the column.
CREATE OR REPLACE FUNCTION check_declared_lines() RETURNS trigger
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
DECLARE
  before jsonb := '[]';
  after jsonb;
BEGIN
  CASE TG_ARGV[0]
    WHEN 'snapshot' THEN
      after := NEW.snapshot -> 'items';
      before := CASE WHEN TG_OP = 'UPDATE' THEN OLD.snapshot -> 'items' END;
    WHEN 'content' THEN
      after := NEW.content -> 'items';
      before := CASE
        WHEN TG_OP = 'UPDATE' THEN OLD.content -> 'items'
        ELSE (SELECT (snapshot -> 'items')::jsonb FROM "order" WHERE id = NEW.order_id)
      END;
    WHEN 'items' THEN
      after := NEW.items;
      before := CASE WHEN TG_OP = 'UPDATE' THEN OLD.items END;
    WHEN 'additional_items' THEN
      after := NEW.additional_items;
      before := CASE WHEN TG_OP = 'UPDATE' THEN OLD.additional_items END;
  END CASE;
  PERFORM check_declared_list('line_item', before, after);
  RETURN NEW;
END
$$;

SELECT declare_resource(
  'order', 'order', 'SELECT id, metadata FROM "order"', 'true');

SELECT declare_resource(
  'line_item', relation,
  format(
    $$SELECT "%1$s".id || ' ' || (item ->> 'id') AS id, nullif(item -> 'metadata', 'null') AS metadata
      FROM "%1$s", jsonb_array_elements(%2$s) AS item$$,
    relation, lines),
  NULL, 'INSERT OR UPDATE OF ' || changed, 'check_declared_lines', changed)
FROM (VALUES
  ('order', 'snapshot', $$(snapshot::jsonb) -> 'items'$$),
  ('order_edit', 'content', $$content -> 'items'$$),
  ('swap', 'items', 'items::jsonb'),
  ('claim_order', 'additional_items', 'additional_items::jsonb')
) AS source (relation, changed, lines);

-- Fields of other schemas refer to these rows.
SELECT permit_references('${role_prefix}catalog', '${role_prefix}customer', '${role_prefix}cart');

REVOKE ALL ON FUNCTION check_declared_lines FROM PUBLIC;

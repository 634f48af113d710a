-- Carts and their line items, for which a shop declares fields. They are documents, so each has a trigger
-- function of its own.

-- A node has the document in memory, and its response: it gets metadata that the rule completes as the detail
-- of a refusal, and saves the cart again with it. Other writers, such as copies of a shop, store it as completed.
CREATE OR REPLACE FUNCTION complete_declared(p_cart_type text, p_completed jsonb) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF p_cart_type <> 'swap' AND current_setting('tradewind.call', true) <> '' THEN
    RAISE check_violation USING
      CONSTRAINT = 'declared_form', MESSAGE = 'The metadata is completed', DETAIL = p_completed::text;
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION check_declared_cart() RETURNS trigger
LANGUAGE plpgsql
SET search_path = cart, pg_temp
AS $$
DECLARE
  before jsonb;
  checked jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.state -> 'metadata' IS NOT DISTINCT FROM OLD.state -> 'metadata' THEN
      RETURN NEW;
    END IF;
    before := coalesce(nullif(OLD.state -> 'metadata', 'null'), '{}');
  END IF;
  checked := checked_metadata('cart', before, NEW.state -> 'metadata');
  IF checked IS DISTINCT FROM NEW.state -> 'metadata' THEN
    PERFORM complete_declared(NEW.type, jsonb_build_object('metadata', checked));
    NEW.state := jsonb_set(NEW.state, '{metadata}', checked);
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION check_declared_cart_lines() RETURNS trigger
LANGUAGE plpgsql
SET search_path = cart, pg_temp
AS $$
DECLARE
  known jsonb := '[]';
  item record;
  checked jsonb;
  completed jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.state -> 'items' IS NOT DISTINCT FROM OLD.state -> 'items' THEN
      RETURN NEW;
    END IF;
    known := OLD.state -> 'items';
  END IF;
  FOR item IN
    SELECT line.place, line.item ->> 'id' AS id, line.item -> 'metadata' AS metadata,
      former.item IS NOT NULL AS is_known,
      coalesce(nullif(former.item -> 'metadata', 'null'), '{}') AS before
    FROM jsonb_array_elements(NEW.state -> 'items') WITH ORDINALITY AS line (item, place)
    LEFT JOIN jsonb_array_elements(known) AS former (item) ON former.item ->> 'id' = line.item ->> 'id'
    WHERE former.item -> 'metadata' IS DISTINCT FROM line.item -> 'metadata'
      OR former.item IS NULL
  LOOP
    checked := checked_metadata(
      'line_item', CASE WHEN item.is_known THEN item.before END, item.metadata);
    IF checked IS DISTINCT FROM item.metadata THEN
      completed := completed || jsonb_build_object(item.id, checked);
      NEW.state := jsonb_set(
        NEW.state, ARRAY['items', (item.place - 1)::text, 'metadata'], checked);
    END IF;
  END LOOP;
  IF completed <> '{}' THEN
    PERFORM complete_declared(NEW.type, jsonb_build_object('items', completed));
  END IF;
  RETURN NEW;
END
$$;

SELECT declare_resource(
  'cart', 'cart',
  $$SELECT id, state -> 'metadata' AS metadata FROM cart
    WHERE completed_at IS NULL AND deleted_at IS NULL$$,
  NULL, 'INSERT OR UPDATE OF state', 'check_declared_cart');

SELECT declare_resource(
  'line_item', 'cart',
  $$SELECT cart.id || ' ' || (item ->> 'id') AS id, item -> 'metadata' AS metadata
    FROM cart, jsonb_array_elements(state -> 'items') AS item
    WHERE completed_at IS NULL AND deleted_at IS NULL$$,
  NULL, 'INSERT OR UPDATE OF state', 'check_declared_cart_lines');

REVOKE ALL ON FUNCTION complete_declared, check_declared_cart, check_declared_cart_lines FROM PUBLIC;

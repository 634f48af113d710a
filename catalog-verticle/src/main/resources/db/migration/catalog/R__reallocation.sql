-- Reallocation of the stock of an order whose line items an edit changes.

-- Published to the order verticle: follows a confirmed edit of an order with the lines
-- [{line_item_id, previous_id, variant_id, change, open_quantity}]: previous_id of a line that
-- another one replaces, units added or removed, and units left to fulfill. Further units are taken
-- and reserved as take_stock does, and refused as there; units that the order took and does not
-- keep go back. The taker stays the order, so that its cancellation returns all that it has by then.
-- Caller: StockStore.
-- Locks: the stock lock of the taker, then variants without an item, then all levels of the items, each in
--   the order of ids.
-- SQLSTATE: TW001, serialization_failure.
CREATE OR REPLACE FUNCTION change_stock(
  taker text, channel_id text, lines jsonb, occurred_at timestamptz, causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  located jsonb;
  taken_before jsonb;
  further jsonb;
  line record;
  reservation record;
  surplus bigint;
BEGIN
  PERFORM lock_stock(change_stock.taker);
  PERFORM lock_simple_stock(variant_ids(lines));
  located := located_lines(lines);
  PERFORM FROM inventory_level
  WHERE inventory_item_id IN (
      SELECT inventory_item_id
      FROM jsonb_to_recordset(located) AS given (inventory_item_id text))
    AND deleted_at IS NULL
  ORDER BY id
  FOR NO KEY UPDATE;

  WITH moved AS (
    SELECT line_item_id, previous_id
    FROM jsonb_to_recordset(lines) AS given (line_item_id text, previous_id text)
    WHERE previous_id <> line_item_id
  ),
  reserved AS (
    UPDATE reservation_item
    SET line_item_id = moved.line_item_id
    FROM moved
    WHERE reservation_item.line_item_id = moved.previous_id
      AND reservation_item.taker = change_stock.taker
  ),
  sold AS (
    UPDATE stock_line
    SET line_item_id = moved.line_item_id
    FROM moved
    WHERE stock_line.line_item_id = moved.previous_id
  )
  UPDATE stock_fulfillment
  SET line_item_id = moved.line_item_id
  FROM moved
  WHERE stock_fulfillment.line_item_id = moved.previous_id
    AND stock_fulfillment.taker = change_stock.taker;

  -- Units that the order took before the variant had an item are not reserved.
  SELECT jsonb_agg(each) FILTER (WHERE taking.variant_id IS NOT NULL),
    jsonb_agg(each) FILTER (WHERE taking.variant_id IS NULL)
  INTO taken_before, located
  FROM jsonb_array_elements(located) AS each
  LEFT JOIN stock_taking AS taking
    ON taking.taker = change_stock.taker
      AND taking.variant_id = each ->> 'variant_id'
      AND taking.returned_at IS NULL;
  PERFORM change_taking(
    change_stock.taker, simple_lines(lines), occurred_at, causation_id, actor);
  PERFORM change_located_taking(
    change_stock.taker, change_stock.channel_id, taken_before, occurred_at, causation_id,
    actor);

  FOR line IN
    SELECT *
    FROM jsonb_to_recordset(located) AS given (
      line_item_id text, inventory_item_id text, required_quantity bigint, change bigint,
      open_quantity bigint)
    WHERE change < 0
  LOOP
    SELECT coalesce(sum(quantity), 0) - line.open_quantity * line.required_quantity
    INTO surplus
    FROM reservation_item
    WHERE line_item_id = line.line_item_id
      AND inventory_item_id = line.inventory_item_id
      AND deleted_at IS NULL;
    FOR reservation IN
      SELECT id, quantity
      FROM reservation_item
      WHERE line_item_id = line.line_item_id
        AND inventory_item_id = line.inventory_item_id
        AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC
    LOOP
      EXIT WHEN surplus <= 0;
      PERFORM release_reservation(
        reservation.id, least(surplus, reservation.quantity), occurred_at, causation_id, actor);
      surplus := surplus - reservation.quantity;
    END LOOP;
  END LOOP;

  SELECT jsonb_agg(each || jsonb_build_object('quantity', each -> 'change'))
  INTO further
  FROM jsonb_array_elements(located) AS each
  WHERE (each ->> 'change')::bigint > 0;
  IF further IS NOT NULL THEN
    -- take_stock reserves for lines that it does not know.
    DELETE FROM stock_line
    WHERE line_item_id IN (
      SELECT line_item_id FROM jsonb_to_recordset(further) AS given (line_item_id text));
    PERFORM take_stock(
      change_stock.taker, change_stock.channel_id, further, occurred_at, causation_id,
      actor);
  END IF;
END
$$;

-- Changes the quantities that a taker took of variants without an inventory item, by the sum of the
-- lines of each. What it did not take is not given back.
-- Caller: change_stock.
-- Locks: the variants, locked by the caller before.
-- SQLSTATE: TW001.
CREATE OR REPLACE FUNCTION change_taking(
  p_taker text, p_lines jsonb, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  missing jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
    'variant_id', wanted.variant_id,
    'title', coalesce(variant.title, wanted.variant_id),
    'available', CASE WHEN variant.deleted_at IS NULL THEN coalesce(variant.inventory_quantity, 0)
      ELSE 0 END,
    'wanted', wanted.change) ORDER BY wanted.variant_id)
  INTO missing
  FROM taking_changes(p_taker, p_lines) AS wanted
  LEFT JOIN product_variant AS variant ON variant.id = wanted.variant_id
  WHERE wanted.change > 0
    AND (variant.id IS NULL
      OR variant.deleted_at IS NOT NULL
      OR (variant.manage_inventory
        AND NOT variant.allow_backorder
        AND variant.inventory_quantity < wanted.change));
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TW001',
      MESSAGE = 'The stock does not cover what is wanted',
      DETAIL = missing::text;
  END IF;

  PERFORM set_config('tradewind.moves_stock', 'on', true);
  WITH changed AS (
    SELECT wanted.variant_id, wanted.change
    FROM taking_changes(p_taker, p_lines) AS wanted
    JOIN product_variant AS variant
      ON variant.id = wanted.variant_id AND variant.manage_inventory
  ),
  ended AS (
    DELETE FROM stock_taking
    USING changed
    WHERE stock_taking.taker = p_taker
      AND stock_taking.variant_id = changed.variant_id
      AND stock_taking.quantity + changed.change = 0
  ),
  taken AS (
    INSERT INTO stock_taking AS known (taker, variant_id, quantity, taken_at)
    SELECT p_taker, changed.variant_id, changed.change, p_occurred_at
    FROM changed
    WHERE changed.change > 0
    ON CONFLICT (taker, variant_id) DO UPDATE
    SET quantity = known.quantity + excluded.quantity
  ),
  kept AS (
    UPDATE stock_taking
    SET quantity = stock_taking.quantity + changed.change
    FROM changed
    WHERE changed.change < 0
      AND stock_taking.taker = p_taker
      AND stock_taking.variant_id = changed.variant_id
      AND stock_taking.quantity + changed.change > 0
  ),
  stocked AS (
    UPDATE product_variant AS variant
    SET inventory_quantity = variant.inventory_quantity - changed.change,
      version = variant.version + 1,
      updated_at = p_occurred_at
    FROM changed
    WHERE variant.id = changed.variant_id
    RETURNING variant.id, variant.product_id, variant.version, variant.inventory_quantity,
      changed.change
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, fact.topic, fact.key, fact.type, stocked.id, stocked.version,
    fact.data, p_occurred_at, p_causation_id, p_actor
  FROM stocked
  CROSS JOIN LATERAL (VALUES
    ('commerce.catalog.v1', stocked.product_id, 'product-variant.updated', jsonb_build_object(
      'id', stocked.id, 'product_id', stocked.product_id,
      'fields', jsonb_build_array('inventory_quantity'))),
    ('commerce.inventory.v1', stocked.id,
      CASE WHEN stocked.change > 0 THEN 'inventory.decremented' ELSE 'inventory.restored' END,
      jsonb_build_object(
        'id', stocked.id, 'quantity', abs(stocked.change),
        'inventory_quantity', stocked.inventory_quantity, 'taker', p_taker))
  ) AS fact (topic, key, type, data);
  PERFORM set_config('tradewind.moves_stock', 'off', true);
END
$$;

-- Units of each variant that the lines add to what the taker took, or remove from it.
-- Caller: change_located_taking, change_taking.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION taking_changes(p_taker text, p_lines jsonb)
RETURNS TABLE (variant_id text, change bigint)
LANGUAGE sql
STABLE
AS $$
  SELECT wanted.variant_id, greatest(wanted.change, -coalesce(taking.quantity, 0))
  FROM (
    SELECT variant_id, sum(change)::bigint AS change
    FROM jsonb_to_recordset(p_lines) AS given (variant_id text, change bigint)
    GROUP BY variant_id
  ) AS wanted
  LEFT JOIN stock_taking AS taking
    ON taking.taker = p_taker
      AND taking.variant_id = wanted.variant_id
      AND taking.returned_at IS NULL
  WHERE greatest(wanted.change, -coalesce(taking.quantity, 0)) <> 0
$$;

-- Changes the quantities that a taker took of variants before they had an inventory item. Further
-- units leave a location of the channel that has them all; others go back where return_stock
-- returns them to.
-- Caller: change_stock.
-- Locks: the levels, locked by the caller before.
-- SQLSTATE: TW001.
CREATE OR REPLACE FUNCTION change_located_taking(
  p_taker text, p_channel_id text, p_lines jsonb, p_occurred_at timestamptz, p_causation_id text,
  p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  wanted record;
  location text;
BEGIN
  FOR wanted IN
    SELECT changed.variant_id, changed.change, link.inventory_item_id,
      changed.change * link.required_quantity AS units, variant.title, variant.allow_backorder
    FROM taking_changes(p_taker, p_lines) AS changed
    JOIN product_variant_inventory_item AS link ON link.variant_id = changed.variant_id
    JOIN product_variant AS variant ON variant.id = changed.variant_id
    ORDER BY changed.variant_id
  LOOP
    IF wanted.change > 0 THEN
      SELECT level.location_id
      INTO location
      FROM inventory_level AS level
      JOIN sales_channel_location AS link
        ON link.location_id = level.location_id
          AND link.sales_channel_id = p_channel_id
          AND link.deleted_at IS NULL
      WHERE level.inventory_item_id = wanted.inventory_item_id
        AND level.deleted_at IS NULL
        AND (wanted.allow_backorder OR level.available_quantity >= wanted.units)
      ORDER BY level.available_quantity >= wanted.units DESC, link.created_at, level.id
      LIMIT 1;
      IF NOT FOUND THEN
        RAISE EXCEPTION USING
          ERRCODE = 'TW001',
          MESSAGE = 'The stock does not cover what is wanted',
          DETAIL = jsonb_build_array(jsonb_build_object(
            'variant_id', wanted.variant_id, 'title', wanted.title, 'available', 0,
            'wanted', wanted.change))::text;
      END IF;
    ELSE
      location := return_location(wanted.inventory_item_id);
    END IF;
    PERFORM add_to_level(
      wanted.inventory_item_id, location, -wanted.units, p_occurred_at, p_causation_id, p_actor);
    DELETE FROM stock_taking
    WHERE taker = p_taker AND variant_id = wanted.variant_id AND quantity + wanted.change = 0;
    UPDATE stock_taking
    SET quantity = quantity + wanted.change
    WHERE taker = p_taker AND variant_id = wanted.variant_id;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION change_stock, change_taking, taking_changes, change_located_taking FROM
  PUBLIC;
GRANT EXECUTE ON FUNCTION change_stock TO "${role_prefix}orders";

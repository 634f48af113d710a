-- Allocation of stock to orders, swaps and claims: variants without an inventory item have their stock in
-- inventory_quantity, those with one at the locations of the sales channel. Levels are changed under
-- their row locks, taken in the order of their ids. Functions that act on an order first take the stock
-- lock of the order, so that they run one after the other.

-- The stock lock of an order, until the end of the transaction. It is taken before the rows of stock.
-- Caller: StockStore, change_reservation, change_stock, create_reservation, fulfill_stock, receive_stock,
--   restore_fulfilled_stock, return_stock.
-- Locks: the stock lock of the taker, an advisory lock until the end of the transaction.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION lock_stock(taker text) RETURNS void
LANGUAGE sql
AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('stock:' || taker, 0))
$$;

-- The ids of the variants of lines.
-- Caller: change_stock, receive_stock, take_stock.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION variant_ids(lines jsonb) RETURNS text[]
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT line ->> 'variant_id' FROM jsonb_array_elements(lines) AS line);
END
$$;

-- Locks the managed variants with these ids that have no item, so that an item that is made for one of
-- them meanwhile is seen afterwards. Returns the ids of the locked ones. Every transaction locks in the
-- order of ids, which avoids deadlocks.
-- Caller: change_stock, receive_stock, take_stock.
-- Locks: the variants, in the order of their ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION lock_simple_stock(ids text[]) RETURNS text[]
LANGUAGE plpgsql
AS $$
BEGIN
  RETURN ARRAY(
    SELECT variant.id
    FROM product_variant AS variant
    WHERE variant.id = ANY (ids)
      AND variant.manage_inventory
      AND NOT EXISTS (
        SELECT FROM product_variant_inventory_item AS link WHERE link.variant_id = variant.id)
    ORDER BY variant.id
    FOR NO KEY UPDATE);
END
$$;

-- The lines of managed variants with an inventory item, each with inventory_item_id,
-- required_quantity, allow_backorder and variant_title. Null without any. PostgreSQL keeps the plan of a
-- PL/pgSQL function, and plans one in SQL at each call, which costs more than all that it does.
-- Caller: change_stock, fulfill_stock, receive_stock, take_stock.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION located_lines(lines jsonb) RETURNS jsonb
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
  RETURN (
    SELECT jsonb_agg(line || jsonb_build_object(
      'inventory_item_id', link.inventory_item_id,
      'required_quantity', link.required_quantity,
      'allow_backorder', variant.allow_backorder,
      'variant_title', variant.title)
      ORDER BY link.variant_id, line ->> 'line_item_id')
    FROM jsonb_array_elements(lines) AS line
    -- Looked up for each line: a join would read all variants of a small shop.
    CROSS JOIN LATERAL (
      SELECT item.variant_id, item.inventory_item_id, item.required_quantity
      FROM product_variant_inventory_item AS item
      WHERE item.variant_id = line ->> 'variant_id'
      OFFSET 0
    ) AS link
    CROSS JOIN LATERAL (
      SELECT t.allow_backorder, t.title
      FROM product_variant AS t
      WHERE t.id = link.variant_id AND t.manage_inventory AND t.deleted_at IS NULL
      OFFSET 0
    ) AS variant);
END
$$;

-- The lines of all other variants. Null without any.
-- Caller: change_stock, receive_stock, take_stock.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION simple_lines(lines jsonb) RETURNS jsonb
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
  RETURN (
    SELECT jsonb_agg(line)
    FROM jsonb_array_elements(lines) AS line
    WHERE NOT EXISTS (
      SELECT
      FROM product_variant_inventory_item AS link
      JOIN product_variant AS variant ON variant.id = link.variant_id
      WHERE link.variant_id = line ->> 'variant_id'
        AND variant.manage_inventory
        AND variant.deleted_at IS NULL));
END
$$;

-- Published to the order verticle: takes stock for the lines [{line_item_id, variant_id, quantity,
-- may_exceed_stock}] of an order. Lines of variants with an inventory item are reserved at the locations of the channel: at
-- one where the whole line is available, else at several; the others are taken by take_simple_stock. When
-- anything is short nothing is taken, as there. A line that may be backordered is reserved whole at
-- the fullest location, and not at all where the channel has none.
-- Caller: StockStore, change_stock, place_order.
-- Locks: variants without an item, then the levels of the channel, each in the order of ids. The stock lock
--   of the taker is held before, unless its order is new.
-- SQLSTATE: TW001, serialization_failure.
CREATE OR REPLACE FUNCTION take_stock(
  taker text, channel_id text, lines jsonb, occurred_at timestamptz, causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  wanted_ids text[] := variant_ids(lines);
  locked_ids text[];
  located jsonb;
  simple jsonb;
  missing jsonb := '[]';
  shortage text;
  line record;
  level record;
  wanted bigint;
  available bigint;
  part bigint;
  reserved text[] := '{}';
BEGIN
  locked_ids := lock_simple_stock(wanted_ids);
  -- Most shops have no item at all.
  IF NOT EXISTS (
    SELECT FROM product_variant_inventory_item WHERE variant_id = ANY (wanted_ids))
  THEN
    PERFORM take_simple_stock(
      take_stock.taker, lines, wanted_ids, locked_ids, occurred_at, causation_id, actor);
    RETURN;
  END IF;

  located := coalesce(located_lines(lines), '[]');
  simple := simple_lines(lines);
  IF simple IS NOT NULL THEN
    wanted_ids := variant_ids(simple);
    BEGIN
      PERFORM take_simple_stock(
        take_stock.taker, simple, wanted_ids, lock_simple_stock(wanted_ids), occurred_at,
        causation_id, actor);
    EXCEPTION WHEN SQLSTATE 'TW001' THEN
      GET STACKED DIAGNOSTICS shortage = PG_EXCEPTION_DETAIL;
      missing := shortage::jsonb;
    END;
  END IF;

  PERFORM FROM inventory_level
  WHERE id IN (
    SELECT level.id
    FROM inventory_level AS level
    JOIN sales_channel_location AS link
      ON link.location_id = level.location_id
        AND link.sales_channel_id = take_stock.channel_id
        AND link.deleted_at IS NULL
    WHERE level.deleted_at IS NULL
      AND level.inventory_item_id IN (
        SELECT inventory_item_id
        FROM jsonb_to_recordset(located) AS given (inventory_item_id text)))
  ORDER BY id
  FOR NO KEY UPDATE;

  SELECT missing || coalesce(jsonb_agg(jsonb_build_object(
    'variant_id', demand.variant_id,
    'title', demand.variant_title,
    'available', stock.available,
    'wanted', demand.quantity) ORDER BY demand.variant_id), '[]')
  INTO missing
  FROM (
    SELECT given.variant_id, given.variant_title, given.inventory_item_id,
      given.required_quantity, sum(given.quantity)::bigint AS quantity
    FROM jsonb_to_recordset(located) AS given (
      line_item_id text, variant_id text, variant_title text, inventory_item_id text,
      required_quantity bigint, allow_backorder boolean, quantity bigint,
      may_exceed_stock boolean)
    WHERE NOT given.allow_backorder
      AND given.may_exceed_stock IS NOT TRUE
      AND NOT EXISTS (
        SELECT FROM stock_line WHERE stock_line.line_item_id = given.line_item_id)
    GROUP BY given.variant_id, given.variant_title, given.inventory_item_id,
      given.required_quantity
  ) AS demand
  CROSS JOIN LATERAL (
    SELECT greatest(floor(coalesce(sum(level.available_quantity), 0)
      / demand.required_quantity), 0)::bigint AS available
    FROM inventory_level AS level
    JOIN sales_channel_location AS link
      ON link.location_id = level.location_id
        AND link.sales_channel_id = take_stock.channel_id
        AND link.deleted_at IS NULL
    WHERE level.inventory_item_id = demand.inventory_item_id
      AND level.available_quantity > 0
      AND level.deleted_at IS NULL
  ) AS stock
  WHERE stock.available < demand.quantity;

  IF jsonb_array_length(missing) > 0 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TW001',
      MESSAGE = 'The stock does not cover what is wanted',
      DETAIL = missing::text;
  END IF;

  FOR line IN
    SELECT *
    FROM jsonb_to_recordset(located) AS given (
      line_item_id text, variant_id text, inventory_item_id text, required_quantity bigint,
      quantity bigint)
  LOOP
    INSERT INTO stock_line (line_item_id, taker, variant_id)
    VALUES (line.line_item_id, take_stock.taker, line.variant_id)
    ON CONFLICT DO NOTHING;
    CONTINUE WHEN NOT FOUND;

    wanted := line.quantity * line.required_quantity;
    SELECT coalesce(sum(greatest(level.available_quantity, 0)), 0)
    INTO available
    FROM inventory_level AS level
    JOIN sales_channel_location AS link
      ON link.location_id = level.location_id
        AND link.sales_channel_id = take_stock.channel_id
        AND link.deleted_at IS NULL
    WHERE level.inventory_item_id = line.inventory_item_id AND level.deleted_at IS NULL;

    FOR level IN
      SELECT level.id, level.available_quantity
      FROM inventory_level AS level
      JOIN sales_channel_location AS link
        ON link.location_id = level.location_id
          AND link.sales_channel_id = take_stock.channel_id
          AND link.deleted_at IS NULL
      WHERE level.inventory_item_id = line.inventory_item_id AND level.deleted_at IS NULL
      ORDER BY level.available_quantity >= wanted DESC,
        CASE WHEN level.available_quantity < wanted THEN -level.available_quantity END,
        link.created_at, level.id
    LOOP
      part := CASE WHEN available < wanted THEN wanted
        ELSE least(wanted, level.available_quantity) END;
      reserved := reserved || reserve_at(
        level.id, line.line_item_id, take_stock.taker, part, occurred_at, causation_id, actor);
      wanted := wanted - part;
      EXIT WHEN wanted = 0;
    END LOOP;
  END LOOP;

  IF cardinality(reserved) > 0 THEN
    PERFORM append_inventory_event(
      take_stock.taker, 'reservation-items.bulk-created', take_stock.taker, 1,
      jsonb_build_object('ids', to_jsonb(reserved)), occurred_at, causation_id, actor);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION lock_stock, variant_ids, lock_simple_stock, located_lines, simple_lines,
  take_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_stock, take_stock TO "${role_prefix}orders";

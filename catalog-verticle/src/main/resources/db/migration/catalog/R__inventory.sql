-- Stock at locations: reservations, fulfillments and returns of variants with an inventory item.
-- Levels are changed under their row locks, taken in the order of their ids. Functions that act on an
-- order first take the stock lock of the order, so that they run one after the other.

-- An id in the form of all others: prefix, and a ULID of the current time and 80 random bits.
CREATE OR REPLACE FUNCTION new_id(prefix text) RETURNS text
LANGUAGE sql
VOLATILE
AS $$
  SELECT prefix || '_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit.value + 1, 1), '' ORDER BY digit.place)
  FROM (
    SELECT place, ((source.millis >> (5 * (9 - place))) & 31)::integer AS value
    FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis) AS source
    CROSS JOIN generate_series(0, 9) AS place
    UNION ALL
    -- Bytes 6 and 8 of a UUID are not random throughout.
    SELECT 10 + picked.place, get_byte(source.bytes, picked.byte::integer) & 31
    FROM (
      SELECT decode(
        replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') AS bytes
    ) AS source
    CROSS JOIN unnest(ARRAY[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17])
      WITH ORDINALITY AS picked (byte, place)
  ) AS digit
$$;

-- Event of an inventory item, level or reservation, ordered by its item.
CREATE OR REPLACE FUNCTION append_inventory_event(
  key text, type text, subject text, version bigint, data jsonb, occurred_at timestamptz,
  causation_id text, actor text
) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  VALUES (
    gen_random_uuid()::text, 'commerce.inventory.v1', key, type, subject, version, data,
    occurred_at, causation_id, actor
  )
$$;

-- The stock lock of an order, until the end of the transaction. It is taken before the rows of stock.
CREATE OR REPLACE FUNCTION lock_stock_v1(taker text) RETURNS void
LANGUAGE sql
AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('stock:' || taker, 0))
$$;

-- The ids of the variants of lines.
CREATE OR REPLACE FUNCTION variant_ids(lines jsonb) RETURNS text[]
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT line ->> 'variant_id' FROM jsonb_array_elements(lines) AS line);
END
$$;

-- The form of before.
DROP FUNCTION IF EXISTS lock_simple_stock(jsonb);

-- Locks the managed variants with these ids that have no item, so that an item that is made for one of
-- them meanwhile is seen afterwards. Returns the ids of the locked ones. Every transaction locks in the
-- order of ids, which avoids deadlocks.
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

-- Reserves the units at a level whose row is locked: adds to the reservation of the line there, or
-- makes one.
CREATE OR REPLACE FUNCTION reserve_at(
  p_level_id text, p_line_item_id text, p_taker text, p_quantity bigint,
  p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  level inventory_level%ROWTYPE;
  reservation reservation_item%ROWTYPE;
BEGIN
  UPDATE inventory_level
  SET reserved_quantity = reserved_quantity + p_quantity, updated_at = p_occurred_at
  WHERE id = p_level_id
  RETURNING * INTO level;

  UPDATE reservation_item
  SET quantity = quantity + p_quantity, version = version + 1, updated_at = p_occurred_at
  WHERE id = (
    SELECT id
    FROM reservation_item
    WHERE line_item_id = p_line_item_id
      AND inventory_item_id = level.inventory_item_id
      AND location_id = level.location_id
      AND taker = p_taker
      AND deleted_at IS NULL
    ORDER BY created_at, id
    LIMIT 1)
  RETURNING * INTO reservation;
  IF FOUND THEN
    PERFORM append_inventory_event(
      level.inventory_item_id, 'reservation-item.updated', reservation.id, reservation.version,
      jsonb_build_object('id', reservation.id), p_occurred_at, p_causation_id, p_actor);
    RETURN reservation.id;
  END IF;

  INSERT INTO reservation_item (
    id, created_at, updated_at, line_item_id, inventory_item_id, location_id, quantity, taker
  )
  VALUES (
    new_id('resitem'), p_occurred_at, p_occurred_at, p_line_item_id, level.inventory_item_id,
    level.location_id, p_quantity, p_taker
  )
  RETURNING * INTO reservation;
  PERFORM append_inventory_event(
    level.inventory_item_id, 'reservation-item.created', reservation.id, reservation.version,
    jsonb_build_object('ids', jsonb_build_array(reservation.id)), p_occurred_at, p_causation_id,
    p_actor);
  RETURN reservation.id;
END
$$;

-- Takes units out of a reservation; the last of them end it.
CREATE OR REPLACE FUNCTION release_reservation(
  p_id text, p_quantity bigint, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  reservation reservation_item%ROWTYPE;
BEGIN
  UPDATE reservation_item
  SET quantity = CASE WHEN quantity > p_quantity THEN quantity - p_quantity ELSE quantity END,
    deleted_at = CASE WHEN quantity > p_quantity THEN NULL ELSE p_occurred_at END,
    version = version + 1,
    updated_at = p_occurred_at
  WHERE id = p_id AND deleted_at IS NULL
  RETURNING * INTO reservation;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  UPDATE inventory_level
  SET reserved_quantity = reserved_quantity - p_quantity, updated_at = p_occurred_at
  WHERE inventory_item_id = reservation.inventory_item_id
    AND location_id = reservation.location_id
    AND deleted_at IS NULL;

  IF reservation.deleted_at IS NULL THEN
    PERFORM append_inventory_event(
      reservation.inventory_item_id, 'reservation-item.updated', p_id, reservation.version,
      jsonb_build_object('id', p_id), p_occurred_at, p_causation_id, p_actor);
  ELSE
    PERFORM append_inventory_event(
      reservation.inventory_item_id, 'reservation-item.deleted', p_id, reservation.version,
      jsonb_build_object('ids', jsonb_build_array(p_id)), p_occurred_at, p_causation_id, p_actor);
  END IF;
END
$$;

-- Adds units to the stock of a level, or takes them with a negative quantity. Returns whether there
-- is such a level.
CREATE OR REPLACE FUNCTION add_to_level(
  p_item_id text, p_location_id text, p_quantity bigint, p_occurred_at timestamptz,
  p_causation_id text, p_actor text
) RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  level inventory_level%ROWTYPE;
BEGIN
  UPDATE inventory_level
  SET stocked_quantity = stocked_quantity + p_quantity, version = version + 1,
    updated_at = p_occurred_at
  WHERE inventory_item_id = p_item_id AND location_id = p_location_id AND deleted_at IS NULL
  RETURNING * INTO level;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM append_inventory_event(
    p_item_id, 'inventory-level.updated', level.id, level.version,
    jsonb_build_object('id', level.id), p_occurred_at, p_causation_id, p_actor);
  RETURN true;
END
$$;

-- Published to the order verticle: takes stock for the lines [{line_item_id, variant_id, quantity,
-- may_exceed_stock}] of an order. Lines of variants with an inventory item are reserved at the locations of the channel: at
-- one where the whole line is available, else at several; the others are taken by take_simple_stock. When
-- anything is short nothing is taken, as there. A line that may be backordered is reserved whole at
-- the fullest location, and not at all where the channel has none.
CREATE OR REPLACE FUNCTION take_stock_v2(
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
      take_stock_v2.taker, lines, wanted_ids, locked_ids, occurred_at, causation_id, actor);
    RETURN;
  END IF;

  located := coalesce(located_lines(lines), '[]');
  simple := simple_lines(lines);
  IF simple IS NOT NULL THEN
    wanted_ids := variant_ids(simple);
    BEGIN
      PERFORM take_simple_stock(
        take_stock_v2.taker, simple, wanted_ids, lock_simple_stock(wanted_ids), occurred_at,
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
        AND link.sales_channel_id = take_stock_v2.channel_id
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
        AND link.sales_channel_id = take_stock_v2.channel_id
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
    -- Only a node of an older version does not name the line.
    IF line.line_item_id IS NOT NULL THEN
      INSERT INTO stock_line (line_item_id, taker, variant_id)
      VALUES (line.line_item_id, take_stock_v2.taker, line.variant_id)
      ON CONFLICT DO NOTHING;
      CONTINUE WHEN NOT FOUND;
    END IF;

    wanted := line.quantity * line.required_quantity;
    SELECT coalesce(sum(greatest(level.available_quantity, 0)), 0)
    INTO available
    FROM inventory_level AS level
    JOIN sales_channel_location AS link
      ON link.location_id = level.location_id
        AND link.sales_channel_id = take_stock_v2.channel_id
        AND link.deleted_at IS NULL
    WHERE level.inventory_item_id = line.inventory_item_id AND level.deleted_at IS NULL;

    FOR level IN
      SELECT level.id, level.available_quantity
      FROM inventory_level AS level
      JOIN sales_channel_location AS link
        ON link.location_id = level.location_id
          AND link.sales_channel_id = take_stock_v2.channel_id
          AND link.deleted_at IS NULL
      WHERE level.inventory_item_id = line.inventory_item_id AND level.deleted_at IS NULL
      ORDER BY level.available_quantity >= wanted DESC,
        CASE WHEN level.available_quantity < wanted THEN -level.available_quantity END,
        link.created_at, level.id
    LOOP
      part := CASE WHEN available < wanted THEN wanted
        ELSE least(wanted, level.available_quantity) END;
      reserved := reserved || reserve_at(
        level.id, line.line_item_id, take_stock_v2.taker, part, occurred_at, causation_id, actor);
      wanted := wanted - part;
      EXIT WHEN wanted = 0;
    END LOOP;
  END LOOP;

  IF cardinality(reserved) > 0 THEN
    PERFORM append_inventory_event(
      take_stock_v2.taker, 'reservation-items.bulk-created', take_stock_v2.taker, 1,
      jsonb_build_object('ids', to_jsonb(reserved)), occurred_at, causation_id, actor);
  END IF;
END
$$;

-- Locks the levels of all live reservations of a taker.
CREATE OR REPLACE FUNCTION lock_reserved_levels(p_taker text) RETURNS void
LANGUAGE sql
AS $$
  SELECT FROM inventory_level
  WHERE id IN (
    SELECT level.id
    FROM reservation_item AS reservation
    JOIN inventory_level AS level
      ON level.inventory_item_id = reservation.inventory_item_id
        AND level.location_id = reservation.location_id
        AND level.deleted_at IS NULL
    WHERE reservation.taker = p_taker AND reservation.deleted_at IS NULL)
  ORDER BY id
  FOR NO KEY UPDATE
$$;

-- Ends all reservations of a taker.
CREATE OR REPLACE FUNCTION release_reservations(
  p_taker text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  reservation record;
BEGIN
  PERFORM lock_reserved_levels(p_taker);
  FOR reservation IN
    SELECT id, quantity
    FROM reservation_item
    WHERE taker = p_taker AND deleted_at IS NULL
    ORDER BY id
  LOOP
    PERFORM release_reservation(
      reservation.id, reservation.quantity, p_occurred_at, p_causation_id, p_actor);
  END LOOP;
END
$$;

-- Published to the order verticle: takes the units [{fulfillment_id, line_item_id, variant_id, title,
-- quantity}] of fulfillments of an order out of the location, and out of the reservations of their
-- lines, those at the location first. Without a location the reservations decide where the units are,
-- and units without one are not taken. Units that the order took before the variant had an item are
-- out of stock already.
CREATE OR REPLACE FUNCTION fulfill_stock_v1(
  taker text, location_id text, lines jsonb, occurred_at timestamptz, causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  located jsonb;
  line record;
  reservation record;
  wanted bigint;
  part bigint;
BEGIN
  PERFORM lock_stock_v1(fulfill_stock_v1.taker);
  SELECT jsonb_agg(line)
  INTO located
  FROM jsonb_array_elements(located_lines(lines)) AS line
  WHERE NOT EXISTS (
    SELECT FROM stock_taking
    WHERE stock_taking.taker = fulfill_stock_v1.taker
      AND stock_taking.variant_id = line ->> 'variant_id'
      AND stock_taking.returned_at IS NULL);
  IF located IS NULL THEN
    RETURN;
  END IF;

  PERFORM FROM inventory_level
  WHERE id IN (
    SELECT level.id
    FROM jsonb_to_recordset(located) AS given (line_item_id text, inventory_item_id text)
    JOIN inventory_level AS level
      ON level.inventory_item_id = given.inventory_item_id
        AND level.deleted_at IS NULL
    WHERE level.location_id = fulfill_stock_v1.location_id
      OR EXISTS (
        SELECT FROM reservation_item AS reservation
        WHERE reservation.line_item_id = given.line_item_id
          AND reservation.location_id = level.location_id
          AND reservation.deleted_at IS NULL))
  ORDER BY id
  FOR NO KEY UPDATE;

  FOR line IN
    SELECT *
    FROM jsonb_to_recordset(located) AS given (
      fulfillment_id text, line_item_id text, title text, inventory_item_id text,
      required_quantity bigint, quantity bigint)
  LOOP
    wanted := line.quantity * line.required_quantity;
    IF fulfill_stock_v1.location_id IS NOT NULL THEN
      PERFORM take_from_level(
        fulfill_stock_v1.taker, line.fulfillment_id, line.line_item_id, line.title,
        line.inventory_item_id, fulfill_stock_v1.location_id, wanted, 0, occurred_at,
        causation_id, actor);
    END IF;
    FOR reservation IN
      SELECT id, location_id, quantity
      FROM reservation_item
      WHERE line_item_id = line.line_item_id
        AND inventory_item_id = line.inventory_item_id
        AND deleted_at IS NULL
      ORDER BY location_id IS NOT DISTINCT FROM fulfill_stock_v1.location_id DESC, created_at, id
    LOOP
      EXIT WHEN wanted = 0;
      part := least(wanted, reservation.quantity);
      PERFORM release_reservation(reservation.id, part, occurred_at, causation_id, actor);
      PERFORM take_from_level(
        fulfill_stock_v1.taker, line.fulfillment_id, line.line_item_id, line.title,
        line.inventory_item_id, reservation.location_id,
        CASE WHEN fulfill_stock_v1.location_id IS NULL THEN part ELSE 0 END, part, occurred_at,
        causation_id, actor);
      wanted := wanted - part;
    END LOOP;
  END LOOP;
END
$$;

-- Takes units of a fulfillment out of a level, and records them with the reserved units used up there.
CREATE OR REPLACE FUNCTION take_from_level(
  p_taker text, p_fulfillment_id text, p_line_item_id text, p_title text, p_item_id text,
  p_location_id text, p_taken bigint, p_released bigint, p_occurred_at timestamptz,
  p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  stocked bigint;
BEGIN
  IF p_taken > 0 THEN
    SELECT stocked_quantity
    INTO stocked
    FROM inventory_level
    WHERE inventory_item_id = p_item_id AND location_id = p_location_id AND deleted_at IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Inventory item for % not found at location', p_title
        USING ERRCODE = 'TW009';
    END IF;
    IF stocked < p_taken THEN
      RAISE EXCEPTION 'Insufficient stock for item: %', p_title USING ERRCODE = 'TW009';
    END IF;
    PERFORM add_to_level(
      p_item_id, p_location_id, -p_taken, p_occurred_at, p_causation_id, p_actor);
  END IF;

  INSERT INTO stock_fulfillment AS known (
    fulfillment_id, line_item_id, inventory_item_id, location_id, taken_quantity,
    released_quantity, taker, taken_at
  )
  VALUES (
    p_fulfillment_id, p_line_item_id, p_item_id, p_location_id, p_taken, p_released, p_taker,
    p_occurred_at
  )
  ON CONFLICT (fulfillment_id, line_item_id, location_id) DO UPDATE
  SET taken_quantity = known.taken_quantity + excluded.taken_quantity,
    released_quantity = known.released_quantity + excluded.released_quantity;
END
$$;

-- Published to the order verticle: puts back, once, what a fulfillment took, and reserves again what
-- it had used up. A level that was deleted meanwhile stays deleted.
CREATE OR REPLACE FUNCTION restore_fulfilled_stock_v1(
  taker text, fulfillment_id text, occurred_at timestamptz, causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  taken record;
  level_id text;
BEGIN
  PERFORM lock_stock_v1(restore_fulfilled_stock_v1.taker);
  PERFORM FROM inventory_level
  WHERE id IN (
    SELECT level.id
    FROM stock_fulfillment AS used
    JOIN inventory_level AS level
      ON level.inventory_item_id = used.inventory_item_id
        AND level.location_id = used.location_id
        AND level.deleted_at IS NULL
    WHERE used.fulfillment_id = restore_fulfilled_stock_v1.fulfillment_id
      AND used.restored_at IS NULL)
  ORDER BY id
  FOR NO KEY UPDATE;

  FOR taken IN
    UPDATE stock_fulfillment
    SET restored_at = restore_fulfilled_stock_v1.occurred_at
    WHERE stock_fulfillment.fulfillment_id = restore_fulfilled_stock_v1.fulfillment_id
      AND restored_at IS NULL
    RETURNING *
  LOOP
    SELECT id
    INTO level_id
    FROM inventory_level
    WHERE inventory_item_id = taken.inventory_item_id
      AND location_id = taken.location_id
      AND deleted_at IS NULL;
    CONTINUE WHEN NOT FOUND;
    IF taken.taken_quantity > 0 THEN
      PERFORM add_to_level(
        taken.inventory_item_id, taken.location_id, taken.taken_quantity, occurred_at,
        causation_id, actor);
    END IF;
    IF taken.released_quantity > 0 THEN
      PERFORM reserve_at(
        level_id, taken.line_item_id, taken.taker, taken.released_quantity, occurred_at,
        causation_id, actor);
    END IF;
  END LOOP;
END
$$;

-- Location that units of an item come back to when none is named: the one that the order was fulfilled
-- from last, else the only one that has the item, else the default location of the store.
CREATE OR REPLACE FUNCTION receipt_location(p_taker text, p_item_id text) RETURNS text
LANGUAGE sql
STABLE
AS $$
  WITH possible AS (
    SELECT location_id
    FROM inventory_level
    WHERE inventory_item_id = p_item_id AND deleted_at IS NULL
  )
  SELECT coalesce(
    (
      SELECT fulfilled.location_id
      FROM stock_fulfillment AS fulfilled
      JOIN possible ON possible.location_id = fulfilled.location_id
      WHERE fulfilled.taker = p_taker AND fulfilled.inventory_item_id = p_item_id
        AND fulfilled.restored_at IS NULL
        -- Others have only ended a reservation there.
        AND fulfilled.taken_quantity > 0
      ORDER BY fulfilled.taken_at DESC, fulfilled.location_id
      LIMIT 1
    ),
    (SELECT min(location_id) FROM possible HAVING count(*) = 1),
    (SELECT location_id FROM possible WHERE location_id IN (SELECT default_location_id FROM store))
  )
$$;

-- Published to the order verticle: adds the units [{variant_id, quantity}] of a received return to
-- stock, those of variants with an inventory item at the location, or at that of receipt_location.
CREATE OR REPLACE FUNCTION receive_stock_v2(
  taker text, receiver text, location_id text, lines jsonb, occurred_at timestamptz,
  causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  located jsonb;
  simple jsonb;
  item record;
BEGIN
  PERFORM lock_stock_v1(receive_stock_v2.taker);
  PERFORM lock_simple_stock(variant_ids(lines));
  located := located_lines(lines);
  simple := simple_lines(lines);
  IF simple IS NOT NULL THEN
    PERFORM receive_stock_v1(receiver, simple, occurred_at, causation_id, actor);
  END IF;
  IF located IS NULL THEN
    RETURN;
  END IF;

  PERFORM FROM inventory_level
  WHERE inventory_item_id IN (
      SELECT inventory_item_id
      FROM jsonb_to_recordset(located) AS given (inventory_item_id text))
    AND inventory_level.location_id = coalesce(
      receive_stock_v2.location_id, receipt_location(receive_stock_v2.taker, inventory_item_id))
    AND deleted_at IS NULL
  ORDER BY id
  FOR NO KEY UPDATE;

  FOR item IN
    SELECT inventory_item_id, sum(quantity * required_quantity)::bigint AS quantity,
      coalesce(
        receive_stock_v2.location_id,
        receipt_location(receive_stock_v2.taker, inventory_item_id)) AS location_id
    FROM jsonb_to_recordset(located) AS given (
      inventory_item_id text, required_quantity bigint, quantity bigint)
    WHERE quantity > 0
    GROUP BY inventory_item_id
    ORDER BY inventory_item_id
  LOOP
    IF item.location_id IS NULL THEN
      RAISE EXCEPTION 'location_id is required to receive items that are stocked at locations'
        USING ERRCODE = 'TW011';
    END IF;
    IF NOT add_to_level(
      item.inventory_item_id, item.location_id, item.quantity, occurred_at, causation_id, actor)
    THEN
      RAISE EXCEPTION 'Inventory level for inventory item % and location % not found',
        item.inventory_item_id, item.location_id
        USING ERRCODE = 'TW010';
    END IF;
  END LOOP;
END
$$;

-- Published to the order verticle: follows a confirmed edit of an order with the lines
-- [{line_item_id, previous_id, variant_id, change, open_quantity}]: previous_id of a line that
-- another one replaces, units added or removed, and units left to fulfill. Further units are taken
-- and reserved as take_stock_v2 does, and refused as there; units that the order took and does not
-- keep go back. The taker stays the order, so that its cancellation returns all that it has by then.
CREATE OR REPLACE FUNCTION change_stock_v1(
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
  PERFORM lock_stock_v1(change_stock_v1.taker);
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
      AND reservation_item.taker = change_stock_v1.taker
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
    AND stock_fulfillment.taker = change_stock_v1.taker;

  -- Units that the order took before the variant had an item are not reserved.
  SELECT jsonb_agg(each) FILTER (WHERE taking.variant_id IS NOT NULL),
    jsonb_agg(each) FILTER (WHERE taking.variant_id IS NULL)
  INTO taken_before, located
  FROM jsonb_array_elements(located) AS each
  LEFT JOIN stock_taking AS taking
    ON taking.taker = change_stock_v1.taker
      AND taking.variant_id = each ->> 'variant_id'
      AND taking.returned_at IS NULL;
  PERFORM change_taking(
    change_stock_v1.taker, simple_lines(lines), occurred_at, causation_id, actor);
  PERFORM change_located_taking(
    change_stock_v1.taker, change_stock_v1.channel_id, taken_before, occurred_at, causation_id,
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
    -- take_stock_v2 reserves for lines that it does not know.
    DELETE FROM stock_line
    WHERE line_item_id IN (
      SELECT line_item_id FROM jsonb_to_recordset(further) AS given (line_item_id text));
    PERFORM take_stock_v2(
      change_stock_v1.taker, change_stock_v1.channel_id, further, occurred_at, causation_id,
      actor);
  END IF;
END
$$;

-- Changes the quantities that a taker took of variants without an inventory item, by the sum of the
-- lines of each. What it did not take is not given back.
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
END
$$;

-- Units of each variant that the lines add to what the taker took, or remove from it.
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
-- units leave a location of the channel that has them all; others go back where return_stock_v1
-- returns them to.
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

-- Location that units of an item go back to when none is named: the default location of the
-- store, else the first that has the item.
CREATE OR REPLACE FUNCTION return_location(p_item_id text) RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT level.location_id
  FROM inventory_level AS level
  WHERE level.inventory_item_id = p_item_id AND level.deleted_at IS NULL
  ORDER BY level.location_id IN (SELECT default_location_id FROM store) DESC, level.created_at,
    level.id
  LIMIT 1
$$;

-- Reserves units of an item at a location for a line or another purpose, as staff want: p_given has
-- id, taker, line_item_id, inventory_item_id or the variant_id of the line, location_id, quantity,
-- description, metadata and created_by. Only available units can be reserved. The caller has locked
-- the order of the line; all reservations of the line together have at most p_line_limit units.
CREATE OR REPLACE FUNCTION create_reservation_v1(
  p_given jsonb, p_line_limit bigint, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
DECLARE
  given reservation_item%ROWTYPE := jsonb_populate_record(NULL::reservation_item, p_given);
  available bigint;
BEGIN
  IF given.taker IS NOT NULL THEN
    PERFORM lock_stock_v1(given.taker);
  END IF;
  IF given.inventory_item_id IS NULL THEN
    SELECT inventory_item_id
    INTO given.inventory_item_id
    FROM product_variant_inventory_item
    WHERE variant_id = p_given ->> 'variant_id';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Variant with id: % has no inventory item', p_given ->> 'variant_id'
        USING ERRCODE = 'TW009';
    END IF;
  END IF;
  IF EXISTS (
    SELECT
    FROM stock_taking
    JOIN product_variant_inventory_item AS link ON link.variant_id = stock_taking.variant_id
    WHERE stock_taking.taker = given.taker
      AND stock_taking.returned_at IS NULL
      AND link.inventory_item_id = given.inventory_item_id)
  THEN
    RAISE EXCEPTION 'The units of the line item are out of stock already'
      USING ERRCODE = 'TW009';
  END IF;
  SELECT available_quantity
  INTO available
  FROM inventory_level
  WHERE inventory_item_id = given.inventory_item_id
    AND location_id = given.location_id
    AND deleted_at IS NULL
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Item % is not stocked at location %', given.inventory_item_id,
      given.location_id USING ERRCODE = 'TW010';
  END IF;
  PERFORM require_line_limit(given.line_item_id, given.id, given.quantity, p_line_limit);
  IF available < given.quantity AND p_given -> 'may_exceed_stock' IS NULL THEN
    RAISE EXCEPTION 'Not enough stock available for item % at location %',
      given.inventory_item_id, given.location_id USING ERRCODE = 'TW009';
  END IF;

  UPDATE inventory_level
  SET reserved_quantity = reserved_quantity + given.quantity, updated_at = p_occurred_at
  WHERE inventory_item_id = given.inventory_item_id
    AND location_id = given.location_id
    AND deleted_at IS NULL;
  INSERT INTO reservation_item (
    id, created_at, updated_at, line_item_id, inventory_item_id, location_id, quantity,
    description, created_by, metadata, taker
  )
  VALUES (
    given.id, p_occurred_at, p_occurred_at, given.line_item_id, given.inventory_item_id,
    given.location_id, given.quantity, given.description, given.created_by, given.metadata,
    given.taker
  );
  PERFORM append_inventory_event(
    given.inventory_item_id, 'reservation-item.created', given.id, 1,
    jsonb_build_object('ids', jsonb_build_array(given.id)), p_occurred_at, p_causation_id,
    p_actor);
END
$$;

-- Refuses more reserved units of a line than it has left to fulfill.
CREATE OR REPLACE FUNCTION require_line_limit(
  p_line_item_id text, p_id text, p_quantity bigint, p_line_limit bigint
) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF p_line_limit IS NOT NULL AND p_quantity + (
      SELECT coalesce(sum(quantity), 0)
      FROM reservation_item
      WHERE line_item_id = p_line_item_id AND id <> p_id AND deleted_at IS NULL) > p_line_limit
  THEN
    RAISE EXCEPTION
      'The reservation quantity cannot be greater than the unfulfilled line item quantity'
      USING ERRCODE = 'TW011';
  END IF;
END
$$;

-- Changes the given fields of a reservation: quantity, location_id, description, metadata. More units,
-- or units at another location, have to be available.
CREATE OR REPLACE FUNCTION change_reservation_v1(
  p_id text, p_given jsonb, p_line_limit bigint, p_occurred_at timestamptz, p_causation_id text,
  p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
DECLARE
  before reservation_item%ROWTYPE;
  changed reservation_item%ROWTYPE;
  available bigint;
BEGIN
  SELECT * INTO before FROM reservation_item WHERE id = p_id AND deleted_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'ReservationItem with id % was not found', p_id USING ERRCODE = 'TW010';
  END IF;
  IF before.taker IS NOT NULL THEN
    PERFORM lock_stock_v1(before.taker);
  END IF;
  PERFORM FROM inventory_level
  WHERE inventory_item_id = before.inventory_item_id
    AND location_id IN (before.location_id, p_given ->> 'location_id')
    AND deleted_at IS NULL
  ORDER BY id
  FOR NO KEY UPDATE;
  SELECT * INTO before FROM reservation_item WHERE id = p_id AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'ReservationItem with id % was not found', p_id USING ERRCODE = 'TW010';
  END IF;
  IF NOT EXISTS (
    SELECT FROM inventory_level
    WHERE inventory_item_id = before.inventory_item_id
      AND location_id = coalesce(p_given ->> 'location_id', before.location_id)
      AND deleted_at IS NULL)
  THEN
    RAISE EXCEPTION 'Item % is not stocked at location %', before.inventory_item_id,
      coalesce(p_given ->> 'location_id', before.location_id) USING ERRCODE = 'TW010';
  END IF;

  UPDATE reservation_item
  SET quantity = coalesce((p_given ->> 'quantity')::bigint, quantity),
    location_id = coalesce(p_given ->> 'location_id', location_id),
    description = CASE WHEN p_given ? 'description' THEN p_given ->> 'description'
      ELSE description END,
    metadata = CASE WHEN jsonb_typeof(p_given -> 'metadata') = 'object'
      THEN (coalesce(metadata, '{}') || (p_given -> 'metadata')) - ARRAY(
        SELECT key FROM jsonb_each(p_given -> 'metadata') WHERE value = '""')
      ELSE metadata END,
    version = version + 1,
    updated_at = p_occurred_at
  WHERE id = p_id
  RETURNING * INTO changed;

  UPDATE inventory_level
  SET reserved_quantity = reserved_quantity - before.quantity, updated_at = p_occurred_at
  WHERE inventory_item_id = before.inventory_item_id
    AND location_id = before.location_id
    AND deleted_at IS NULL;
  UPDATE inventory_level
  SET reserved_quantity = reserved_quantity + changed.quantity, updated_at = p_occurred_at
  WHERE inventory_item_id = changed.inventory_item_id
    AND location_id = changed.location_id
    AND deleted_at IS NULL
  RETURNING available_quantity INTO available;
  IF changed.quantity > before.quantity THEN
    PERFORM require_line_limit(changed.line_item_id, p_id, changed.quantity, p_line_limit);
  END IF;
  IF available < 0
    AND (changed.quantity > before.quantity OR changed.location_id <> before.location_id)
  THEN
    RAISE EXCEPTION 'Not enough stock available for item % at location %',
      changed.inventory_item_id, changed.location_id USING ERRCODE = 'TW009';
  END IF;
  PERFORM append_inventory_event(
    changed.inventory_item_id, 'reservation-item.updated', p_id, changed.version,
    jsonb_build_object('id', p_id), p_occurred_at, p_causation_id, p_actor);
END
$$;

-- Ends a reservation; an unknown or ended one stays as it is.
CREATE OR REPLACE FUNCTION delete_reservation_v1(
  p_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
DECLARE
  reservation reservation_item%ROWTYPE;
BEGIN
  SELECT * INTO reservation FROM reservation_item WHERE id = p_id AND deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM FROM inventory_level
  WHERE inventory_item_id = reservation.inventory_item_id
    AND location_id = reservation.location_id
    AND deleted_at IS NULL
  FOR NO KEY UPDATE;
  SELECT *
  INTO reservation
  FROM reservation_item
  WHERE id = p_id AND deleted_at IS NULL
  FOR UPDATE;
  IF FOUND THEN
    PERFORM release_reservation(
      p_id, reservation.quantity, p_occurred_at, p_causation_id, p_actor);
  END IF;
END
$$;

-- Deletes levels with their reservations, whose units are kept no longer.
CREATE OR REPLACE FUNCTION delete_levels(
  p_level_ids text[], p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  gone record;
BEGIN
  PERFORM FROM inventory_level WHERE id = ANY (p_level_ids) ORDER BY id FOR NO KEY UPDATE;
  FOR gone IN
    SELECT reservation.id, reservation.quantity
    FROM reservation_item AS reservation
    JOIN inventory_level AS level
      ON level.inventory_item_id = reservation.inventory_item_id
        AND level.location_id = reservation.location_id
    WHERE level.id = ANY (p_level_ids)
      AND level.deleted_at IS NULL
      AND reservation.deleted_at IS NULL
    ORDER BY reservation.id
  LOOP
    PERFORM release_reservation(
      gone.id, gone.quantity, p_occurred_at, p_causation_id, p_actor);
  END LOOP;
  FOR gone IN
    UPDATE inventory_level
    SET deleted_at = p_occurred_at, updated_at = p_occurred_at, version = version + 1
    WHERE id = ANY (p_level_ids) AND deleted_at IS NULL
    RETURNING id, inventory_item_id, version
  LOOP
    PERFORM append_inventory_event(
      gone.inventory_item_id, 'inventory-level.deleted', gone.id, gone.version,
      jsonb_build_object('ids', jsonb_build_array(gone.id)), p_occurred_at, p_causation_id,
      p_actor);
  END LOOP;
END
$$;

-- Deletes items with their levels, reservations and links. Their variants are then counted by
-- inventory_quantity. The items are changed first, so that no level is made for them meanwhile.
CREATE OR REPLACE FUNCTION delete_inventory_items(
  p_ids text[], p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN
    UPDATE inventory_item
    SET deleted_at = p_occurred_at, updated_at = p_occurred_at, version = version + 1
    WHERE id = ANY (p_ids) AND deleted_at IS NULL
    RETURNING id, version
  LOOP
    PERFORM append_inventory_event(
      gone.id, 'inventory-item.deleted', gone.id, gone.version,
      jsonb_build_object('ids', jsonb_build_array(gone.id)), p_occurred_at, p_causation_id,
      p_actor);
  END LOOP;
  DELETE FROM product_variant_inventory_item WHERE inventory_item_id = ANY (p_ids);
  PERFORM delete_levels(
    ARRAY(
      SELECT id
      FROM inventory_level
      WHERE inventory_item_id = ANY (p_ids) AND deleted_at IS NULL),
    p_occurred_at, p_causation_id, p_actor);
END
$$;

-- Deletes the items of variants.
CREATE OR REPLACE FUNCTION delete_items_of_variants(
  p_variant_ids text[], p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE sql
AS $$
  SELECT delete_inventory_items(
    ARRAY(
      SELECT inventory_item_id
      FROM product_variant_inventory_item
      WHERE variant_id = ANY (p_variant_ids)
      ORDER BY inventory_item_id),
    p_occurred_at, p_causation_id, p_actor)
$$;

-- Deletes what belongs to a deleted location: its levels, their reservations and its links to channels. The
-- default location of a shop whose stock is converted is refused.
CREATE OR REPLACE FUNCTION delete_stock_location(
  p_id text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM store WHERE default_location_id = p_id AND stock_located_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'Stock location % is the default location of the store', p_id
      USING ERRCODE = 'TW009';
  END IF;
  UPDATE store
  SET default_location_id = NULL, version = version + 1, updated_at = p_occurred_at
  WHERE default_location_id = p_id;
  DELETE FROM sales_channel_location WHERE location_id = p_id;
  PERFORM delete_levels(
    ARRAY(SELECT id FROM inventory_level WHERE location_id = p_id AND deleted_at IS NULL),
    p_occurred_at, p_causation_id, p_actor);
END
$$;

REVOKE ALL ON FUNCTION new_id, append_inventory_event, lock_stock_v1, variant_ids,
  lock_simple_stock, located_lines, simple_lines, reserve_at, release_reservation, add_to_level,
  take_stock_v2, lock_reserved_levels, release_reservations, fulfill_stock_v1, take_from_level,
  restore_fulfilled_stock_v1, receive_stock_v2, receipt_location, change_stock_v1, change_taking,
  taking_changes,
  change_located_taking, return_location, create_reservation_v1, require_line_limit,
  change_reservation_v1, delete_reservation_v1, delete_levels, delete_inventory_items,
  delete_items_of_variants, delete_stock_location FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_stock_v1, take_stock_v2, fulfill_stock_v1,
  restore_fulfilled_stock_v1, receive_stock_v2, change_stock_v1, create_reservation_v1,
  change_reservation_v1 TO "${role_prefix}orders";

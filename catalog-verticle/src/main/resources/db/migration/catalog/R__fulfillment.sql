-- Stock of fulfillments and of received returns.

-- Published to the order verticle: takes the units [{fulfillment_id, line_item_id, variant_id, title,
-- quantity}] of fulfillments of an order out of the location, and out of the reservations of their
-- lines, those at the location first. Without a location the reservations decide where the units are,
-- and units without one are not taken. Units that the order took before the variant had an item are
-- out of stock already.
-- Caller: StockStore.
-- Locks: the stock lock of the taker, then the levels in the order of ids, then reservations.
-- SQLSTATE: TW009.
CREATE OR REPLACE FUNCTION fulfill_stock(
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
  PERFORM lock_stock(fulfill_stock.taker);
  SELECT jsonb_agg(line)
  INTO located
  FROM jsonb_array_elements(located_lines(lines)) AS line
  WHERE NOT EXISTS (
    SELECT FROM stock_taking
    WHERE stock_taking.taker = fulfill_stock.taker
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
    WHERE level.location_id = fulfill_stock.location_id
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
    IF fulfill_stock.location_id IS NOT NULL THEN
      PERFORM take_from_level(
        fulfill_stock.taker, line.fulfillment_id, line.line_item_id, line.title,
        line.inventory_item_id, fulfill_stock.location_id, wanted, 0, occurred_at,
        causation_id, actor);
    END IF;
    FOR reservation IN
      SELECT id, location_id, quantity
      FROM reservation_item
      WHERE line_item_id = line.line_item_id
        AND inventory_item_id = line.inventory_item_id
        AND deleted_at IS NULL
      ORDER BY location_id IS NOT DISTINCT FROM fulfill_stock.location_id DESC, created_at, id
    LOOP
      EXIT WHEN wanted = 0;
      part := least(wanted, reservation.quantity);
      PERFORM release_reservation(reservation.id, part, occurred_at, causation_id, actor);
      PERFORM take_from_level(
        fulfill_stock.taker, line.fulfillment_id, line.line_item_id, line.title,
        line.inventory_item_id, reservation.location_id,
        CASE WHEN fulfill_stock.location_id IS NULL THEN part ELSE 0 END, part, occurred_at,
        causation_id, actor);
      wanted := wanted - part;
    END LOOP;
  END LOOP;
END
$$;

-- Takes units of a fulfillment out of a level, and records them with the reserved units used up there.
-- Caller: fulfill_stock.
-- Locks: the level, locked by the caller before.
-- SQLSTATE: TW009.
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
-- Caller: StockStore.
-- Locks: the stock lock of the taker, then the levels in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION restore_fulfilled_stock(
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
  PERFORM lock_stock(restore_fulfilled_stock.taker);
  PERFORM FROM inventory_level
  WHERE id IN (
    SELECT level.id
    FROM stock_fulfillment AS used
    JOIN inventory_level AS level
      ON level.inventory_item_id = used.inventory_item_id
        AND level.location_id = used.location_id
        AND level.deleted_at IS NULL
    WHERE used.fulfillment_id = restore_fulfilled_stock.fulfillment_id
      AND used.restored_at IS NULL)
  ORDER BY id
  FOR NO KEY UPDATE;

  FOR taken IN
    UPDATE stock_fulfillment
    SET restored_at = restore_fulfilled_stock.occurred_at
    WHERE stock_fulfillment.fulfillment_id = restore_fulfilled_stock.fulfillment_id
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

-- Published to the order verticle: adds the units [{variant_id, quantity}] of a received return to
-- stock, those of variants with an inventory item at the location, or at that of receipt_location.
-- Caller: StockStore.
-- Locks: the stock lock of the taker, then variants without an item, then levels, each in the order of ids.
-- SQLSTATE: TW010, TW011.
CREATE OR REPLACE FUNCTION receive_stock(
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
  PERFORM lock_stock(receive_stock.taker);
  PERFORM lock_simple_stock(variant_ids(lines));
  located := located_lines(lines);
  simple := simple_lines(lines);
  IF simple IS NOT NULL THEN
    PERFORM receive_simple_stock(receiver, simple, occurred_at, causation_id, actor);
  END IF;
  IF located IS NULL THEN
    RETURN;
  END IF;

  PERFORM FROM inventory_level
  WHERE inventory_item_id IN (
      SELECT inventory_item_id
      FROM jsonb_to_recordset(located) AS given (inventory_item_id text))
    AND inventory_level.location_id = coalesce(
      receive_stock.location_id, receipt_location(receive_stock.taker, inventory_item_id))
    AND deleted_at IS NULL
  ORDER BY id
  FOR NO KEY UPDATE;

  FOR item IN
    SELECT inventory_item_id, sum(quantity * required_quantity)::bigint AS quantity,
      coalesce(
        receive_stock.location_id,
        receipt_location(receive_stock.taker, inventory_item_id)) AS location_id
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

REVOKE ALL ON FUNCTION fulfill_stock, take_from_level, restore_fulfilled_stock, receive_stock FROM
  PUBLIC;
GRANT EXECUTE ON FUNCTION fulfill_stock, restore_fulfilled_stock, receive_stock TO
  "${role_prefix}orders";

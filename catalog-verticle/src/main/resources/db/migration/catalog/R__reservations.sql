-- Reservations of stock at locations, for line items and by staff.

-- An id in the form of all others: prefix, and a ULID of the current time and 80 random bits.
-- Java cannot pass the ids: how many reservations a line gets, and which of them are new, is known only under
-- the locks of the levels, and the placement of an order is one call.
-- Caller: locate_variant, open_location, reserve_at.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION new_id(prefix text) RETURNS text
LANGUAGE sql
VOLATILE
AS $$
  SELECT prefix || '_' || new_ulid()
$$;

-- Reserves the units at a level whose row is locked: adds to the reservation of the line there, or
-- makes one.
-- Caller: restore_fulfilled_stock, take_stock.
-- Locks: the level, locked by the caller before; the reservation.
-- SQLSTATE: none.
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
-- Caller: change_stock, delete_levels, delete_reservation, fulfill_stock, release_reservations.
-- Locks: the reservation; the level, locked by the caller before.
-- SQLSTATE: none.
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

-- Locks the levels of all live reservations of a taker.
-- Caller: release_reservations.
-- Locks: the levels, in the order of their ids.
-- SQLSTATE: none.
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
-- Caller: return_stock.
-- Locks: the levels, then the reservations.
-- SQLSTATE: none.
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

-- Reserves units of an item at a location for a line or another purpose, as staff want: p_given has
-- id, taker, line_item_id, inventory_item_id or the variant_id of the line, location_id, quantity,
-- description, metadata and created_by. Only available units can be reserved. The caller has locked
-- the order of the line; all reservations of the line together have at most p_line_limit units.
-- Caller: InventoryStore, StockStore, locate_variant.
-- Locks: the stock lock of the taker, if there is one, then the level. The order of the line is locked by the
--   caller before.
-- SQLSTATE: TW009, TW010, TW011.
CREATE OR REPLACE FUNCTION create_reservation(
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
    PERFORM lock_stock(given.taker);
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
-- Caller: change_reservation, create_reservation.
-- Locks: none; the order of the line and the level are locked by the caller before.
-- SQLSTATE: TW011.
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
-- Caller: InventoryStore, StockStore.
-- Locks: the stock lock of the taker, if there is one, then both levels in the order of ids, then the
--   reservation. The order of the line is locked by the caller before.
-- SQLSTATE: TW009, TW010, TW011, check_violation.
CREATE OR REPLACE FUNCTION change_reservation(
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
    PERFORM lock_stock(before.taker);
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
    metadata = merged_metadata(metadata, p_given -> 'metadata'),
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
-- Caller: InventoryStore.
-- Locks: the level, then the reservation.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION delete_reservation(
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

REVOKE ALL ON FUNCTION new_id, reserve_at, release_reservation, lock_reserved_levels,
  release_reservations, create_reservation, require_line_limit, change_reservation,
  delete_reservation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_reservation, change_reservation TO "${role_prefix}orders";

-- Levels of inventory items: stocked and reserved units of an item at a location.

-- Event of an inventory item, level or reservation, ordered by its item.
-- Caller: add_to_level, change_reservation, create_reservation, delete_inventory_items, delete_levels,
--   locate_variant, release_reservation, reserve_at, take_stock.
-- Locks: none.
-- SQLSTATE: none.
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

-- Adds units to the stock of a level, or takes them with a negative quantity. Returns whether there
-- is such a level.
-- Caller: change_located_taking, receive_stock, restore_fulfilled_stock, return_stock, take_from_level.
-- Locks: the level.
-- SQLSTATE: none.
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

-- Deletes levels with their reservations, whose units are kept no longer.
-- Caller: delete_inventory_items, delete_stock_location.
-- Locks: the levels in the order of ids, then their reservations.
-- SQLSTATE: none.
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
-- Caller: InventoryStore, delete_items_of_variants.
-- Locks: the items, then their levels in the order of ids.
-- SQLSTATE: none.
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
-- Caller: InventoryStore.
-- Locks: those of delete_inventory_items.
-- SQLSTATE: none.
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

REVOKE ALL ON FUNCTION append_inventory_event, add_to_level, delete_levels, delete_inventory_items,
  delete_items_of_variants FROM PUBLIC;

-- Locations that units go back to, and the deletion of a location.

-- Location that units of an item come back to when none is named: the one that the order was fulfilled
-- from last, else the only one that has the item, else the default location of the store.
-- Caller: receive_stock.
-- Locks: none.
-- SQLSTATE: none.
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

-- Location that units of an item go back to when none is named: the default location of the
-- store, else the first that has the item.
-- Caller: change_located_taking, return_stock.
-- Locks: none.
-- SQLSTATE: none.
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

-- Deletes what belongs to a deleted location: its levels, their reservations and its links to channels. The
-- default location of a shop whose stock is converted is refused.
-- Caller: InventoryStore.
-- Locks: the store, then the levels of the location in the order of ids.
-- SQLSTATE: TW009.
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

REVOKE ALL ON FUNCTION receipt_location, return_location, delete_stock_location FROM PUBLIC;

-- Id of the stock location of that name, which is created if there is none, linked to all sales channels,
-- and the default location of the store. A shop whose stock is converted keeps its default location, which
-- is then the one that is returned. Concurrent runs wait.
-- Caller: StockConversionStore.
-- Locks: the conversion of the stock, an advisory lock until the end of the transaction; the location,
--   shared; the store.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION open_location(
  p_id text, p_name text, p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  opened text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('locate-stock', 0));
  SELECT default_location_id INTO opened FROM store WHERE stock_located_at IS NOT NULL;
  IF FOUND THEN
    RETURN opened;
  END IF;
  SELECT id
  INTO opened
  FROM stock_location
  WHERE name = p_name AND deleted_at IS NULL
  ORDER BY created_at, id
  LIMIT 1
  FOR SHARE;
  IF NOT FOUND THEN
    opened := p_id;
    INSERT INTO stock_location (id, created_at, updated_at, name)
    VALUES (opened, p_occurred_at, p_occurred_at, p_name);
    INSERT INTO outbox (
      event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
      actor
    )
    VALUES (
      gen_random_uuid()::text, 'commerce.settings.v1', opened, 'stock-location.created', opened, 1,
      jsonb_build_object('id', opened), p_occurred_at, p_causation_id, p_actor
    );
  END IF;
  INSERT INTO sales_channel_location (
    id, created_at, updated_at, sales_channel_id, location_id
  )
  SELECT new_id('scloc'), p_occurred_at, p_occurred_at, channel.id, opened
  FROM sales_channel AS channel
  WHERE channel.deleted_at IS NULL
  ON CONFLICT (sales_channel_id, location_id) WHERE deleted_at IS NULL DO NOTHING;
  UPDATE store
  SET default_location_id = opened, version = version + 1, updated_at = p_occurred_at
  WHERE default_location_id IS DISTINCT FROM opened;
  RETURN opened;
END
$$;

-- Makes the inventory item of a variant with a simple stock, and its level at the location with the units
-- in stock. Units that were sold beyond the stock become a reservation, so that as many are missing as
-- before. The variant is locked by the caller. Returns the id of the item.
-- Caller: locate_variants.
-- Locks: none; the variant is locked by the caller before.
-- SQLSTATE: TW009, TW010, TW011.
CREATE OR REPLACE FUNCTION locate_variant(
  variant product_variant, p_location_id text, p_occurred_at timestamptz, p_causation_id text,
  p_actor text
) RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  item_id text := new_id('iitem');
  level_id text := new_id('ilev');
BEGIN
  INSERT INTO inventory_item (
    id, created_at, updated_at, sku, origin_country, hs_code, mid_code, material, weight, length,
    height, width
  )
  VALUES (
    item_id, p_occurred_at, p_occurred_at,
    CASE WHEN NOT EXISTS (
      SELECT FROM inventory_item AS known
      WHERE known.sku = variant.sku AND known.deleted_at IS NULL) THEN variant.sku END,
    variant.origin_country, variant.hs_code, variant.mid_code, variant.material, variant.weight,
    variant.length, variant.height, variant.width
  );
  INSERT INTO product_variant_inventory_item (
    id, created_at, updated_at, variant_id, inventory_item_id
  )
  VALUES (new_id('pvitem'), p_occurred_at, p_occurred_at, variant.id, item_id);
  INSERT INTO inventory_level (
    id, created_at, updated_at, inventory_item_id, location_id, stocked_quantity
  )
  VALUES (
    level_id, p_occurred_at, p_occurred_at, item_id, p_location_id,
    greatest(variant.inventory_quantity, 0)
  );
  PERFORM append_inventory_event(
    item_id, 'inventory-item.created', item_id, 1,
    jsonb_build_object('ids', jsonb_build_array(item_id)), p_occurred_at, p_causation_id, p_actor);
  PERFORM append_inventory_event(
    item_id, 'inventory-level.created', level_id, 1,
    jsonb_build_object('ids', jsonb_build_array(level_id)), p_occurred_at, p_causation_id, p_actor);
  IF variant.inventory_quantity < 0 THEN
    PERFORM create_reservation(
      jsonb_build_object(
        'id', new_id('resitem'), 'inventory_item_id', item_id, 'location_id', p_location_id,
        'quantity', -variant.inventory_quantity, 'may_exceed_stock', true,
        'description', 'Sold beyond the stock before it was located'),
      NULL, p_occurred_at, p_causation_id, p_actor);
  END IF;
  RETURN item_id;
END
$$;

-- Makes the items of managed variants without one: of those with these ids, or of all if the ids are
-- null. Returns the ids of the items, at most p_limit. Orders that are placed meanwhile wait for the
-- variants, and then find the level.
-- Caller: locate_stock, locate_written_variants.
-- Locks: the variants, in the order of ids.
-- SQLSTATE: TW009, TW010, TW011.
CREATE OR REPLACE FUNCTION locate_variants(
  p_ids text[], p_location_id text, p_limit integer, p_occurred_at timestamptz,
  p_causation_id text, p_actor text
) RETURNS text[]
LANGUAGE plpgsql
AS $$
DECLARE
  variant product_variant%ROWTYPE;
  located text[] := '{}';
BEGIN
  FOR variant IN
    SELECT *
    FROM product_variant AS t
    WHERE t.manage_inventory
      AND t.deleted_at IS NULL
      AND (p_ids IS NULL OR t.id = ANY (p_ids))
      AND NOT EXISTS (
        SELECT FROM product_variant_inventory_item AS link WHERE link.variant_id = t.id)
    ORDER BY t.id
    LIMIT p_limit
    FOR NO KEY UPDATE
  LOOP
    -- A concurrent request may have made the item while this one waited.
    CONTINUE WHEN EXISTS (
      SELECT FROM product_variant_inventory_item AS link WHERE link.variant_id = variant.id);
    located := located || locate_variant(
      variant, p_location_id, p_occurred_at, p_causation_id, p_actor);
  END LOOP;
  RETURN located;
END
$$;

-- Converts at most p_limit variants to stock at the location, and the shop when there are none left. Writers
-- of products read the conversion under a lock of the store, which the change of the store waits for: the
-- variants that they have added to a shop with a simple stock are converted after it. The conversion of the
-- shop appends p_events. Returns how many variants there were.
-- Caller: StockConversionStore.
-- Locks: the conversion of the stock, an advisory lock; the location, shared; then variants in the order of
--   ids, or the store and all variants left.
-- SQLSTATE: TW009, TW010, TW011.
CREATE OR REPLACE FUNCTION locate_stock(
  p_location_id text, p_limit integer, p_occurred_at timestamptz, p_causation_id text,
  p_actor text, p_events jsonb
) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  located integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('locate-stock', 0));
  PERFORM FROM stock_location WHERE id = p_location_id AND deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'StockLocation with id % was not found', p_location_id USING ERRCODE = 'TW010';
  END IF;
  located := cardinality(locate_variants(
    NULL, p_location_id, p_limit, p_occurred_at, p_causation_id, p_actor));
  IF located > 0 THEN
    RETURN located;
  END IF;
  UPDATE store
  SET stock_located_at = p_occurred_at, default_location_id = p_location_id,
    version = version + 1, updated_at = p_occurred_at
  WHERE stock_located_at IS NULL;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  PERFORM append_events(p_events);
  RETURN cardinality(locate_variants(
    NULL, p_location_id, NULL, p_occurred_at, p_causation_id, p_actor));
END
$$;

-- Makes the items of written variants in a shop whose stock is converted: the stock that is given for a
-- new variant is at the default location. Returns the ids of the items.
-- Caller: InventoryStore.
-- Locks: the variants, in the order of ids; the store is locked, shared, by the caller before.
-- SQLSTATE: TW009, TW010, TW011.
CREATE OR REPLACE FUNCTION locate_written_variants(
  p_ids text[], p_occurred_at timestamptz, p_causation_id text, p_actor text
) RETURNS text[]
LANGUAGE sql
AS $$
  SELECT locate_variants(
    p_ids, store.default_location_id, NULL, p_occurred_at, p_causation_id, p_actor)
  FROM store
  WHERE store.stock_located_at IS NOT NULL
$$;

REVOKE ALL ON FUNCTION open_location, locate_variant, locate_variants, locate_stock,
  locate_written_variants FROM PUBLIC;

-- Turns variants with a simple stock into variants with an inventory item: makes the item of each, and
-- its level at the location with the units in stock. Returns how many there were, at most p_limit.
-- Orders that are placed meanwhile wait for the variants, and then find the level. Units that were sold
-- beyond the stock become a reservation, so that as many are missing as before.
CREATE OR REPLACE FUNCTION locate_stock_v1(
  p_location_id text, p_limit integer, p_occurred_at timestamptz, p_causation_id text,
  p_actor text
) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  variant product_variant%ROWTYPE;
  item_id text;
  level_id text;
  located integer := 0;
BEGIN
  FOR variant IN
    SELECT *
    FROM product_variant AS t
    WHERE t.manage_inventory
      AND t.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT FROM product_variant_inventory_item AS link WHERE link.variant_id = t.id)
    ORDER BY t.id
    LIMIT p_limit
    FOR NO KEY UPDATE
  LOOP
    -- A concurrent run or request may have made the item while this one waited.
    CONTINUE WHEN EXISTS (
      SELECT FROM product_variant_inventory_item AS link WHERE link.variant_id = variant.id);
    item_id := new_id('iitem');
    level_id := new_id('ilev');
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
      jsonb_build_object('ids', jsonb_build_array(item_id)), p_occurred_at, p_causation_id,
      p_actor);
    PERFORM append_inventory_event(
      item_id, 'inventory-level.created', level_id, 1,
      jsonb_build_object('ids', jsonb_build_array(level_id)), p_occurred_at, p_causation_id,
      p_actor);
    IF variant.inventory_quantity < 0 THEN
      PERFORM create_reservation_v1(
        jsonb_build_object(
          'id', new_id('resitem'), 'inventory_item_id', item_id, 'location_id', p_location_id,
          'quantity', -variant.inventory_quantity, 'may_exceed_stock', true,
          'description', 'Sold beyond the stock before it was located'),
        NULL, p_occurred_at, p_causation_id, p_actor);
    END IF;
    located := located + 1;
  END LOOP;
  RETURN located;
END
$$;

REVOKE ALL ON FUNCTION locate_stock_v1 FROM PUBLIC;

-- Triggers that write the change log, in the transaction of each change. Tables are named with their
-- schema, so that an administrator's own statements are logged as well.

-- Writers of the tables wait behind the lock of CREATE TRIGGER. Where a long transaction delays it,
-- the starting node gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

-- Logs the changes of products by the rows of a table with their ids, and the kind of the argument.
CREATE OR REPLACE FUNCTION log_change_of_products() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO catalog.change_log (kind, id)
  SELECT DISTINCT 'product', product_id
  FROM changed;
  IF FOUND AND TG_NARGS > 0 THEN
    INSERT INTO catalog.change_log (kind) VALUES (TG_ARGV[0]);
  END IF;
  RETURN NULL;
END
$$;

-- Logs the changes of products by their variants. An order takes units of them, a cancellation or a return
-- gives units back: then the log has the new stock, and carts need not read the variants again. The version
-- tells the order of several changes.
CREATE OR REPLACE FUNCTION log_change_of_variants() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('tradewind.moves_stock', true) = 'on' THEN
    INSERT INTO catalog.change_log (kind, id, detail)
    SELECT 'stock', product_id, concat_ws(
      ' ', id, version, inventory_quantity,
      to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM changed;
  ELSE
    INSERT INTO catalog.change_log (kind, id)
    SELECT DISTINCT 'product', product_id
    FROM changed;
  END IF;
  RETURN NULL;
END
$$;

-- Logs the changes of products themselves, and of the list of products if one comes, goes, or has
-- another value of what lists filter and sort by.
CREATE OR REPLACE FUNCTION log_product_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  is_listed_otherwise boolean := true;
BEGIN
  INSERT INTO catalog.change_log (kind, id)
  SELECT 'product', id
  FROM changed;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    is_listed_otherwise := EXISTS (
      SELECT id, status, deleted_at, created_at, handle, collection_id, type_id, is_giftcard
      FROM changed
      EXCEPT
      SELECT id, status, deleted_at, created_at, handle, collection_id, type_id, is_giftcard
      FROM former
    );
  END IF;
  IF is_listed_otherwise THEN
    INSERT INTO catalog.change_log (kind) VALUES ('product_list');
  END IF;
  RETURN NULL;
END
$$;

-- Logs the changes of products by their parts, and the kind of the argument. What goes together with
-- its parent is logged with the parent.
CREATE OR REPLACE FUNCTION log_change_of_parts() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'product_option_value' THEN
      INSERT INTO catalog.change_log (kind, id)
      SELECT DISTINCT 'product', product_id
      FROM catalog.product_option
      WHERE id IN (SELECT option_id FROM changed);
    WHEN 'image' THEN
      INSERT INTO catalog.change_log (kind, id)
      SELECT DISTINCT 'product', product_id
      FROM catalog.product_image
      WHERE image_id IN (SELECT id FROM changed);
    WHEN 'inventory_level' THEN
      INSERT INTO catalog.change_log (kind, id)
      SELECT DISTINCT 'product', variant.product_id
      FROM catalog.product_variant_inventory_item AS link
      JOIN catalog.product_variant AS variant ON variant.id = link.variant_id
      WHERE link.inventory_item_id IN (SELECT inventory_item_id FROM changed);
    ELSE
      INSERT INTO catalog.change_log (kind, id)
      SELECT DISTINCT 'product', product_id
      FROM catalog.product_variant
      WHERE id IN (SELECT variant_id FROM changed);
  END CASE;
  IF TG_NARGS > 0 AND EXISTS (SELECT FROM changed) THEN
    INSERT INTO catalog.change_log (kind) VALUES (TG_ARGV[0]);
  END IF;
  RETURN NULL;
END
$$;

-- The next moment at which a price list begins or ends.
CREATE OR REPLACE FUNCTION next_price_list_turn() RETURNS timestamptz
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN least(
    (SELECT min(starts_at) FROM price_list WHERE starts_at > statement_timestamp()),
    (SELECT min(ends_at) FROM price_list WHERE ends_at > statement_timestamp())
  );
END
$$;

-- All tables that cached responses show, and the function of their triggers.
SELECT watch_changes(relation, call, relation = 'product')
FROM (
  VALUES
    ('product_collection', 'log_change(''collection'')'),
    ('product_type', 'log_change(''product_type'')'),
    ('product_tag', 'log_change(''product_tag'')'),
    ('product_category', 'log_change(''product_category'')'),
    ('region', 'log_change(''region'')'),
    ('country', 'log_change(''region'')'),
    ('region_payment_provider', 'log_change(''region'')'),
    ('region_fulfillment_provider', 'log_change(''region'')'),
    ('payment_provider', 'log_change(''region'')'),
    ('fulfillment_provider', 'log_change(''region'')'),
    ('tax_provider', 'log_change(''region'')'),
    ('currency', 'log_change(''region'')'),
    ('tax_rate', 'log_change(''region'')'),
    ('product_type_tax_rate', 'log_change(''region'')'),
    ('price_list', 'log_change(''price_list'')'),
    ('price_list_customer_group', 'log_change(''price_list'')'),
    ('store', 'log_change(''sales_channel'', ''region'', ''storefront'')'),
    ('storefront_version', 'log_change(''storefront'')'),
    ('search_settings', 'log_change(''search'')'),
    ('sales_channel', 'log_change(''sales_channel'')'),
    ('sales_channel_location', 'log_change(''sales_channel'')'),
    ('publishable_api_key', 'log_change(''sales_channel'')'),
    ('publishable_api_key_sales_channel', 'log_change(''sales_channel'')'),
    ('shipping_profile', 'log_change(''shipping_option'')'),
    ('shipping_option', 'log_change(''shipping_option'')'),
    ('shipping_option_requirement', 'log_change(''shipping_option'')'),
    ('shipping_tax_rate', 'log_change(''shipping_option'')'),
    ('product', 'log_product_change()'),
    ('product_sales_channel', 'log_change_of_products(''product_list'')'),
    ('product_tagging', 'log_change_of_products(''product_list'')'),
    ('product_category_product', 'log_change_of_products(''product_list'')'),
    ('product_shipping_profile', 'log_change_of_products()'),
    -- A sale changes its products, but not their tax rates.
    ('product_tax_rate', 'log_change_of_products(''region'')'),
    ('product_image', 'log_change_of_products()'),
    ('product_option', 'log_change_of_products()'),
    ('product_variant', 'log_change_of_variants()'),
    ('product_option_value', 'log_change_of_parts()'),
    ('money_amount', 'log_change_of_parts()'),
    ('image', 'log_change_of_parts()'),
    ('inventory_level', 'log_change_of_parts()'),
    -- The first item of a shop changes what all products show.
    ('product_variant_inventory_item', 'log_change_of_parts(''inventory'')')
) AS watched (relation, call);

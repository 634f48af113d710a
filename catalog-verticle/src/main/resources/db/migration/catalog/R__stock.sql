-- Stock of variants without an inventory item: taken and returned within the transaction that places or
-- cancels an order.

-- Takes the lines [{variant_id, quantity, may_exceed_stock}] out of stock, the last for a line that is
-- taken although it is short. Lines of one variant add up; only the locked variants fall, all managed
-- ones among the lines, which lock_simple_stock has locked; a quantity that the taker has taken before
-- is not taken again. When anything is short nothing is taken: SQLSTATE TW001, its detail a JSON array
-- of {variant_id, title, available, wanted}. A deleted variant has nothing available.
--
-- Nearly always the stock covers the lines. So all is taken in one statement, because starting one costs
-- about as much as running it, and judged by what it returns.
-- Caller: take_stock.
-- Locks: the variants, locked by the caller before.
-- SQLSTATE: TW001, serialization_failure.
CREATE OR REPLACE FUNCTION take_simple_stock(
  taker text, lines jsonb, wanted_ids text[], locked_ids text[], occurred_at timestamptz,
  causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  fallen_ids text[];
  is_any_short boolean;
  missing jsonb;
BEGIN
  -- The change log takes it for moved stock, and not for another change of the product.
  PERFORM set_config('tradewind.moves_stock', 'on', true);
  WITH taken AS (
    INSERT INTO stock_taking (taker, variant_id, quantity, taken_at)
    SELECT take_simple_stock.taker, given.variant_id, sum(given.quantity),
      take_simple_stock.occurred_at
    FROM jsonb_to_recordset(lines) AS given (variant_id text, quantity bigint)
    WHERE given.variant_id = ANY (locked_ids)
    GROUP BY given.variant_id
    ON CONFLICT DO NOTHING
    RETURNING variant_id, quantity
  ),
  -- Variants are looked up by id: a join whose plan was made while the shop was small reads all of them.
  fallen AS (
    UPDATE product_variant AS variant
    SET inventory_quantity = variant.inventory_quantity
        - (SELECT quantity FROM taken WHERE taken.variant_id = variant.id),
      version = variant.version + 1,
      updated_at = take_simple_stock.occurred_at
    WHERE variant.id = ANY (ARRAY(SELECT variant_id FROM taken))
    RETURNING variant.id, variant.product_id, variant.version, variant.inventory_quantity,
      variant.deleted_at IS NOT NULL
        OR (variant.inventory_quantity < 0 AND NOT variant.allow_backorder) AS may_be_short,
      (SELECT quantity FROM taken WHERE taken.variant_id = variant.id) AS quantity
  ),
  published AS (
    INSERT INTO outbox (
      event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
    )
    SELECT gen_random_uuid()::text, fact.topic, fact.key, fact.type, fallen.id, fallen.version,
      fact.data, take_simple_stock.occurred_at, take_simple_stock.causation_id,
      take_simple_stock.actor
    FROM fallen
    CROSS JOIN LATERAL (VALUES
      ('commerce.catalog.v1', fallen.product_id, 'product-variant.updated', jsonb_build_object(
        'id', fallen.id, 'product_id', fallen.product_id,
        'fields', jsonb_build_array('inventory_quantity'))),
      ('commerce.inventory.v1', fallen.id, 'inventory.decremented', jsonb_build_object(
        'id', fallen.id, 'quantity', fallen.quantity,
        'inventory_quantity', fallen.inventory_quantity, 'taker', take_simple_stock.taker))
    ) AS fact (topic, key, type, data)
  )
  SELECT array_agg(id), bool_or(may_be_short)
  INTO fallen_ids, is_any_short
  FROM fallen;
  PERFORM set_config('tradewind.moves_stock', 'off', true);
  IF cardinality(fallen_ids) = cardinality(wanted_ids) AND NOT is_any_short THEN
    RETURN;
  END IF;

  SELECT jsonb_agg(jsonb_build_object(
    'variant_id', wanted.id,
    'title', coalesce(variant.title, wanted.id),
    'available', CASE WHEN variant.deleted_at IS NULL THEN coalesce(variant.available, 0) ELSE 0 END,
    'wanted', wanted.quantity) ORDER BY wanted.id)
  INTO missing
  FROM (
    SELECT given.variant_id AS id, sum(given.quantity)::bigint AS quantity,
      bool_and(coalesce(given.may_exceed_stock, false)) AS may_exceed,
      given.variant_id = ANY (coalesce(fallen_ids, '{}')) AS has_fallen
    FROM jsonb_to_recordset(lines) AS given (
      variant_id text, quantity bigint, may_exceed_stock boolean)
    GROUP BY given.variant_id
  ) AS wanted
  LEFT JOIN LATERAL (
    SELECT t.*, t.inventory_quantity + CASE WHEN wanted.has_fallen THEN wanted.quantity ELSE 0 END
      AS available
    FROM product_variant AS t
    WHERE t.id = wanted.id
    OFFSET 0
  ) AS variant ON true
  WHERE CASE
    WHEN variant.id IS NULL OR variant.deleted_at IS NOT NULL THEN wanted.has_fallen OR NOT EXISTS (
      SELECT FROM stock_taking
      WHERE stock_taking.taker = take_simple_stock.taker AND stock_taking.variant_id = wanted.id)
    ELSE wanted.has_fallen
      AND variant.inventory_quantity < 0
      AND NOT variant.allow_backorder
      AND NOT wanted.may_exceed
  END;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TW001',
      MESSAGE = 'The stock does not cover what is wanted',
      DETAIL = missing::text;
  END IF;

  IF EXISTS (
    SELECT
    FROM product_variant
    WHERE id = ANY (wanted_ids)
      AND id <> ALL (coalesce(fallen_ids, '{}'))
      AND manage_inventory
      AND NOT EXISTS (
        SELECT FROM stock_taking
        WHERE stock_taking.taker = take_simple_stock.taker
          AND stock_taking.variant_id = product_variant.id))
  THEN
    -- It lost its inventory item, or became managed, after the others were locked.
    RAISE EXCEPTION 'A variant changed while its stock was taken'
      USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;

-- Published to the order verticle: returns the quantities that the taker took, once, and ends its
-- reservations. A variant that is not managed any more stays as it is. One that has got an inventory item
-- meanwhile is returned to the default location of the store, else to the first location that has it.
-- Caller: StockStore, give_back.
-- Locks: the stock lock of the taker, then its variants in the order of ids, then levels: first those that
--   units go back to, then those of its reservations in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION return_stock(
  taker text, occurred_at timestamptz, causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  located record;
BEGIN
  PERFORM lock_stock(return_stock.taker);
  PERFORM FROM product_variant
  WHERE id IN (
    SELECT variant_id FROM stock_taking WHERE stock_taking.taker = return_stock.taker)
  ORDER BY id
  FOR NO KEY UPDATE;

  FOR located IN
    UPDATE stock_taking
    SET returned_at = return_stock.occurred_at
    FROM product_variant_inventory_item AS link
    JOIN product_variant AS variant ON variant.id = link.variant_id
    WHERE stock_taking.taker = return_stock.taker
      AND stock_taking.returned_at IS NULL
      AND link.variant_id = stock_taking.variant_id
      AND variant.manage_inventory
    RETURNING link.inventory_item_id, stock_taking.quantity * link.required_quantity AS quantity
  LOOP
    PERFORM add_to_level(
      located.inventory_item_id,
      return_location(located.inventory_item_id),
      located.quantity, return_stock.occurred_at, return_stock.causation_id,
      return_stock.actor);
  END LOOP;

  PERFORM set_config('tradewind.moves_stock', 'on', true);
  WITH given_back AS (
    UPDATE stock_taking
    SET returned_at = return_stock.occurred_at
    WHERE stock_taking.taker = return_stock.taker AND returned_at IS NULL
    RETURNING variant_id, quantity
  ),
  risen AS (
    UPDATE product_variant AS variant
    SET inventory_quantity = variant.inventory_quantity + given_back.quantity,
      version = variant.version + 1,
      updated_at = return_stock.occurred_at
    FROM given_back
    WHERE variant.id = given_back.variant_id AND variant.manage_inventory
    RETURNING variant.id, variant.product_id, variant.version, variant.inventory_quantity,
      given_back.quantity
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, fact.topic, fact.key, fact.type, risen.id, risen.version,
    fact.data, return_stock.occurred_at, return_stock.causation_id, return_stock.actor
  FROM risen
  CROSS JOIN LATERAL (VALUES
    ('commerce.catalog.v1', risen.product_id, 'product-variant.updated', jsonb_build_object(
      'id', risen.id, 'product_id', risen.product_id,
      'fields', jsonb_build_array('inventory_quantity'))),
    ('commerce.inventory.v1', risen.id, 'inventory.restored', jsonb_build_object(
      'id', risen.id, 'quantity', risen.quantity,
      'inventory_quantity', risen.inventory_quantity, 'taker', return_stock.taker))
  ) AS fact (topic, key, type, data);
  PERFORM set_config('tradewind.moves_stock', 'off', true);

  PERFORM release_reservations(
    return_stock.taker, return_stock.occurred_at, return_stock.causation_id,
    return_stock.actor);
END
$$;

REVOKE ALL ON FUNCTION take_simple_stock, return_stock FROM PUBLIC;
GRANT USAGE ON SCHEMA catalog TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION return_stock(text, timestamptz, text, text) TO "${role_prefix}orders";

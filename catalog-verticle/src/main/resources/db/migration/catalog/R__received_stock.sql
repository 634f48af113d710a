-- Adds the units [{variant_id, quantity}] of a received return to the stock of variants without an
-- inventory item, within the transaction that receives it. Lines of one variant add up; a variant that
-- is not managed stays as it is. The transaction lets a return be received once.
-- Caller: receive_stock.
-- Locks: the variants, in the order of ids.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION receive_simple_stock(
  receiver text, lines jsonb, occurred_at timestamptz, causation_id text, actor text
) RETURNS void
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  -- Every transaction locks in the order of ids, which avoids deadlocks.
  PERFORM FROM product_variant
  WHERE id IN (SELECT variant_id FROM jsonb_to_recordset(lines) AS given (variant_id text))
    AND manage_inventory
  ORDER BY id
  FOR NO KEY UPDATE;

  PERFORM set_config('tradewind.moves_stock', 'on', true);
  WITH received AS (
    SELECT variant_id, sum(quantity)::bigint AS quantity
    FROM jsonb_to_recordset(lines) AS given (variant_id text, quantity bigint)
    GROUP BY variant_id
  ),
  risen AS (
    UPDATE product_variant AS variant
    SET inventory_quantity = variant.inventory_quantity + received.quantity,
      version = variant.version + 1,
      updated_at = receive_simple_stock.occurred_at
    FROM received
    WHERE variant.id = received.variant_id AND variant.manage_inventory
    RETURNING variant.id, variant.product_id, variant.version, variant.inventory_quantity,
      received.quantity
  )
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  SELECT gen_random_uuid()::text, fact.topic, fact.key, fact.type, risen.id, risen.version,
    fact.data, receive_simple_stock.occurred_at, receive_simple_stock.causation_id, receive_simple_stock.actor
  FROM risen
  CROSS JOIN LATERAL (VALUES
    ('commerce.catalog.v1', risen.product_id, 'product-variant.updated', jsonb_build_object(
      'id', risen.id, 'product_id', risen.product_id,
      'fields', jsonb_build_array('inventory_quantity'))),
    ('commerce.inventory.v1', risen.id, 'inventory.restored', jsonb_build_object(
      'id', risen.id, 'quantity', risen.quantity,
      'inventory_quantity', risen.inventory_quantity, 'taker', receive_simple_stock.receiver))
  ) AS fact (topic, key, type, data);
  PERFORM set_config('tradewind.moves_stock', 'off', true);
END
$$;

REVOKE ALL ON FUNCTION receive_simple_stock FROM PUBLIC;

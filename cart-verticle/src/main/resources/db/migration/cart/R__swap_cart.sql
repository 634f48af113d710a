-- Published to the order verticle: creates the prepared cart of a swap within the transaction that creates
-- the swap, with the event of it. p_cart also has the causation_id and the actor of the event. Order verticles
-- of the version before pass the event, or none if the cart verticle is of this version.
-- Caller: SwapStore.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION create_swap_cart(p_cart jsonb, p_events jsonb) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = cart, pg_temp
AS $$
BEGIN
  INSERT INTO cart (
    id, version, type, region_id, sales_channel_id, customer_id, email, created_at, updated_at,
    state_version, state
  )
  SELECT id, version, 'swap', region_id, sales_channel_id, customer_id, email, created_at,
    updated_at, state_version, state
  FROM jsonb_populate_record(NULL::cart, p_cart);
  IF jsonb_array_length(p_events) > 0 THEN
    PERFORM append_events(p_events);
    RETURN;
  END IF;
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor
  )
  VALUES (
    gen_random_uuid()::text, 'commerce.cart.v1', p_cart ->> 'id', 'cart.created', p_cart ->> 'id',
    (p_cart ->> 'version')::bigint, jsonb_build_object('id', p_cart ->> 'id'),
    (p_cart ->> 'created_at')::timestamptz, coalesce(p_cart ->> 'causation_id', p_cart ->> 'id'),
    coalesce(p_cart ->> 'actor', 'SYSTEM')
  );
END
$$;

REVOKE ALL ON FUNCTION create_swap_cart FROM PUBLIC;
GRANT USAGE ON SCHEMA cart TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION create_swap_cart TO "${role_prefix}orders";

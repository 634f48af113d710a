-- Published to the order verticle: inserts the prepared cart of a swap within the transaction that
-- creates the swap.
CREATE OR REPLACE FUNCTION create_swap_cart_v1(p_cart jsonb, p_events jsonb) RETURNS void
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
  PERFORM append_events(p_events);
END
$$;

REVOKE ALL ON FUNCTION create_swap_cart_v1 FROM PUBLIC;
GRANT USAGE ON SCHEMA cart TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION create_swap_cart_v1 TO "${role_prefix}orders";

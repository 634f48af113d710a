-- Published to the order verticle: the first step of placing an order, within its transaction.
-- Closes the cart, uses its payment attempt and stores the response under its key.
--
-- p_attempt is the payment attempt {id, data}, which becomes used whether or not its authorization was
-- recorded before: the provider's payment data is recorded with the order. One that is not stored yet
-- has is_opened false, provider_id, amount and currency_code as well. The closed cart also stores
-- p_basket, the input of its totals, so that its amounts stay the same when gift cards or the tax rates of
-- its region change.
--
-- The selected session is that of the payment, unless staff pay a draft order by the system provider: no
-- session of its cart paid then, so the cart keeps none, and shows one made of the payment.
--
-- Refusals, as SQLSTATE: TW002 the cart is completed already (detail: the order's id), TW003 the cart
-- changed since it was read, TW004 the payment attempt can no longer be used.
-- Caller: SwapStore, place_order.
-- Locks: the cart, then its payment attempt.
-- SQLSTATE: TW002, TW003, TW004.
CREATE OR REPLACE FUNCTION close_cart(
  p_cart_id text,
  p_version bigint,
  p_order_id text,
  p_attempt jsonb,
  p_completed_at timestamptz,
  p_basket jsonb,
  p_events jsonb,
  p_answer_scope text,
  p_answer_key text,
  p_answer_request_hash text,
  p_answer_content_type text,
  p_answer_body bytea
) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = cart, pg_temp
AS $$
DECLARE
  completed_at_text text :=
    to_char(p_completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  placed_order_id text;
BEGIN
  -- Each statement costs about as much to start as to run, so the row is not locked by one of its own.
  UPDATE cart
  SET version = version + 1,
    order_id = p_order_id,
    completed_at = p_completed_at,
    updated_at = p_completed_at,
    state = state
      || jsonb_build_object(
        'basket', p_basket, 'payment_id', p_attempt -> 'id', 'payment_authorized_at', completed_at_text)
      || CASE
        WHEN p_attempt IS NULL THEN '{}'
        WHEN type = 'draft_order' AND 'system' = (
          SELECT provider_id FROM payment_attempt WHERE id = p_attempt ->> 'id'
        ) THEN '{"payment_sessions": []}'
        ELSE jsonb_build_object(
        'payment_sessions', (
          SELECT coalesce(jsonb_agg(
            CASE WHEN session -> 'is_selected' = 'true' THEN
              session || jsonb_build_object(
                'status', 'authorized', 'data', p_attempt -> 'data',
                'payment_authorized_at', completed_at_text, 'updated_at', completed_at_text)
            ELSE session END
            ORDER BY position), '[]')
          FROM jsonb_array_elements(state -> 'payment_sessions')
            WITH ORDINALITY AS listed (session, position)
        )) END
  WHERE id = p_cart_id AND version = p_version AND order_id IS NULL AND deleted_at IS NULL;
  IF NOT FOUND THEN
    SELECT order_id INTO placed_order_id
    FROM cart
    WHERE id = p_cart_id AND deleted_at IS NULL;
    IF placed_order_id IS NOT NULL THEN
      RAISE EXCEPTION 'Cart % is completed', p_cart_id
        USING ERRCODE = 'TW002', DETAIL = placed_order_id;
    END IF;
    RAISE EXCEPTION 'Cart % changed or is gone', p_cart_id USING ERRCODE = 'TW003';
  END IF;

  IF p_attempt IS NOT NULL THEN
    IF p_attempt -> 'is_opened' = 'false' THEN
      INSERT INTO payment_attempt (
        id, cart_id, cart_version, provider_id, amount, currency_code, status, session_data, data,
        order_id, created_at, updated_at
      )
      VALUES (
        p_attempt ->> 'id', p_cart_id, p_version, p_attempt ->> 'provider_id',
        (p_attempt -> 'amount')::bigint, p_attempt ->> 'currency_code', 'used', '{}',
        p_attempt -> 'data', p_order_id, p_completed_at, p_completed_at
      )
      ON CONFLICT (cart_id) WHERE status IN ('authorizing', 'authorized', 'used') DO NOTHING;
    ELSE
      UPDATE payment_attempt
      SET status = 'used', data = p_attempt -> 'data', order_id = p_order_id,
        updated_at = p_completed_at
      WHERE id = p_attempt ->> 'id'
        AND cart_id = p_cart_id
        AND status IN ('authorizing', 'authorized');
    END IF;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Payment attempt % cannot be used', p_attempt ->> 'id' USING ERRCODE = 'TW004';
    END IF;
  END IF;

  IF p_answer_key IS NOT NULL THEN
    INSERT INTO idempotency_record (scope, key, request_hash, status, content_type, body)
    VALUES (
      p_answer_scope, p_answer_key, p_answer_request_hash, 200, p_answer_content_type, p_answer_body
    )
    ON CONFLICT DO NOTHING;
  END IF;

  PERFORM append_events(p_events);
END
$$;

REVOKE ALL ON FUNCTION close_cart FROM PUBLIC;
GRANT USAGE ON SCHEMA cart TO "${role_prefix}orders";
GRANT EXECUTE ON FUNCTION close_cart TO "${role_prefix}orders";

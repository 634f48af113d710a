-- Published to the order verticle: the first step of placing an order, within its transaction.
-- Locks the cart, uses its payment attempt, closes it and keeps the answer under its key.
--
-- Refusals, as SQLSTATE: TW002 the cart is completed already (detail: the order's id), TW003 the cart
-- changed since it was read, TW004 the payment attempt can no longer be used.
CREATE FUNCTION close_v1(
  p_cart_id text,
  p_version bigint,
  p_order_id text,
  p_attempt_id text,
  p_completed_at timestamptz,
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
  locked cart%ROWTYPE;
BEGIN
  SELECT * INTO locked FROM cart WHERE id = p_cart_id AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Cart % is gone', p_cart_id USING ERRCODE = 'TW003';
  END IF;
  IF locked.order_id IS NOT NULL THEN
    RAISE EXCEPTION 'Cart % is completed', p_cart_id
      USING ERRCODE = 'TW002', DETAIL = locked.order_id;
  END IF;
  IF locked.version <> p_version THEN
    RAISE EXCEPTION 'Cart % changed', p_cart_id USING ERRCODE = 'TW003';
  END IF;

  IF p_attempt_id IS NOT NULL THEN
    UPDATE payment_attempt
    SET status = 'used', order_id = p_order_id, updated_at = p_completed_at
    WHERE id = p_attempt_id AND cart_id = p_cart_id AND status = 'authorized';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Payment attempt % cannot be used', p_attempt_id USING ERRCODE = 'TW004';
    END IF;
  END IF;

  UPDATE cart
  SET version = version + 1,
    order_id = p_order_id,
    completed_at = p_completed_at,
    updated_at = p_completed_at
  WHERE id = p_cart_id;

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

REVOKE ALL ON FUNCTION close_v1 FROM PUBLIC;
GRANT USAGE ON SCHEMA cart TO orders;
GRANT EXECUTE ON FUNCTION close_v1 TO orders;

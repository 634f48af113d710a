-- Places one order in one server-side call, with its discounts and gift cards, and returns its display
-- id, which is the next number if p_order has none. Locks are taken in the order that all transactions
-- use: cart, draft order, discounts, gift cards, stock, order. The new order is written before, since
-- no other transaction sees it yet, so that rows that many buyers share are locked for the shortest time.
-- p_redemption is {discount_ids, charges, cards}, the last two in the form of
-- discount.charge_gift_cards and discount.create_gift_cards. For a draft order, p_order has its
-- id, draft_version as it was read, and draft_key, the key of the request: the draft order becomes
-- completed. line_ids are those of the snapshot, and search_names its names in the form of search_text.
-- cart_basket is stored in the closed cart, as a parameter of cart.close_cart.
--
-- The response is made before. So metadata that the declared fields complete is refused as declared_form before
-- anything is written, with the completed metadata as detail, if p_order has refuses_incomplete_metadata. Nodes of
-- earlier versions lack it, and place the order with a response that shows no defaults. A node that has completed the
-- metadata by the declarations that it knows names their declared_version; one of the version before has the
-- given_metadata judged instead. References are not looked up: those of fields of carts were when the cart was
-- written. What they name may be deleted by now, and the cart be paid: they are kept.
--
-- Refusals, as SQLSTATE: those of cart.close_cart, catalog.take_stock and the functions of the
-- discount schema, TW005 when the deadline has passed before any change, and TW008 when the
-- draft order changed since it was read.
-- Caller: PlacementStore.
-- Locks: the cart, the draft order, the discounts, the gift cards, variants and levels, in this order.
-- SQLSTATE: 25P04, TW001, TW002, TW003, TW004, TW005, TW006, TW007, TW008, check_violation, serialization_failure.
CREATE OR REPLACE FUNCTION place_order(
  p_order jsonb,
  p_snapshot json,
  p_payment jsonb,
  p_stock jsonb,
  p_redemption jsonb,
  p_events jsonb,
  p_cart_version bigint,
  p_cart_events jsonb,
  p_answer_scope text,
  p_answer_key text,
  p_answer_request_hash text,
  p_answer_content_type text,
  p_answer_body bytea
) RETURNS bigint
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
DECLARE
  new_order "order"%ROWTYPE := jsonb_populate_record(NULL::"order", p_order);
  causation text := p_events -> 0 ->> 'causation_id';
  placed_by text := p_events -> 0 ->> 'actor';
  completed jsonb;
BEGIN
  PERFORM limit_transaction(new_order.placement_deadline);
  IF p_order ->> 'declared_version' IS NOT NULL THEN
    PERFORM require_declared_version(p_order ->> 'declared_version');
  END IF;
  PERFORM set_config('tradewind.keeps_references', 'true', true);
  completed := checked_metadata(
    'order', NULL, coalesce(p_order -> 'given_metadata', new_order.metadata));
  IF completed IS DISTINCT FROM new_order.metadata
    AND (p_order -> 'refuses_incomplete_metadata')::boolean
  THEN
    RAISE check_violation USING
      CONSTRAINT = 'declared_form', MESSAGE = 'The metadata is completed', DETAIL = completed::text;
  END IF;
  new_order.display_id := coalesce(new_order.display_id, nextval('order_display_id'));
  -- Trace context of the events that the called functions append.
  PERFORM set_config(
    'tradewind.traceparent',
    concat_ws(' ', p_events -> 0 ->> 'traceparent', p_events -> 0 ->> 'tracestate'),
    true);

  PERFORM cart.close_cart(
    new_order.cart_id, p_cart_version, new_order.id,
    CASE WHEN p_payment ? 'id' THEN p_payment END, new_order.created_at, p_order -> 'cart_basket',
    p_cart_events, p_answer_scope, p_answer_key, p_answer_request_hash, p_answer_content_type,
    p_answer_body);

  INSERT INTO "order" (
    id, display_id, payment_status, cart_id, draft_order_id, customer_id, email, region_id,
    currency_code, sales_channel_id, total, no_notification, metadata, created_at, updated_at,
    placement_deadline, snapshot, search
  )
  VALUES (
    new_order.id, new_order.display_id, coalesce(new_order.payment_status, 'awaiting'),
    new_order.cart_id, new_order.draft_order_id, new_order.customer_id, new_order.email,
    new_order.region_id, new_order.currency_code, new_order.sales_channel_id, new_order.total,
    new_order.no_notification, new_order.metadata, new_order.created_at, new_order.created_at,
    new_order.placement_deadline, p_snapshot,
    search_text(new_order.email, new_order.display_id, p_order ->> 'search_names')
  );

  INSERT INTO order_line (item_id, order_id)
  SELECT line.id, new_order.id
  FROM jsonb_array_elements_text(p_order -> 'line_ids') AS line (id);

  IF new_order.draft_order_id IS NOT NULL THEN
    UPDATE draft_order
    SET status = 'completed', order_id = new_order.id, completed_at = new_order.created_at,
      updated_at = new_order.created_at, idempotency_key = p_order ->> 'draft_key',
      version = version + 1
    WHERE id = new_order.draft_order_id
      AND version = (p_order ->> 'draft_version')::bigint
      AND status = 'open';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Draft % changed', new_order.draft_order_id USING ERRCODE = 'TW008';
    END IF;
  END IF;

  IF p_payment ? 'id' THEN
    INSERT INTO payment (
      id, order_id, cart_id, amount, currency_code, provider_id, data, captured_at, created_at,
      updated_at
    )
    VALUES (
      p_payment ->> 'id', new_order.id, new_order.cart_id, (p_payment -> 'amount')::bigint,
      p_payment ->> 'currency_code', p_payment ->> 'provider_id', p_payment -> 'data',
      (p_payment ->> 'captured_at')::timestamptz, (p_payment ->> 'created_at')::timestamptz,
      new_order.created_at
    );
  END IF;

  IF jsonb_array_length(p_redemption -> 'cards') > 0 THEN
    PERFORM discount.create_gift_cards(
      new_order.id, p_redemption -> 'cards', new_order.created_at, causation, placed_by);
  END IF;

  PERFORM append_events(p_events);

  IF jsonb_array_length(p_redemption -> 'discount_ids') > 0 THEN
    PERFORM discount.redeem_discounts(
      new_order.cart_id, new_order.id,
      ARRAY(SELECT jsonb_array_elements_text(p_redemption -> 'discount_ids')),
      new_order.created_at, causation, placed_by);
  END IF;

  IF jsonb_array_length(p_redemption -> 'charges') > 0 THEN
    PERFORM discount.charge_gift_cards(
      new_order.id, p_redemption -> 'charges', new_order.created_at, causation, placed_by);
  END IF;

  IF jsonb_array_length(p_stock) > 0 THEN
    PERFORM catalog.take_stock(
      new_order.id, new_order.sales_channel_id, p_stock, new_order.created_at, causation,
      placed_by);
  END IF;

  -- PostgreSQL 15 and 16 lack transaction_timeout.
  IF current_setting('server_version_num')::integer < 170000
    AND clock_timestamp() >= new_order.placement_deadline
  THEN
    RAISE EXCEPTION 'The deadline of the placement has passed' USING ERRCODE = '25P04';
  END IF;
  RETURN new_order.display_id;
END
$$;

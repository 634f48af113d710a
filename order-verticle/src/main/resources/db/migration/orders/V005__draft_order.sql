-- A draft order stands for a cart that staff puts together; the cart belongs to the cart verticle.
-- Its e-mail is kept here because drafts are searched by it.
CREATE SEQUENCE draft_order_display_id;

CREATE TABLE draft_order (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  display_number bigint NOT NULL UNIQUE DEFAULT nextval('draft_order_display_id'),
  display_id text NOT NULL GENERATED ALWAYS AS (display_number::text) STORED,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'completed')),
  cart_id text NOT NULL UNIQUE,
  cart_email text,
  order_id text UNIQUE REFERENCES "order" (id),
  canceled_at timestamptz,
  completed_at timestamptz,
  no_notification_order boolean,
  idempotency_key text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  search text NOT NULL GENERATED ALWAYS AS (
    coalesce(cart_email, '') || E'\n' || display_number::text
  ) STORED,
  CHECK ((status = 'completed') = (order_id IS NOT NULL)),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL))
);

ALTER SEQUENCE draft_order_display_id OWNED BY draft_order.display_number;

CREATE INDEX draft_order_search ON draft_order USING gin (search public.gin_trgm_ops);
CREATE INDEX draft_order_created ON draft_order (created_at, id);
CREATE INDEX draft_order_status ON draft_order (status, created_at, id);

-- Up to when the e-mails of the carts of drafts were looked at.
CREATE TABLE draft_order_sweep (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  swept_until timestamptz NOT NULL DEFAULT 'epoch'
);

INSERT INTO draft_order_sweep DEFAULT VALUES;

-- Places one order in one server-side call, with its discounts and gift cards. The order of the
-- steps is the order of the locks that everything in the shop keeps: cart, stock, discounts, gift
-- cards, draft, order. p_redemption is {discount_ids, charges, cards}, the last two as
-- discount.charge_gift_cards_v1 and discount.create_gift_cards_v1 take them. The order of a draft
-- names it, with draft_version as it was read and draft_key, the key of the request: the draft
-- becomes completed.
--
-- Refusals, as SQLSTATE: those of cart.close_v1, catalog.take_stock_v1 and the functions of the
-- discount schema, TW005 when the deadline is over before anything happened, and TW008 when the
-- draft changed since it was read.
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
) RETURNS void
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
DECLARE
  new_order "order"%ROWTYPE := jsonb_populate_record(NULL::"order", p_order);
  causation text := p_events -> 0 ->> 'causation_id';
  placed_by text := p_events -> 0 ->> 'actor';
  remaining integer := ceil(
    extract(epoch FROM new_order.placement_deadline - clock_timestamp()) * 1000);
BEGIN
  IF remaining <= 0 THEN
    RAISE EXCEPTION 'The deadline of the placement is over' USING ERRCODE = 'TW005';
  END IF;
  PERFORM set_config('transaction_timeout', remaining::text, true);

  PERFORM cart.close_v1(
    new_order.cart_id, p_cart_version, new_order.id, p_payment ->> 'id', new_order.created_at,
    p_cart_events, p_answer_scope, p_answer_key, p_answer_request_hash, p_answer_content_type,
    p_answer_body);

  IF jsonb_array_length(p_stock) > 0 THEN
    PERFORM catalog.take_stock_v1(
      new_order.id, p_stock, new_order.created_at, causation, placed_by);
  END IF;

  IF jsonb_array_length(p_redemption -> 'discount_ids') > 0 THEN
    PERFORM discount.redeem_discounts_v1(
      new_order.cart_id, new_order.id,
      ARRAY(SELECT jsonb_array_elements_text(p_redemption -> 'discount_ids')),
      new_order.created_at, causation, placed_by);
  END IF;

  IF jsonb_array_length(p_redemption -> 'charges') > 0 THEN
    PERFORM discount.charge_gift_cards_v1(
      new_order.id, p_redemption -> 'charges', new_order.created_at, causation, placed_by);
  END IF;

  INSERT INTO "order" (
    id, display_id, payment_status, cart_id, draft_order_id, customer_id, email, region_id,
    currency_code, sales_channel_id, total, no_notification, metadata, created_at, updated_at,
    placement_deadline, snapshot
  )
  VALUES (
    new_order.id, new_order.display_id, coalesce(new_order.payment_status, 'awaiting'),
    new_order.cart_id, new_order.draft_order_id, new_order.customer_id, new_order.email,
    new_order.region_id, new_order.currency_code, new_order.sales_channel_id, new_order.total,
    new_order.no_notification, new_order.metadata, new_order.created_at, new_order.created_at,
    new_order.placement_deadline, p_snapshot
  );

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

  INSERT INTO payment (
    id, order_id, cart_id, amount, currency_code, provider_id, data, captured_at, created_at,
    updated_at
  )
  SELECT id, new_order.id, new_order.cart_id, amount, currency_code, provider_id, data,
    captured_at, created_at, new_order.created_at
  FROM jsonb_populate_record(NULL::payment, p_payment)
  WHERE id IS NOT NULL;

  IF jsonb_array_length(p_redemption -> 'cards') > 0 THEN
    PERFORM discount.create_gift_cards_v1(
      new_order.id, p_redemption -> 'cards', new_order.created_at, causation, placed_by);
  END IF;

  PERFORM append_events(p_events);
END
$$;

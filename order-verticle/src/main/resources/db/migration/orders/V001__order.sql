-- An order is the snapshot of a cart at its completion: what lists filter, sort and search by has
-- columns, the rest is kept as the text that was answered.
CREATE SEQUENCE order_display_id;

CREATE TABLE "order" (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  display_id bigint NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'archived', 'canceled', 'requires_action')),
  fulfillment_status text NOT NULL DEFAULT 'not_fulfilled'
    CHECK (fulfillment_status IN (
      'not_fulfilled', 'partially_fulfilled', 'fulfilled', 'partially_shipped', 'shipped',
      'partially_returned', 'returned', 'canceled', 'requires_action'
    )),
  payment_status text NOT NULL DEFAULT 'awaiting'
    CHECK (payment_status IN (
      'not_paid', 'awaiting', 'captured', 'partially_refunded', 'refunded', 'canceled',
      'requires_action'
    )),
  cart_id text NOT NULL UNIQUE,
  draft_order_id text UNIQUE,
  customer_id text NOT NULL,
  email text NOT NULL,
  region_id text NOT NULL,
  currency_code text NOT NULL,
  sales_channel_id text,
  tax_rate real,
  total bigint NOT NULL,
  no_notification boolean,
  idempotency_key text,
  external_id text,
  canceled_at timestamptz,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the caller of the placement stopped waiting, and when the database placed it.
  placement_deadline timestamptz NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  snapshot json NOT NULL
);

CREATE INDEX order_customer ON "order" (customer_id, created_at DESC);
CREATE INDEX order_email ON "order" (email);
CREATE INDEX order_created ON "order" (created_at DESC, id);

CREATE TABLE payment (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  cart_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount),
  currency_code text NOT NULL,
  provider_id text NOT NULL,
  data jsonb NOT NULL,
  captured_at timestamptz,
  canceled_at timestamptz,
  metadata jsonb,
  idempotency_key text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX payment_order ON payment (order_id);

-- Places one order in one server-side call. The order of the steps is the order of the locks that
-- everything in the shop keeps: cart, stock, order.
--
-- Refusals, as SQLSTATE: those of cart.close_v1 and catalog.take_stock_v1, and TW005 when the
-- deadline is over before anything happened.
CREATE FUNCTION place_order(
  p_order jsonb,
  p_snapshot json,
  p_payment jsonb,
  p_stock jsonb,
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
      new_order.id, p_stock, new_order.created_at, p_events -> 0 ->> 'causation_id',
      p_events -> 0 ->> 'actor');
  END IF;

  INSERT INTO "order" (
    id, display_id, cart_id, draft_order_id, customer_id, email, region_id, currency_code,
    sales_channel_id, total, no_notification, metadata, created_at, updated_at, placement_deadline,
    snapshot
  )
  VALUES (
    new_order.id, new_order.display_id, new_order.cart_id, new_order.draft_order_id,
    new_order.customer_id, new_order.email, new_order.region_id, new_order.currency_code,
    new_order.sales_channel_id, new_order.total, new_order.no_notification, new_order.metadata,
    new_order.created_at, new_order.created_at, new_order.placement_deadline, p_snapshot
  );

  INSERT INTO payment (
    id, order_id, cart_id, amount, currency_code, provider_id, data, created_at, updated_at
  )
  SELECT id, new_order.id, new_order.cart_id, amount, currency_code, provider_id, data, created_at,
    new_order.created_at
  FROM jsonb_populate_record(NULL::payment, p_payment)
  WHERE id IS NOT NULL;

  PERFORM append_events(p_events);
END
$$;

-- An order is the snapshot of a cart at its completion: fields that lists filter, sort and search by
-- are columns, the rest is kept as the text of the response.
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
  tax_rate numeric,
  total bigint NOT NULL,
  no_notification boolean,
  idempotency_key text,
  external_id text,
  canceled_at timestamptz,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The deadline of the caller of the placement, and the time of the placement.
  placement_deadline timestamptz NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  snapshot json NOT NULL,
  -- Text that staff search by; a trigger sets it from the row.
  search text NOT NULL
);

CREATE INDEX order_search ON "order" USING gin (search public.gin_trgm_ops);

-- Pages are read from an index in their order, and counted from the index alone.
CREATE INDEX order_created ON "order" (created_at, id)
  INCLUDE (status, payment_status, fulfillment_status, region_id);
CREATE INDEX order_customer ON "order" (customer_id, created_at, id);
CREATE INDEX order_email ON "order" (email, created_at, id);
CREATE INDEX order_status ON "order" (status, created_at, id)
  INCLUDE (payment_status, fulfillment_status, region_id);
CREATE INDEX order_payment_status ON "order" (payment_status, created_at, id);
CREATE INDEX order_fulfillment_status ON "order" (fulfillment_status, created_at, id);
CREATE INDEX order_region ON "order" (region_id, created_at, id)
  INCLUDE (status, payment_status, fulfillment_status);

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

-- Refunds that the payment provider has confirmed.
CREATE TABLE refund (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  payment_id text NOT NULL REFERENCES payment (id),
  amount bigint NOT NULL CHECK (amount > 0),
  note text,
  reason text NOT NULL CHECK (reason IN ('discount', 'return', 'swap', 'claim', 'other')),
  metadata jsonb,
  idempotency_key text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX refund_order ON refund (order_id);

-- Operations that a payment provider is to perform for an order: committed before the provider is
-- called, so that after a crash the same operation is requested again under the same key. A payment
-- is captured and canceled once, however often that is requested; the row of a refund reserves its
-- amount.
CREATE TABLE payment_work (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  payment_id text NOT NULL REFERENCES payment (id),
  kind text NOT NULL CHECK (kind IN ('capture', 'cancel', 'refund')),
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done')),
  details jsonb NOT NULL DEFAULT '{}',
  idempotency_key text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (kind = 'refund' OR id = payment_id || ':' || kind)
);

CREATE INDEX payment_work_order ON payment_work (order_id);
CREATE INDEX payment_work_open ON payment_work (updated_at) WHERE status = 'asked';

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

-- Time up to which the e-mails of the carts of drafts have been read.
CREATE TABLE draft_order_sweep (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  swept_until timestamptz NOT NULL DEFAULT 'epoch'
);

INSERT INTO draft_order_sweep DEFAULT VALUES;

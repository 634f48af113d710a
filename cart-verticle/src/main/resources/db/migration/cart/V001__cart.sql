-- A cart is one aggregate: what is searched has columns, the rest is its state.
CREATE TABLE cart (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  type text NOT NULL DEFAULT 'default'
    CHECK (type IN ('default', 'swap', 'draft_order', 'payment_link', 'claim')),
  region_id text NOT NULL,
  sales_channel_id text,
  customer_id text,
  email text,
  order_id text,
  completed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  state_version integer NOT NULL,
  state jsonb NOT NULL,
  CHECK ((completed_at IS NULL) = (order_id IS NULL))
);

CREATE INDEX cart_customer ON cart (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX cart_email ON cart (email) WHERE email IS NOT NULL;

-- An authorisation asked from a payment provider. It is committed before the provider is called, and
-- its id is the provider's idempotency key; once used it is the order's payment, under the same id.
CREATE TABLE payment_attempt (
  id text PRIMARY KEY,
  cart_id text NOT NULL REFERENCES cart (id),
  cart_version bigint NOT NULL,
  provider_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency_code text NOT NULL,
  status text NOT NULL DEFAULT 'authorizing'
    CHECK (status IN
      ('authorizing', 'authorized', 'requires_more', 'failed', 'used', 'voiding', 'voided')),
  session_data jsonb NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  order_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Parallel completions of one cart share one attempt.
CREATE UNIQUE INDEX payment_attempt_open ON payment_attempt (cart_id)
  WHERE status IN ('authorizing', 'authorized');
CREATE INDEX payment_attempt_unsettled ON payment_attempt (updated_at)
  WHERE status IN ('authorizing', 'authorized', 'voiding');

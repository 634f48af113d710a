-- A cart is one aggregate: searched fields are columns, the rest is its state. An update that
-- changes an indexed column writes into all indexes of the row, and carts change often: no index
-- holds updated_at.
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
  CHECK ((completed_at IS NULL) = (order_id IS NULL)),
  -- Every response of a cart shows nearly all of its state. The service refuses changes above 256 KiB of
  -- its own encoding; the text of jsonb has further blanks. The closing statement adds the input of the
  -- totals.
  CONSTRAINT cart_state_size
    CHECK (completed_at IS NOT NULL OR octet_length(state::text) <= 524288)
-- Room for the next version of a row beside the present one.
) WITH (fillfactor = 80);

CREATE INDEX cart_customer ON cart (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX cart_email ON cart (email) WHERE email IS NOT NULL;
-- Recently changed carts of draft orders are searched among the open and the recently completed ones.
CREATE INDEX cart_draft_completed ON cart (completed_at) WHERE type = 'draft_order';
-- Carts without an order, from the oldest on: those without a change for long are deleted.
CREATE INDEX cart_without_order ON cart (created_at)
  WHERE completed_at IS NULL AND type = 'default';

-- Authorisation requested from a payment provider. It is committed before the provider is called, and
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

-- A cart has at most one live payment attempt, the one that its order used included: parallel
-- completions share it.
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (cart_id)
  WHERE status IN ('authorizing', 'authorized', 'used');
-- Attempts of a cart, which are deleted with it.
CREATE INDEX payment_attempt_cart ON payment_attempt (cart_id);
CREATE INDEX payment_attempt_unsettled ON payment_attempt (updated_at)
  WHERE status IN ('authorizing', 'authorized', 'voiding');

-- Attempts with an unknown code within a time window, by the hash of the counted key. Counts hold
-- over all nodes; losing them in a crash is acceptable, so counting writes no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

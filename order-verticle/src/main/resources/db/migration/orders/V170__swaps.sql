-- Units of an order that come back in exchange for others: a return, additional line items, and a
-- cart whose completion confirms the swap. Items and shipping methods have the form of those in the
-- snapshot of an order. A swap is changed under the lock of its order.
CREATE TABLE swap (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  cart_id text NOT NULL UNIQUE,
  fulfillment_status text NOT NULL DEFAULT 'not_fulfilled'
    CHECK (fulfillment_status IN
      ('not_fulfilled', 'fulfilled', 'shipped', 'partially_shipped', 'canceled',
       'requires_action')),
  payment_status text NOT NULL DEFAULT 'not_paid'
    CHECK (payment_status IN
      ('not_paid', 'awaiting', 'captured', 'confirmed', 'canceled', 'difference_refunded',
       'partially_refunded', 'refunded', 'requires_action')),
  difference_due bigint,
  items json NOT NULL,
  shipping_methods json NOT NULL DEFAULT '[]',
  shipping_address jsonb,
  allow_backorder boolean NOT NULL,
  no_notification boolean,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  confirmed_at timestamptz,
  canceled_at timestamptz,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (order_id, idempotency_key),
  CHECK ((confirmed_at IS NULL) = (difference_due IS NULL)),
  CHECK ((canceled_at IS NULL) = (payment_status <> 'canceled')),
  CHECK (confirmed_at IS NOT NULL OR payment_status IN ('not_paid', 'canceled')),
  CHECK (confirmed_at IS NULL OR payment_status <> 'not_paid')
);

CREATE INDEX swap_created ON swap (created_at, id);

CREATE UNIQUE INDEX return_swap ON "return" (swap_id) WHERE swap_id IS NOT NULL;

-- The payment of what a swap costs is one of its order; it does not decide the payment status.
ALTER TABLE payment ADD COLUMN swap_id text REFERENCES swap (id);
CREATE UNIQUE INDEX payment_swap ON payment (swap_id) WHERE swap_id IS NOT NULL;

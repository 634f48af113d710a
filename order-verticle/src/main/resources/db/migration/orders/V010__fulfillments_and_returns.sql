-- After the sale: fulfillments, shipments and returns. The snapshot of an order stays as it is; these
-- rows are written under the lock of their order, and joined when it is read.

-- Fulfilled, shipped and returned units of line items, whether the order, a swap or a claim sold them.
-- A line item without a row has none. The quantity is that of the snapshot.
CREATE TABLE line_progress (
  item_id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  quantity bigint NOT NULL CHECK (quantity > 0),
  fulfilled_quantity bigint,
  shipped_quantity bigint,
  returned_quantity bigint,
  CHECK (fulfilled_quantity BETWEEN 0 AND quantity),
  CHECK (shipped_quantity BETWEEN 0 AND coalesce(fulfilled_quantity, 0)),
  CHECK (returned_quantity BETWEEN 0 AND quantity)
);

CREATE INDEX line_progress_order ON line_progress (order_id);

-- Units handed to a fulfillment provider. The order is the one of the owner: itself, its swap or its
-- claim. Its units count, and it is shown, from the moment that its provider has accepted it.
CREATE TABLE fulfillment (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  swap_id text,
  claim_order_id text,
  provider_id text NOT NULL,
  location_id text,
  data jsonb NOT NULL DEFAULT '{}',
  no_notification boolean,
  accepted_at timestamptz,
  shipped_at timestamptz,
  canceled_at timestamptz,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(swap_id, claim_order_id) <= 1),
  CHECK (num_nonnulls(shipped_at, canceled_at) <= 1),
  CHECK (accepted_at IS NOT NULL OR num_nonnulls(shipped_at, canceled_at) = 0)
);

CREATE INDEX fulfillment_order ON fulfillment (order_id);

CREATE TABLE fulfillment_item (
  fulfillment_id text NOT NULL REFERENCES fulfillment (id) ON DELETE CASCADE,
  item_id text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (fulfillment_id, item_id)
);

CREATE TABLE tracking_link (
  id text PRIMARY KEY,
  fulfillment_id text NOT NULL REFERENCES fulfillment (id),
  tracking_number text NOT NULL,
  url text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX tracking_link_fulfillment ON tracking_link (fulfillment_id);

-- Units that a customer sends back. The shipping method has the form of those in the snapshot of an
-- order, with its tax lines. Swaps and claims settle their money themselves: the refund of their
-- returns is only a figure.
CREATE TABLE "return" (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  swap_id text,
  claim_order_id text,
  status text NOT NULL DEFAULT 'requested'
    CHECK (status IN ('requested', 'received', 'requires_action', 'canceled')),
  refund_amount bigint NOT NULL,
  shipping_method json,
  shipping_data jsonb,
  location_id text,
  no_notification boolean,
  idempotency_key text,
  received_at timestamptz,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (order_id, idempotency_key),
  CHECK (num_nonnulls(swap_id, claim_order_id) <= 1),
  CHECK (refund_amount >= 0 OR num_nonnulls(swap_id, claim_order_id) = 1),
  CHECK ((status = 'received') = (received_at IS NOT NULL))
);

CREATE INDEX return_created ON "return" (created_at, id);

CREATE TABLE return_item (
  return_id text NOT NULL REFERENCES "return" (id) ON DELETE CASCADE,
  item_id text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  is_requested boolean NOT NULL DEFAULT true,
  requested_quantity bigint CHECK (requested_quantity > 0),
  received_quantity bigint CHECK (received_quantity >= 0),
  reason_id text,
  note text,
  metadata jsonb,
  PRIMARY KEY (return_id, item_id),
  CHECK (num_nonnulls(requested_quantity, received_quantity) >= 1)
);

-- Operations that a fulfillment provider is to perform, as payment_work those of payment providers:
-- committed before the provider is called, and requested again under the same key until it answers.
-- A refused operation had no effect at the provider.
CREATE TABLE fulfillment_work (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  fulfillment_id text REFERENCES fulfillment (id) ON DELETE CASCADE,
  return_id text REFERENCES "return" (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('create', 'cancel', 'return')),
  provider_id text NOT NULL,
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done', 'refused')),
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(fulfillment_id, return_id) = 1),
  CHECK ((kind = 'return') = (return_id IS NOT NULL)),
  CHECK (id = coalesce(fulfillment_id, return_id) || ':' || kind)
);

CREATE INDEX fulfillment_work_order ON fulfillment_work (order_id);
CREATE INDEX fulfillment_work_fulfillment ON fulfillment_work (fulfillment_id);
CREATE INDEX fulfillment_work_return ON fulfillment_work (return_id);
CREATE INDEX fulfillment_work_open ON fulfillment_work (updated_at) WHERE status = 'asked';

-- A refund may be spread over several payments: its operations have its id, and its row is written
-- when the last of them is settled. A provider can refuse an operation for good.
ALTER TABLE refund ALTER COLUMN payment_id DROP NOT NULL;
ALTER TABLE payment_work ADD COLUMN refund_id text;
ALTER TABLE payment_work DROP CONSTRAINT payment_work_status_check;
ALTER TABLE payment_work ADD CONSTRAINT payment_work_status_check
  CHECK (status IN ('asked', 'done', 'refused')) NOT VALID;
ALTER TABLE payment_work VALIDATE CONSTRAINT payment_work_status_check;

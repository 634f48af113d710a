-- Claims of line items that are missing, wrong or broken. The additional line items, which are sent in
-- replacement, and the shipping methods have the form of those in the snapshot of an order. A claim is
-- changed under the lock of its order. Its stock is taken and returned under its id.
CREATE TABLE claim_order (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  type text NOT NULL CHECK (type IN ('refund', 'replace')),
  payment_status text NOT NULL CHECK (payment_status IN ('na', 'not_refunded', 'refunded')),
  fulfillment_status text NOT NULL DEFAULT 'not_fulfilled'
    CHECK (fulfillment_status IN (
      'not_fulfilled', 'fulfilled', 'partially_shipped', 'shipped', 'canceled', 'requires_action'
    )),
  additional_items json NOT NULL,
  shipping_methods json NOT NULL,
  shipping_address jsonb,
  refund_amount bigint CHECK (refund_amount >= 0),
  no_notification boolean,
  metadata jsonb,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  canceled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (order_id, idempotency_key),
  CHECK ((type = 'replace') = (payment_status = 'na')),
  CHECK ((type = 'replace') = (refund_amount IS NULL)),
  CHECK (canceled_at IS NULL OR (fulfillment_status = 'canceled' AND coalesce(refund_amount, 0) = 0))
);

CREATE INDEX claim_order_order ON claim_order (order_id, created_at, id);

CREATE TABLE claim_item (
  id text PRIMARY KEY,
  claim_order_id text NOT NULL REFERENCES claim_order (id) ON DELETE CASCADE,
  item_id text NOT NULL,
  variant_id text NOT NULL,
  reason text NOT NULL
    CHECK (reason IN ('missing_item', 'wrong_item', 'production_failure', 'other')),
  note text,
  quantity bigint NOT NULL CHECK (quantity > 0),
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (claim_order_id, item_id)
);

CREATE TABLE claim_image (
  id text PRIMARY KEY,
  claim_item_id text NOT NULL REFERENCES claim_item (id) ON DELETE CASCADE,
  url text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX claim_image_item ON claim_image (claim_item_id);

-- Claim items with the same value share a tag.
CREATE TABLE claim_tag (
  id text PRIMARY KEY,
  value text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE claim_item_tag (
  claim_item_id text NOT NULL REFERENCES claim_item (id) ON DELETE CASCADE,
  claim_tag_id text NOT NULL REFERENCES claim_tag (id),
  PRIMARY KEY (claim_item_id, claim_tag_id)
);

-- Units of a line item in claims that are not canceled.
ALTER TABLE line_progress ADD COLUMN claimed_quantity bigint
  CHECK (claimed_quantity BETWEEN 0 AND quantity);

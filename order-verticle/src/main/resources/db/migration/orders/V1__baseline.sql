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

-- Orders of line items: the snapshot has the line items of one order, and this table finds the order of
-- a line item that a request names by mistake.
CREATE TABLE order_line (
  item_id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id)
);

-- A payment of a collection has no cart, and no order until it is attached to its order. Its row is
-- committed before the provider is called; it is a payment from the authorization on.
CREATE TABLE payment (
  id text PRIMARY KEY,
  order_id text REFERENCES "order" (id),
  cart_id text,
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
  updated_at timestamptz NOT NULL,
  payment_collection_id text,
  awaits_authorization boolean NOT NULL DEFAULT false,
  -- The payment of what a swap costs is one of its order; it does not decide the payment status.
  swap_id text,
  CONSTRAINT payment_owner_check
    CHECK (payment_collection_id IS NOT NULL OR (order_id IS NOT NULL AND cart_id IS NOT NULL)),
  CONSTRAINT payment_authorization_check
    CHECK (NOT awaits_authorization
      OR (order_id IS NULL AND captured_at IS NULL AND canceled_at IS NULL))
);

CREATE INDEX payment_order ON payment (order_id);

-- Refunds that the payment provider has confirmed. A refund may be spread over several payments: its
-- operations have its id, and its row is written when the last of them is settled.
CREATE TABLE refund (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  payment_id text REFERENCES payment (id),
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
-- amount. A provider can refuse an operation for good.
CREATE TABLE payment_work (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  payment_id text NOT NULL REFERENCES payment (id),
  kind text NOT NULL CHECK (kind IN ('authorize', 'capture', 'cancel', 'refund')),
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done', 'refused')),
  details jsonb NOT NULL DEFAULT '{}',
  idempotency_key text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  refund_id text,
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
  -- Units in claims that are not canceled.
  claimed_quantity bigint,
  CHECK (fulfilled_quantity BETWEEN 0 AND quantity),
  CHECK (shipped_quantity BETWEEN 0 AND coalesce(fulfilled_quantity, 0)),
  CHECK (returned_quantity BETWEEN 0 AND quantity),
  CHECK (claimed_quantity BETWEEN 0 AND quantity)
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
  -- Of the body that the idempotency key was used with: another one under the same key is refused.
  request_hash text,
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

-- What an edit of an order costs is collected by a payment collection: sessions of one or several
-- providers, which are authorized one by one. It is changed under the lock of its order.
CREATE TABLE payment_collection (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  order_id text NOT NULL REFERENCES "order" (id),
  type text NOT NULL DEFAULT 'order_edit' CHECK (type = 'order_edit'),
  status text NOT NULL DEFAULT 'not_paid'
    CHECK (status IN ('not_paid', 'awaiting', 'partially_authorized', 'authorized', 'canceled')),
  description text,
  amount bigint NOT NULL CHECK (amount > 0),
  authorized_amount bigint,
  region_id text NOT NULL,
  currency_code text NOT NULL,
  metadata jsonb,
  created_by text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK (authorized_amount BETWEEN 0 AND amount),
  CHECK (status <> 'authorized' OR (authorized_amount IS NOT NULL AND authorized_amount = amount))
);

CREATE INDEX payment_collection_order ON payment_collection (order_id);

-- The payment is the one that the running or successful authorization makes; a session that was
-- authorized stays so.
CREATE TABLE payment_session (
  id text PRIMARY KEY,
  payment_collection_id text NOT NULL REFERENCES payment_collection (id),
  position integer NOT NULL,
  provider_id text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'authorized', 'requires_more', 'error', 'canceled')),
  data jsonb NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  payment_id text UNIQUE REFERENCES payment (id),
  payment_authorized_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'authorized') = (payment_authorized_at IS NOT NULL)),
  CHECK (status <> 'authorized' OR payment_id IS NOT NULL)
);

CREATE INDEX payment_session_collection ON payment_session (payment_collection_id);

-- Edits of the line items of an order: {items, removed, basket, changes}, in the form of the snapshot
-- of an order. An edit is changed under the lock of its order, and an order has one active edit at
-- most. The basis is a digest of what the amounts of the order were computed from when the edit was
-- changed last: an order with another one refuses the edit. What a confirmed edit has replaced in the
-- snapshot is kept.
CREATE TABLE order_edit (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES "order" (id),
  internal_note text,
  content jsonb NOT NULL,
  basis text NOT NULL,
  replaced json,
  payment_collection_id text UNIQUE REFERENCES payment_collection (id),
  created_by text,
  requested_by text,
  requested_at timestamptz,
  confirmed_by text,
  confirmed_at timestamptz,
  declined_by text,
  declined_reason text,
  declined_at timestamptz,
  canceled_by text,
  canceled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(confirmed_at, declined_at, canceled_at) <= 1),
  CHECK (declined_at IS NULL OR requested_at IS NOT NULL),
  CHECK ((confirmed_at IS NULL) = (replaced IS NULL))
);

CREATE UNIQUE INDEX order_edit_active ON order_edit (order_id)
  WHERE confirmed_at IS NULL AND declined_at IS NULL AND canceled_at IS NULL;
CREATE INDEX order_edit_order ON order_edit (order_id, created_at, id);
CREATE INDEX order_edit_created ON order_edit (created_at, id);
CREATE INDEX order_edit_change ON order_edit USING gin ((content -> 'changes') jsonb_path_ops);

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

ALTER TABLE payment ADD FOREIGN KEY (swap_id) REFERENCES swap (id);
CREATE UNIQUE INDEX payment_swap ON payment (swap_id) WHERE swap_id IS NOT NULL;

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

-- Reasons that customers choose from when they return items, in two levels at most. Deleted ones
-- stay, because returns refer to them; their values are free again.
CREATE TABLE return_reason (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  value text NOT NULL,
  label text NOT NULL,
  description text,
  parent_return_reason_id text REFERENCES return_reason (id) CHECK (parent_return_reason_id <> id),
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX return_reason_value ON return_reason (value) WHERE deleted_at IS NULL;
CREATE INDEX return_reason_parent ON return_reason (parent_return_reason_id, created_at);

-- Notes of staff about a resource of any kind; the resource and the author may be of another schema.
CREATE TABLE note (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  value text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  author_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE INDEX note_created ON note (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX note_resource ON note (resource_id, created_at, id) WHERE deleted_at IS NULL;

-- Notifications that a provider has sent about an event; a resend refers to the original.
CREATE TABLE notification (
  id text PRIMARY KEY,
  event_name text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  customer_id text,
  "to" text NOT NULL,
  data jsonb NOT NULL,
  provider_id text NOT NULL,
  parent_id text REFERENCES notification (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX notification_created ON notification (created_at, id);
CREATE INDEX notification_resource ON notification (resource_id, created_at, id);
CREATE INDEX notification_parent ON notification (parent_id, created_at) WHERE parent_id IS NOT NULL;

-- Notifications to be sent, one per event and provider, however often the event is announced:
-- committed before the provider is called, and requested again under the same key until it has
-- answered. The data may contain a one-time token and is deleted with the answer; the row stays for a
-- while, because the event may be announced again.
CREATE TABLE notification_work (
  id text PRIMARY KEY,
  event_id text NOT NULL,
  provider_id text NOT NULL,
  event_name text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  customer_id text,
  data jsonb,
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (event_id, provider_id),
  CHECK ((status = 'asked') = (data IS NOT NULL))
);

CREATE INDEX notification_work_due ON notification_work (due_at) WHERE status = 'asked';
CREATE INDEX notification_work_settled ON notification_work (updated_at) WHERE status <> 'asked';

-- Tokens that have confirmed the ownership of orders: each is used once. They are deleted when they
-- have expired.
CREATE TABLE used_ownership_token (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX used_ownership_token_expiry ON used_ownership_token (expires_at);

-- Wrong guesses of what is looked up without credentials within a time window, by the hash of the
-- counted key. Counts hold over all nodes; losing them in a crash is acceptable, so counting writes
-- no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

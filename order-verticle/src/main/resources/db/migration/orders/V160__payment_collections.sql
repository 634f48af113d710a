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

-- A payment of a collection has no cart, and no order until it is attached to its order. Its row is
-- committed before the provider is called; it is a payment from the authorization on.
ALTER TABLE payment ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE payment ALTER COLUMN cart_id DROP NOT NULL;
ALTER TABLE payment ADD COLUMN payment_collection_id text;
ALTER TABLE payment ADD COLUMN awaits_authorization boolean NOT NULL DEFAULT false;
ALTER TABLE payment ADD CONSTRAINT payment_owner_check
  CHECK (payment_collection_id IS NOT NULL OR (order_id IS NOT NULL AND cart_id IS NOT NULL))
  NOT VALID;
ALTER TABLE payment VALIDATE CONSTRAINT payment_owner_check;
ALTER TABLE payment ADD CONSTRAINT payment_authorization_check
  CHECK (NOT awaits_authorization
    OR (order_id IS NULL AND captured_at IS NULL AND canceled_at IS NULL))
  NOT VALID;
ALTER TABLE payment VALIDATE CONSTRAINT payment_authorization_check;

ALTER TABLE payment_work DROP CONSTRAINT payment_work_kind_check;
ALTER TABLE payment_work ADD CONSTRAINT payment_work_kind_check
  CHECK (kind IN ('authorize', 'capture', 'cancel', 'refund')) NOT VALID;
ALTER TABLE payment_work VALIDATE CONSTRAINT payment_work_kind_check;

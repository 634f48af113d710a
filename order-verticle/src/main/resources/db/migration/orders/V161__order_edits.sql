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

-- Erasures of the personal data of customers. Other verticles erase theirs afterwards; the erasure is
-- asked for again at due_at, until nothing is left.
CREATE TABLE erasure (
  customer_id text PRIMARY KEY REFERENCES customer (id),
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Records that are still needed, such as an order that is not shipped yet.
  remaining bigint,
  completed_at timestamptz
);

CREATE INDEX erasure_due ON erasure (due_at) WHERE completed_at IS NULL;

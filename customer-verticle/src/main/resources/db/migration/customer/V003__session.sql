-- Raised by every change of the password: what was issued for an older version has ended.
ALTER TABLE "user" ADD COLUMN credential_version integer NOT NULL DEFAULT 1;
ALTER TABLE customer ADD COLUMN credential_version integer NOT NULL DEFAULT 1;

-- A session holds a user, a customer or both; each has a life of its own, so that logging in on
-- one surface makes nobody stay longer on the other. The id itself is known to the client alone.
CREATE TABLE session (
  id_hash text PRIMARY KEY,
  user_id text REFERENCES "user" (id) ON DELETE CASCADE,
  user_credential_version integer,
  user_expires_at timestamptz,
  customer_id text REFERENCES customer (id) ON DELETE CASCADE,
  customer_credential_version integer,
  customer_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz GENERATED ALWAYS AS (greatest(user_expires_at, customer_expires_at)) STORED,
  CHECK (num_nulls(user_id, user_credential_version, user_expires_at) IN (0, 3)),
  CHECK (num_nulls(customer_id, customer_credential_version, customer_expires_at) IN (0, 3))
);

CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX session_by_user ON session (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX session_by_customer ON session (customer_id) WHERE customer_id IS NOT NULL;

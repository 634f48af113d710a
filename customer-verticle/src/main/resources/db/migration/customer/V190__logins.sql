-- Sessions are listed and ended under an id that is no credential, with the place of their login. They
-- end when they were not used for a while; the time of use is kept to the minute.
ALTER TABLE session
  ADD COLUMN id text NOT NULL DEFAULT 'sess_' || upper(replace(gen_random_uuid()::text, '-', '')),
  ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN remote_address text,
  ADD COLUMN user_agent text;

CREATE UNIQUE INDEX session_by_id ON session (id);

-- Signed tokens (JWT) that are not ended; the id is their claim jti.
CREATE TABLE issued_token (
  id text PRIMARY KEY,
  user_id text REFERENCES "user" (id) ON DELETE CASCADE,
  customer_id text REFERENCES customer (id) ON DELETE CASCADE,
  credential_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  remote_address text,
  user_agent text,
  CHECK (num_nonnulls(user_id, customer_id) = 1)
);

CREATE INDEX issued_token_by_user ON issued_token (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX issued_token_by_customer ON issued_token (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX issued_token_by_expiry ON issued_token (expires_at);

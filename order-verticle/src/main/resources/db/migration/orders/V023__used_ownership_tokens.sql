-- Tokens that have confirmed the ownership of orders: each is used once. They are deleted when they
-- have expired.
CREATE TABLE used_ownership_token (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX used_ownership_token_expiry ON used_ownership_token (expires_at);

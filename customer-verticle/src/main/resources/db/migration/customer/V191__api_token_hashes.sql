-- API tokens are stored as hashes only. A token that is written to "user".api_token is hashed by the
-- trigger of R__api_token, and the column stays empty.
ALTER TABLE "user" ALTER COLUMN api_token_hash DROP EXPRESSION;
UPDATE "user" SET api_token = NULL WHERE api_token IS NOT NULL;
DROP FUNCTION api_token_hash(text);

-- API tokens that users make for programs, with an end and, if permissions are named, with these only.
-- A change of the password ends them.
CREATE TABLE api_token (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  permissions text[] CHECK (cardinality(permissions) > 0),
  credential_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX api_token_by_user ON api_token (user_id);

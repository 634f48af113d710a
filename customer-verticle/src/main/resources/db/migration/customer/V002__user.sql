-- Who runs the shop. An API token works as soon as it is stored here.
CREATE TABLE "user" (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  email text NOT NULL CHECK (email = lower(email)),
  first_name text,
  last_name text,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member', 'developer')),
  api_token text,
  password_hash text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX user_email ON "user" (email) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX user_api_token ON "user" (api_token)
  WHERE api_token IS NOT NULL AND deleted_at IS NULL;

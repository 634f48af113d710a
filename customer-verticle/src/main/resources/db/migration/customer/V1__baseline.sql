-- Customers. A guest and an account may share an e-mail, two of a kind may not. The e-mail has one
-- normal form, so that unique means unique.
CREATE TABLE customer (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  email text NOT NULL CHECK (email = lower(email)),
  first_name text,
  last_name text,
  phone text,
  has_account boolean NOT NULL DEFAULT false,
  password_hash text,
  billing_address_id text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  -- Raised by every change of the password: sessions and tokens of an older version have ended.
  credential_version integer NOT NULL DEFAULT 1,
  CONSTRAINT customer_email_is_normal
    CHECK (email = btrim(email) AND email IS NFC NORMALIZED),
  -- Customers merge metadata into their account key by key, and every response shows all of it.
  CONSTRAINT customer_metadata_size CHECK (octet_length(metadata::text) <= 65536)
);

CREATE UNIQUE INDEX customer_email ON customer (email, has_account) WHERE deleted_at IS NULL;
-- Lists show the newest first.
CREATE INDEX customer_created ON customer (created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE address (
  id text PRIMARY KEY,
  customer_id text REFERENCES customer (id),
  company text,
  first_name text,
  last_name text,
  address_1 text,
  address_2 text,
  city text,
  country_code text CHECK (country_code = lower(country_code)),
  province text,
  postal_code text,
  phone text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0)
);

CREATE INDEX address_customer ON address (customer_id);

ALTER TABLE customer
  ADD FOREIGN KEY (billing_address_id) REFERENCES address (id);
CREATE INDEX customer_billing_address ON customer (billing_address_id)
  WHERE billing_address_id IS NOT NULL;

CREATE TABLE customer_group (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  name text NOT NULL,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX customer_group_name ON customer_group (name) WHERE deleted_at IS NULL;
CREATE INDEX customer_group_created ON customer_group (created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE customer_group_customers (
  customer_group_id text NOT NULL REFERENCES customer_group (id) ON DELETE CASCADE,
  customer_id text NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  PRIMARY KEY (customer_group_id, customer_id)
);

CREATE INDEX customer_group_customers_customer ON customer_group_customers (customer_id);

-- Users who run the shop. An API token that is written to api_token is hashed by the trigger of
-- R__api_token, and the column stays empty.
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
  deleted_at timestamptz,
  -- Raised by every change of the password: sessions and tokens of an older version have ended.
  credential_version integer NOT NULL DEFAULT 1,
  api_token_hash text,
  -- Role that the operator has configured. It takes the place of the built-in one, which stays for
  -- clients that know no other.
  own_role text CHECK (own_role ~ '^[a-z][a-z0-9-]{0,31}$')
);

CREATE UNIQUE INDEX user_email ON "user" (email) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX user_api_token ON "user" (api_token_hash)
  WHERE api_token_hash IS NOT NULL AND deleted_at IS NULL;

-- A session holds a user, a customer or both; each expires on its own, so that logging in on one
-- surface does not prolong the login on the other. Its token is known to the client alone.
-- follows and opened_by name the session that a login replaced and the surface of that login: two
-- concurrent logins with one cookie follow the same session, and both take over its login on the
-- other surface. Sessions are listed and ended under the id, which is no credential, with the place of
-- their login. They end when they were not used for a while; the time of use is kept to the minute.
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
  follows text,
  opened_by text CHECK (opened_by IN ('user', 'customer')),
  id text NOT NULL DEFAULT 'sess_' || upper(replace(gen_random_uuid()::text, '-', '')),
  seen_at timestamptz NOT NULL DEFAULT now(),
  remote_address text,
  user_agent text,
  CHECK (num_nulls(user_id, user_credential_version, user_expires_at) IN (0, 3)),
  CHECK (num_nulls(customer_id, customer_credential_version, customer_expires_at) IN (0, 3))
);

CREATE UNIQUE INDEX session_by_id ON session (id);
CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX session_by_user ON session (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX session_by_customer ON session (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX session_by_predecessor ON session (follows) WHERE follows IS NOT NULL;

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

-- Second factor of users: time-based one-time passwords (RFC 6238). It is in force once it is confirmed.
-- last_step is the time step of the last accepted password: neither it nor an earlier one is accepted
-- again.
CREATE TABLE second_factor (
  user_id text PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz
);

-- Codes for a lost device; a used one is deleted.
CREATE TABLE recovery_code (
  user_id text NOT NULL REFERENCES second_factor (user_id) ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Failed attempts within a time window, by the hash of the counted key. Counts hold over all nodes;
-- losing them in a crash is acceptable, so counting writes no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

-- Invitations of users. An e-mail has one open invite.
CREATE TABLE invite (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  user_email text NOT NULL CHECK (user_email = lower(user_email)),
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member', 'developer')),
  accepted boolean NOT NULL DEFAULT false,
  token text NOT NULL,
  expires_at timestamptz NOT NULL,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX invite_user_email ON invite (user_email) WHERE deleted_at IS NULL;

-- Applications of third parties. The configured fields are copied here at every start; data is the
-- application's own: the state that an authorization must bring back, and the result of exchanging
-- its code.
CREATE TABLE oauth (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  display_name text NOT NULL,
  application_name text NOT NULL UNIQUE,
  install_url text,
  uninstall_url text,
  data jsonb,
  created_at timestamptz NOT NULL
);

-- State that a user's grant of an application has to bring back. It is used once, and not for long.
CREATE TABLE oauth_state (
  app_id text NOT NULL REFERENCES oauth (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  state text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, user_id)
);

-- Choice of a user of the dashboard, whether usage data may be sent.
CREATE TABLE analytics_config (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  opt_out boolean NOT NULL DEFAULT false,
  anonymize boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX analytics_config_user ON analytics_config (user_id) WHERE deleted_at IS NULL;

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

-- Change log: what cached data with customers are compared with.
SELECT create_change_log();

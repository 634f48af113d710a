-- Who has been asked to help running the shop. An e-mail has one open invite.
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

-- Applications of others. What is configured is copied here at every start; data is the app's own:
-- the state that an authorization must bring back, and what its code was exchanged for.
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

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

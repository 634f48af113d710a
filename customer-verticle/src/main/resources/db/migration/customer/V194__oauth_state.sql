-- State that a user's grant of an application has to bring back. It is used once, and not for long.
CREATE TABLE oauth_state (
  app_id text NOT NULL REFERENCES oauth (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  state text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, user_id)
);

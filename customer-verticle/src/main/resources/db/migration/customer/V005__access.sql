-- An API token is found by its hash, so that comparing tells nothing of the token, and works as
-- soon as somebody has stored it. An empty one is none.
CREATE FUNCTION api_token_hash(token text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(nullif(token, ''), 'UTF8')), 'hex');

ALTER TABLE "user"
  ADD COLUMN api_token_hash text GENERATED ALWAYS AS (api_token_hash(api_token)) STORED;

DROP INDEX user_api_token;
CREATE UNIQUE INDEX user_api_token ON "user" (api_token_hash)
  WHERE api_token_hash IS NOT NULL AND deleted_at IS NULL;

-- Which session a login ended, and on which surface it was. Two logins at once with one cookie both
-- follow the same session, and both take along who was in it on the other surface.
ALTER TABLE session
  ADD COLUMN follows text,
  ADD COLUMN opened_by text CHECK (opened_by IN ('user', 'customer'));

CREATE INDEX session_by_predecessor ON session (follows) WHERE follows IS NOT NULL;

-- How often somebody has guessed, by the hash of what is counted. It holds over all nodes and may
-- be lost in a crash, so that counting writes no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

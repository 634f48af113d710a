-- How often somebody has named a code that there is not, by the hash of what is counted. It holds
-- over all nodes and may be lost in a crash, so that counting writes no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

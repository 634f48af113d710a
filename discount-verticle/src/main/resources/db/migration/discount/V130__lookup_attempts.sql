-- Wrong guesses of what is looked up without credentials within a time window, by the hash of the
-- counted key. Counts hold over all nodes; losing them in a crash is acceptable, so counting writes
-- no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

-- Work of a plugin that nodes lease. Work of a kind with the same key is done once.
CREATE TABLE tradewind_work (
  kind text NOT NULL CHECK (kind <> ''),
  key text NOT NULL CHECK (length(key) <= 200),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object' AND pg_column_size(payload) <= 65536),
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  parked_at timestamptz,
  -- Whether the same work was added while it was done, which may not have seen why.
  again boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, key)
);

CREATE INDEX tradewind_work_due ON tradewind_work (due_at) WHERE parked_at IS NULL;

-- Snapshots of all aggregates of a topic of states, which the outbox relay publishes in pages in the
-- order of their ids. One row per topic: the latest snapshot.
CREATE TABLE state_snapshot (
  topic text PRIMARY KEY,
  snapshot_id text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Aggregates when the first page was read; null before.
  total bigint,
  -- Aggregates of the pages that the broker has acknowledged, and the last id of these.
  completed bigint NOT NULL DEFAULT 0 CHECK (completed >= 0),
  position text NOT NULL DEFAULT '',
  finished_at timestamptz
);

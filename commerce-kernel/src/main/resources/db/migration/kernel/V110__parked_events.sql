-- Events that the broker refused for good, and later ones of the same key, until they are replayed.
-- They leave the outbox, whose oldest rows are read all the time. id is that of the outbox, so that a
-- replayed event gets its place back.
CREATE TABLE parked_event (
  id bigint PRIMARY KEY,
  event_id text NOT NULL,
  topic text NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  aggregate_version bigint NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  causation_id text NOT NULL,
  actor text NOT NULL,
  traceparent text,
  no_notification boolean,
  parked_at timestamptz NOT NULL DEFAULT now(),
  -- Answer of the broker; null: an earlier event of the key is parked.
  reason text
);

-- Read for every unsent event of the outbox.
CREATE INDEX parked_event_key ON parked_event (topic, key, id);

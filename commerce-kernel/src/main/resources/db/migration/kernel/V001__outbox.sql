-- Events that a change of this schema made true, until the broker has acknowledged them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL UNIQUE,
  topic text NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  aggregate_version bigint NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  causation_id text NOT NULL,
  actor text NOT NULL,
  no_notification boolean,
  sent_at timestamptz
);

CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;

-- Which node publishes. One row per shard; there is one shard.
CREATE TABLE outbox_lease (
  shard integer PRIMARY KEY,
  holder text,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
);

INSERT INTO outbox_lease (shard) VALUES (0);

-- Appends events, given as rows of the outbox, from a function of this schema.
CREATE FUNCTION append_events(events jsonb) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor,
    no_notification
  )
  SELECT event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
    actor, no_notification
  FROM jsonb_populate_recordset(NULL::outbox, events);
$$;

REVOKE ALL ON FUNCTION append_events FROM PUBLIC;

-- Tables that every schema has: the outbox with its lease, and the stored responses of idempotent
-- requests.

-- Events of committed changes, until the broker has acknowledged them. An event is written at its
-- insert and again when it is sent, each time into every index: there are two. Old events are found
-- among the lowest ids, so no index holds sent_at. event_id has no unique index because it is never
-- looked up and its generator makes no duplicates.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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
  no_notification boolean,
  sent_at timestamptz
);

CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;

-- Lease of the node that publishes. One row per shard; there is one shard.
CREATE TABLE outbox_lease (
  shard integer PRIMARY KEY,
  holder text,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
);

INSERT INTO outbox_lease (shard) VALUES (0);

-- Responses of committed requests, for a repeated request with the same idempotency key.
CREATE TABLE idempotency_record (
  scope text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);

CREATE INDEX idempotency_record_created ON idempotency_record (created_at);

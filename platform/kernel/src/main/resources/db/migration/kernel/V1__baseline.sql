-- Tables that every schema has: the outbox with its lease and parked events, the stored responses of
-- idempotent requests, the audit log, row counters, and the version of the migrations.

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
  sent_at timestamptz,
  -- W3C trace context of the request that caused the event. Functions that append events themselves do
  -- not pass it on: their caller sets it for the transaction.
  traceparent text DEFAULT nullif(current_setting('tradewind.traceparent', true), '')
);

CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;

-- Lease of the node that publishes. One row per shard; there is one shard.
CREATE TABLE outbox_lease (
  shard integer PRIMARY KEY,
  holder text,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
);

INSERT INTO outbox_lease (shard) VALUES (0);

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

-- Audit log of the schema: who did what from where. A trigger on the outbox writes an entry for each
-- event of the audit topic, so that an entry commits with its change. The three tables are
-- append-only (R__audit_log.sql), except that a chained entry leaves audit_unchained.
CREATE TABLE audit_entry (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Id of the event, in the order of time; a replayed event is not recorded again.
  id text COLLATE "C" NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  credential text,
  address text,
  request_id text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb
);

CREATE INDEX audit_entry_actor ON audit_entry (actor_id, id);
CREATE INDEX audit_entry_subject ON audit_entry (subject, id);

-- Hash chain over the entries. The hash covers the entry and the hash before it, so an entry that is
-- changed, removed or inserted afterwards does not fit any more.
CREATE TABLE audit_chain (
  position bigint PRIMARY KEY CHECK (position > 0),
  entry bigint NOT NULL UNIQUE,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);

-- Entries without a place in the chain yet: transactions commit without waiting for each other.
CREATE TABLE audit_unchained (
  entry bigint PRIMARY KEY
);

-- Numbers of the rows of large tables without the deleted ones, so that a page of a list does not
-- count them. A number is spread over slots, and triggers change one of them in the transaction of
-- each change (R__row_counter.sql), so that the sum of the slots is exact in every snapshot. Concurrent
-- transactions change different slots: none waits for another.
CREATE TABLE row_counter (
  counted text NOT NULL,
  slot bigint GENERATED ALWAYS AS IDENTITY,
  rows bigint NOT NULL,
  PRIMARY KEY (counted, slot)
) WITH (fillfactor = 20);

-- The version of the migration files that made the schema, and the oldest one whose nodes may serve on it.
-- Older nodes leave the schema as it is.
CREATE TABLE migration_version (
  version integer NOT NULL,
  oldest_compatible integer NOT NULL CHECK (oldest_compatible <= version)
);

CREATE UNIQUE INDEX migration_version_single ON migration_version ((true));

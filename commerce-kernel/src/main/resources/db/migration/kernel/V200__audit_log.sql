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

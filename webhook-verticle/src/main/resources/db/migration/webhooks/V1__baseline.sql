-- A function that is published to another schema is granted by name. Without this every login could
-- call every function of this schema's role.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- The last sequence of an event. It is assigned under the lock of this row, which lasts until the commit:
-- a reader that has seen a sequence has seen all lower ones.
CREATE TABLE event_sequence (
  last_sequence bigint NOT NULL
);

CREATE UNIQUE INDEX event_sequence_one ON event_sequence ((true));

INSERT INTO event_sequence (last_sequence) VALUES (0);

-- Events that the outbox relays of all schemas announced, until their retention time has ended. A relay
-- announces an event at least once; event_id recognizes repetitions.
CREATE TABLE event (
  sequence bigint PRIMARY KEY,
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
  traceparent text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX event_recorded ON event (recorded_at);

-- Receivers of webhooks. A paused subscription collects deliveries and sends none, a disabled one does
-- not collect them either. Secrets are encrypted; the previous one signs too until previous_until.
CREATE TABLE subscription (
  id text PRIMARY KEY,
  url text NOT NULL,
  description text,
  event_types text[] NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 100),
  secret text NOT NULL,
  previous_secret text,
  previous_until timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'disabled')),
  status_reason text,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  is_configured boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CHECK (status <> 'active' OR status_reason IS NULL)
);

-- One event for one subscription. failures counts the failed attempts since failing_since; a
-- redelivery and a resumed subscription begin again.
CREATE TABLE delivery (
  subscription_id text NOT NULL REFERENCES subscription ON DELETE CASCADE,
  sequence bigint NOT NULL REFERENCES event ON DELETE CASCADE,
  key text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  delivered_at timestamptz,
  PRIMARY KEY (subscription_id, sequence)
);

CREATE INDEX delivery_pending ON delivery (subscription_id, key, sequence)
  WHERE status = 'pending';

CREATE INDEX delivery_event ON delivery (sequence);

-- Keys of a subscription with pending deliveries. The holder of the lease delivers the events of the key
-- one after the other, until due_at; without a lease due_at is the time of the next attempt. Each new
-- delivery raises the version, so that a holder that found none does not delete the row of a later one.
CREATE TABLE delivery_queue (
  subscription_id text NOT NULL REFERENCES subscription ON DELETE CASCADE,
  key text NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  lease text,
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (subscription_id, key)
);

CREATE INDEX delivery_queue_due ON delivery_queue (subscription_id, due_at);

-- Log of the attempts. status_code is that of the receiver; without one, error says why. The response is
-- the beginning of the body of an attempt that failed.
CREATE TABLE delivery_attempt (
  subscription_id text NOT NULL,
  sequence bigint NOT NULL,
  number integer NOT NULL,
  attempted_at timestamptz NOT NULL,
  duration_millis bigint NOT NULL CHECK (duration_millis >= 0),
  status_code integer,
  error text,
  response text,
  PRIMARY KEY (subscription_id, sequence, number),
  FOREIGN KEY (subscription_id, sequence) REFERENCES delivery ON DELETE CASCADE
);

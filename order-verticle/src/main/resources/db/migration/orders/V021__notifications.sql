-- Notifications that a provider has sent about an event; a resend refers to the original.
CREATE TABLE notification (
  id text PRIMARY KEY,
  event_name text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  customer_id text,
  "to" text NOT NULL,
  data jsonb NOT NULL,
  provider_id text NOT NULL,
  parent_id text REFERENCES notification (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX notification_created ON notification (created_at, id);
CREATE INDEX notification_resource ON notification (resource_id, created_at, id);
CREATE INDEX notification_parent ON notification (parent_id, created_at) WHERE parent_id IS NOT NULL;

-- Notifications to be sent, one per event and provider, however often the event is announced:
-- committed before the provider is called, and requested again under the same key until it has
-- answered. The data may contain a one-time token and is deleted with the answer; the row stays for a
-- while, because the event may be announced again.
CREATE TABLE notification_work (
  id text PRIMARY KEY,
  event_id text NOT NULL,
  provider_id text NOT NULL,
  event_name text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  customer_id text,
  data jsonb,
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'done', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (event_id, provider_id),
  CHECK ((status = 'asked') = (data IS NOT NULL))
);

CREATE INDEX notification_work_due ON notification_work (due_at) WHERE status = 'asked';
CREATE INDEX notification_work_settled ON notification_work (updated_at) WHERE status <> 'asked';

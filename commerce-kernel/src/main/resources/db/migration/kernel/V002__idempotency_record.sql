-- Answers whose effect this schema committed, for a repeated request with the same key.
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

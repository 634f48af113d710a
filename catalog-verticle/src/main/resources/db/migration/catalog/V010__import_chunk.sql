-- Which chunks of an import have been applied: committed together with what they say, so that a
-- repeated one does nothing and answers the same.
CREATE TABLE import_chunk (
  job_id text NOT NULL,
  chunk integer NOT NULL CHECK (chunk >= 0),
  last_line bigint NOT NULL,
  counts jsonb,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job_id, chunk)
);

CREATE INDEX import_chunk_age ON import_chunk (applied_at);

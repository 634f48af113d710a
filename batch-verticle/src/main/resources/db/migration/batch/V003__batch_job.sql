-- What takes longer than a request. The last of the times that is set decides the status.
CREATE TABLE batch_job (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  type text NOT NULL CHECK (type IN ('product-import', 'product-export')),
  created_by text,
  context jsonb,
  result jsonb,
  dry_run boolean NOT NULL,
  pre_processed_at timestamptz,
  confirmed_at timestamptz CHECK (confirmed_at IS NULL OR pre_processed_at IS NOT NULL),
  processing_at timestamptz CHECK (processing_at IS NULL OR confirmed_at IS NOT NULL),
  completed_at timestamptz CHECK (completed_at IS NULL OR processing_at IS NOT NULL),
  canceled_at timestamptz,
  failed_at timestamptz,
  status text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN failed_at IS NOT NULL THEN 'failed'
      WHEN canceled_at IS NOT NULL THEN 'canceled'
      WHEN completed_at IS NOT NULL THEN 'completed'
      WHEN processing_at IS NOT NULL THEN 'processing'
      WHEN confirmed_at IS NOT NULL THEN 'confirmed'
      WHEN pre_processed_at IS NOT NULL THEN 'pre_processed'
      ELSE 'created'
    END
  ) STORED,
  -- A job ends in one way; only who has failed can be canceled afterwards.
  CHECK (completed_at IS NULL OR (canceled_at IS NULL AND failed_at IS NULL))
);

CREATE INDEX batch_job_newest ON batch_job (created_by, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;

-- Work that is left to do. Who holds a row works on the job until expires_at, which he puts off; who
-- finds it expired takes it over with a new epoch, and nothing of an earlier epoch is written any
-- longer. A job that waits for somebody to confirm it never expires.
CREATE TABLE job_work (
  job_id text PRIMARY KEY REFERENCES batch_job ON DELETE CASCADE,
  holder text,
  epoch bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity',
  checkpoint jsonb
);

CREATE INDEX job_work_expiry ON job_work (expires_at);

-- What a file to import says, by kind: which line said it first. It finds what is said twice, in a
-- file of any length.
CREATE TABLE import_key (
  job_id text NOT NULL REFERENCES job_work ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  line bigint NOT NULL,
  PRIMARY KEY (job_id, kind, key)
);

-- A function that is published to another schema is granted by name. Without this every login could
-- call every function of this schema's role.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Files of any size, in pieces. A file can be read once completed_at is set; one that is not
-- completed by expires_at is deleted. Only its present writer may append to it.
CREATE TABLE file (
  key text PRIMARY KEY,
  name text NOT NULL,
  content_type text NOT NULL,
  is_public boolean NOT NULL,
  size bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
  pieces integer NOT NULL DEFAULT 0 CHECK (pieces >= 0),
  writer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  expires_at timestamptz,
  CHECK (completed_at IS NULL OR expires_at IS NULL)
);

CREATE INDEX file_expiry ON file (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE file_piece (
  file_key text NOT NULL REFERENCES file ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 0),
  bytes bytea NOT NULL,
  PRIMARY KEY (file_key, number)
);

-- Pieces are read whole; compressing them would only take time.
ALTER TABLE file_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Jobs that take longer than a request. The last of the times that is set decides the status.
CREATE TABLE batch_job (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  type text NOT NULL
    CHECK (type IN ('product-import', 'product-export', 'price-list-import', 'order-export')),
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
  -- A job ends in one way; only a failed one can be canceled afterwards.
  CHECK (completed_at IS NULL OR (canceled_at IS NULL AND failed_at IS NULL))
);

CREATE INDEX batch_job_newest ON batch_job (created_by, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;

-- Ended jobs are deleted when their retention time has ended, with their files.
CREATE INDEX batch_job_changed ON batch_job (updated_at);
CREATE INDEX batch_job_input ON batch_job ((context ->> 'fileKey'));

-- Leases of unfinished jobs. The holder works on the job until expires_at and renews it; another node
-- takes an expired lease over with a new epoch, and writes of an earlier epoch are refused. A job
-- that waits for its confirmation never expires.
CREATE TABLE job_work (
  job_id text PRIMARY KEY REFERENCES batch_job ON DELETE CASCADE,
  holder text,
  epoch bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity',
  checkpoint jsonb
);

CREATE INDEX job_work_expiry ON job_work (expires_at);

-- Unique keys of an imported file, by kind, with the first line of each: finds duplicates in a file of
-- any length.
CREATE TABLE import_key (
  job_id text NOT NULL REFERENCES job_work ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  line bigint NOT NULL,
  PRIMARY KEY (job_id, kind, key)
);

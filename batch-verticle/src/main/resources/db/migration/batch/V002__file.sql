-- Files of any size, in pieces. A file can be read once completed_at is set; one that is not
-- finished by expires_at is swept away. Only its present writer may append to it.
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

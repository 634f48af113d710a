-- Reasons that customers choose from when they return items, in two levels at most. Deleted ones
-- stay, because returns refer to them; their values are free again.
CREATE TABLE return_reason (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  value text NOT NULL,
  label text NOT NULL,
  description text,
  parent_return_reason_id text REFERENCES return_reason (id) CHECK (parent_return_reason_id <> id),
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX return_reason_value ON return_reason (value) WHERE deleted_at IS NULL;
CREATE INDEX return_reason_parent ON return_reason (parent_return_reason_id, created_at);

-- Notes of staff about a resource of any kind; the resource and the author may be of another schema.
CREATE TABLE note (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  value text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  author_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE INDEX note_created ON note (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX note_resource ON note (resource_id, created_at, id) WHERE deleted_at IS NULL;

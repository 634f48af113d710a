CREATE TABLE maker (
  id text PRIMARY KEY,
  name text NOT NULL,
  deleted_at timestamptz
);

CREATE TABLE tool (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  name text NOT NULL,
  code text,
  weight integer,
  uses bigint,
  price numeric,
  sharp boolean,
  metadata jsonb,
  maker_id text REFERENCES maker
);

CREATE UNIQUE INDEX tool_code ON tool (code, maker_id) WHERE deleted_at IS NULL;

CREATE TABLE part (
  id text PRIMARY KEY,
  tool_id text NOT NULL REFERENCES tool,
  name text NOT NULL
);

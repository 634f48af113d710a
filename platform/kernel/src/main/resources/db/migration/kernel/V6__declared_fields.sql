-- Fields that the shop declares for a resource of this schema. Their values are members of its metadata, or
-- of the object _staff within it.
CREATE TABLE declared_field (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  resource text NOT NULL,
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{0,31}$'),
  type text NOT NULL CHECK (
    type IN ('text', 'number', 'boolean', 'date', 'enum', 'reference', 'list', 'money')
  ),
  is_required boolean NOT NULL,
  is_unique boolean NOT NULL,
  is_staff_only boolean NOT NULL,
  is_searchable boolean NOT NULL,
  default_value jsonb,
  -- Values of an enum, or those of a list that is limited to some.
  allowed_values text[],
  referred_resource text,
  -- Schema with the rows of the referred resource, which publishes has_declarable_row.
  referred_schema text,
  -- Currency of an amount, in its smallest unit.
  currency_code text,
  -- Null until the rows stored beside the declaration have been checked against it.
  checked_at timestamptz,
  -- Lease and backoff of the work on the index.
  index_due_at timestamptz NOT NULL DEFAULT now(),
  index_error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (resource, name),
  CHECK ((type = 'reference') = (referred_resource IS NOT NULL)),
  CHECK ((type = 'reference') = (referred_schema IS NOT NULL)),
  CHECK ((type = 'money') = (currency_code IS NOT NULL)),
  CHECK (type <> 'enum' OR allowed_values IS NOT NULL),
  CHECK (type IN ('enum', 'list') OR allowed_values IS NULL)
);

-- Tables of this schema with the metadata of a resource. A repeatable file of the schema has the rows.
CREATE TABLE declarable (
  resource text NOT NULL,
  relation text NOT NULL,
  -- Query of id and metadata of the present rows.
  present text NOT NULL,
  -- Events and function of the trigger that exists while a field is declared.
  event text NOT NULL,
  function text NOT NULL,
  argument text NOT NULL,
  -- Condition of the rows of an index; null if fields of the resource have none.
  indexed text,
  PRIMARY KEY (resource, relation)
);

-- Who buys. A guest and an account may share an e-mail, two of a kind may not.
CREATE TABLE customer (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  email text NOT NULL CHECK (email = lower(email)),
  first_name text,
  last_name text,
  phone text,
  has_account boolean NOT NULL DEFAULT false,
  password_hash text,
  billing_address_id text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX customer_email ON customer (email, has_account) WHERE deleted_at IS NULL;

CREATE TABLE address (
  id text PRIMARY KEY,
  customer_id text REFERENCES customer (id),
  company text,
  first_name text,
  last_name text,
  address_1 text,
  address_2 text,
  city text,
  country_code text CHECK (country_code = lower(country_code)),
  province text,
  postal_code text,
  phone text,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE INDEX address_customer ON address (customer_id);

ALTER TABLE customer
  ADD FOREIGN KEY (billing_address_id) REFERENCES address (id);
CREATE INDEX customer_billing_address ON customer (billing_address_id)
  WHERE billing_address_id IS NOT NULL;

CREATE TABLE customer_group (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  name text NOT NULL,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE UNIQUE INDEX customer_group_name ON customer_group (name) WHERE deleted_at IS NULL;

CREATE TABLE customer_group_customers (
  customer_group_id text NOT NULL REFERENCES customer_group (id) ON DELETE CASCADE,
  customer_id text NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  PRIMARY KEY (customer_group_id, customer_id)
);

CREATE INDEX customer_group_customers_customer ON customer_group_customers (customer_id);

-- Where products stand in the shop's tree of categories.
CREATE TABLE product_category (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  handle text NOT NULL UNIQUE,
  is_active boolean NOT NULL DEFAULT false,
  is_internal boolean NOT NULL DEFAULT false,
  rank integer NOT NULL DEFAULT 0 CHECK (rank >= 0),
  parent_category_id text REFERENCES product_category,
  metadata jsonb,
  mpath text,
  CHECK (parent_category_id <> id),
  -- Checked at the end of the transaction, so that siblings may change places.
  CONSTRAINT product_category_rank UNIQUE NULLS NOT DISTINCT (parent_category_id, rank)
    DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE product_category_product (
  product_category_id text NOT NULL REFERENCES product_category ON DELETE CASCADE,
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  PRIMARY KEY (product_id, product_category_id)
);

CREATE INDEX product_category_product_category
  ON product_category_product (product_category_id);

-- The id is the key that storefronts send.
CREATE TABLE publishable_api_key (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  title text NOT NULL,
  created_by text,
  revoked_by text,
  revoked_at timestamptz
);

CREATE TABLE publishable_api_key_sales_channel (
  publishable_key_id text NOT NULL REFERENCES publishable_api_key ON DELETE CASCADE,
  sales_channel_id text NOT NULL REFERENCES sales_channel ON DELETE CASCADE,
  PRIMARY KEY (publishable_key_id, sales_channel_id)
);

CREATE INDEX publishable_api_key_sales_channel_channel
  ON publishable_api_key_sales_channel (sales_channel_id);

-- What is sold, where, for how much and how it is shipped. Column names are wire names; version,
-- where there is one, rises with every write of the aggregate. Unique names ignore deleted rows.

CREATE TABLE currency (
  code text PRIMARY KEY CHECK (code ~ '^[a-z]{3}$'),
  version bigint NOT NULL DEFAULT 1,
  name text NOT NULL,
  symbol text NOT NULL,
  symbol_native text NOT NULL,
  includes_tax boolean NOT NULL DEFAULT false
);

CREATE TABLE payment_provider (
  id text PRIMARY KEY,
  is_installed boolean NOT NULL DEFAULT true
);

CREATE TABLE fulfillment_provider (
  id text PRIMARY KEY,
  is_installed boolean NOT NULL DEFAULT true
);

CREATE TABLE tax_provider (
  id text PRIMARY KEY,
  is_installed boolean NOT NULL DEFAULT true
);

CREATE TABLE region (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  name text NOT NULL,
  currency_code text NOT NULL REFERENCES currency,
  tax_rate numeric NOT NULL CHECK (tax_rate BETWEEN 0 AND 100),
  tax_code text,
  gift_cards_taxable boolean NOT NULL DEFAULT true,
  automatic_taxes boolean NOT NULL DEFAULT true,
  tax_provider_id text REFERENCES tax_provider,
  metadata jsonb,
  includes_tax boolean NOT NULL DEFAULT false
);

CREATE INDEX region_currency ON region (currency_code);

-- A country is in at most one region.
CREATE TABLE country (
  id integer PRIMARY KEY,
  iso_2 text NOT NULL UNIQUE CHECK (iso_2 ~ '^[a-z]{2}$'),
  iso_3 text NOT NULL UNIQUE CHECK (iso_3 ~ '^[a-z]{3}$'),
  num_code integer NOT NULL UNIQUE,
  name text NOT NULL,
  display_name text NOT NULL,
  region_id text REFERENCES region
);

CREATE INDEX country_region ON country (region_id);

CREATE TABLE region_payment_provider (
  region_id text NOT NULL REFERENCES region ON DELETE CASCADE,
  provider_id text NOT NULL REFERENCES payment_provider,
  PRIMARY KEY (region_id, provider_id)
);

CREATE INDEX region_payment_provider_provider ON region_payment_provider (provider_id);

CREATE TABLE region_fulfillment_provider (
  region_id text NOT NULL REFERENCES region ON DELETE CASCADE,
  provider_id text NOT NULL REFERENCES fulfillment_provider,
  PRIMARY KEY (region_id, provider_id)
);

CREATE INDEX region_fulfillment_provider_provider ON region_fulfillment_provider (provider_id);

CREATE TABLE sales_channel (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  name text NOT NULL,
  description text,
  is_disabled boolean NOT NULL DEFAULT false,
  metadata jsonb
);

CREATE TABLE store (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  name text NOT NULL,
  default_currency_code text NOT NULL REFERENCES currency,
  swap_link_template text,
  payment_link_template text,
  invite_link_template text,
  default_location_id text,
  default_sales_channel_id text REFERENCES sales_channel,
  metadata jsonb
);

-- There is one store.
CREATE UNIQUE INDEX store_single ON store ((true));

CREATE TABLE store_currency (
  store_id text NOT NULL REFERENCES store ON DELETE CASCADE,
  currency_code text NOT NULL REFERENCES currency,
  PRIMARY KEY (store_id, currency_code)
);

CREATE INDEX store_currency_currency ON store_currency (currency_code);

CREATE TABLE shipping_profile (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('default', 'gift_card', 'custom')),
  metadata jsonb
);

CREATE UNIQUE INDEX shipping_profile_built_in ON shipping_profile (type)
  WHERE type <> 'custom' AND deleted_at IS NULL;

CREATE TABLE shipping_option (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  name text NOT NULL,
  region_id text NOT NULL REFERENCES region,
  profile_id text NOT NULL REFERENCES shipping_profile,
  provider_id text NOT NULL REFERENCES fulfillment_provider,
  price_type text NOT NULL CHECK (price_type IN ('flat_rate', 'calculated')),
  amount bigint CHECK (amount >= 0),
  is_return boolean NOT NULL DEFAULT false,
  admin_only boolean NOT NULL DEFAULT false,
  data jsonb NOT NULL,
  metadata jsonb,
  includes_tax boolean NOT NULL DEFAULT false,
  CHECK ((price_type = 'flat_rate') = (amount IS NOT NULL))
);

CREATE INDEX shipping_option_region ON shipping_option (region_id);
CREATE INDEX shipping_option_profile ON shipping_option (profile_id);
CREATE INDEX shipping_option_provider ON shipping_option (provider_id);

CREATE TABLE shipping_option_requirement (
  id text PRIMARY KEY,
  shipping_option_id text NOT NULL REFERENCES shipping_option ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('min_subtotal', 'max_subtotal')),
  amount bigint NOT NULL CHECK (amount >= 0),
  deleted_at timestamptz
);

CREATE UNIQUE INDEX shipping_option_requirement_type
  ON shipping_option_requirement (shipping_option_id, type)
  WHERE deleted_at IS NULL;

CREATE TABLE product_collection (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  title text NOT NULL,
  handle text,
  metadata jsonb
);

CREATE UNIQUE INDEX product_collection_handle ON product_collection (handle)
  WHERE deleted_at IS NULL;
CREATE INDEX product_collection_newest ON product_collection (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;

CREATE TABLE product_type (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  value text NOT NULL,
  metadata jsonb
);

CREATE UNIQUE INDEX product_type_value ON product_type (value) WHERE deleted_at IS NULL;

CREATE TABLE product_tag (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  value text NOT NULL,
  metadata jsonb
);

CREATE UNIQUE INDEX product_tag_value ON product_tag (value) WHERE deleted_at IS NULL;

CREATE TABLE image (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  url text NOT NULL,
  metadata jsonb
);

CREATE TABLE product (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  title text NOT NULL,
  subtitle text,
  description text,
  handle text,
  is_giftcard boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'draft'
    CHECK (status IN ('draft', 'proposed', 'published', 'rejected')),
  thumbnail text,
  weight integer,
  length integer,
  height integer,
  width integer,
  hs_code text,
  origin_country text,
  mid_code text,
  material text,
  collection_id text REFERENCES product_collection,
  type_id text REFERENCES product_type,
  discountable boolean NOT NULL DEFAULT true,
  external_id text,
  metadata jsonb
);

CREATE UNIQUE INDEX product_handle ON product (handle) WHERE deleted_at IS NULL;
CREATE INDEX product_newest ON product (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX product_collection_id ON product (collection_id);
CREATE INDEX product_type_id ON product (type_id);

CREATE TABLE product_sales_channel (
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  sales_channel_id text NOT NULL REFERENCES sales_channel ON DELETE CASCADE,
  PRIMARY KEY (product_id, sales_channel_id)
);

CREATE INDEX product_sales_channel_channel ON product_sales_channel (sales_channel_id);

CREATE TABLE product_shipping_profile (
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  profile_id text NOT NULL REFERENCES shipping_profile,
  PRIMARY KEY (product_id, profile_id)
);

CREATE INDEX product_shipping_profile_profile ON product_shipping_profile (profile_id);

CREATE TABLE product_tagging (
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  tag_id text NOT NULL REFERENCES product_tag ON DELETE CASCADE,
  PRIMARY KEY (product_id, tag_id)
);

CREATE INDEX product_tagging_tag ON product_tagging (tag_id);

CREATE TABLE product_image (
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  image_id text NOT NULL REFERENCES image ON DELETE CASCADE,
  rank integer NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, image_id)
);

CREATE INDEX product_image_image ON product_image (image_id);

CREATE TABLE product_option (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  title text NOT NULL,
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  metadata jsonb
);

CREATE INDEX product_option_product ON product_option (product_id);

CREATE TABLE product_variant (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  title text NOT NULL,
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  sku text,
  barcode text,
  ean text,
  upc text,
  variant_rank integer DEFAULT 0,
  inventory_quantity integer NOT NULL DEFAULT 0,
  allow_backorder boolean NOT NULL DEFAULT false,
  manage_inventory boolean NOT NULL DEFAULT true,
  hs_code text,
  origin_country text,
  mid_code text,
  material text,
  weight integer,
  length integer,
  height integer,
  width integer,
  metadata jsonb
);

CREATE INDEX product_variant_product ON product_variant (product_id);
CREATE UNIQUE INDEX product_variant_sku ON product_variant (sku) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX product_variant_barcode ON product_variant (barcode) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX product_variant_ean ON product_variant (ean) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX product_variant_upc ON product_variant (upc) WHERE deleted_at IS NULL;

CREATE TABLE product_option_value (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  value text NOT NULL,
  option_id text NOT NULL REFERENCES product_option ON DELETE CASCADE,
  variant_id text NOT NULL REFERENCES product_variant ON DELETE CASCADE,
  metadata jsonb
);

-- A variant has one value of each option.
CREATE UNIQUE INDEX product_option_value_variant ON product_option_value (variant_id, option_id)
  WHERE deleted_at IS NULL;
CREATE INDEX product_option_value_option ON product_option_value (option_id);

CREATE TABLE price_list (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  name text NOT NULL,
  description text NOT NULL,
  type text NOT NULL DEFAULT 'sale' CHECK (type IN ('sale', 'override')),
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('active', 'draft')),
  starts_at timestamptz,
  ends_at timestamptz,
  includes_tax boolean NOT NULL DEFAULT false
);

-- Customer groups live with the customers; here is only who a list is for.
CREATE TABLE price_list_customer_group (
  price_list_id text NOT NULL REFERENCES price_list ON DELETE CASCADE,
  customer_group_id text NOT NULL,
  PRIMARY KEY (price_list_id, customer_group_id)
);

-- A price holds for a currency, or with a region for that region alone (currency_code is then the
-- region's); without a price list it is a default price.
CREATE TABLE money_amount (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  currency_code text NOT NULL REFERENCES currency,
  amount bigint NOT NULL CHECK (amount >= 0),
  min_quantity integer,
  max_quantity integer,
  price_list_id text REFERENCES price_list ON DELETE CASCADE,
  region_id text REFERENCES region,
  variant_id text NOT NULL REFERENCES product_variant ON DELETE CASCADE
);

CREATE UNIQUE INDEX money_amount_price ON money_amount
  (variant_id, currency_code, region_id, price_list_id, min_quantity, max_quantity)
  NULLS NOT DISTINCT
  WHERE deleted_at IS NULL;
CREATE INDEX money_amount_price_list ON money_amount (price_list_id);
CREATE INDEX money_amount_region ON money_amount (region_id);
CREATE INDEX money_amount_currency ON money_amount (currency_code);

CREATE TABLE tax_rate (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  rate numeric CHECK (rate BETWEEN 0 AND 100),
  code text,
  name text NOT NULL,
  region_id text NOT NULL REFERENCES region ON DELETE CASCADE,
  metadata jsonb
);

CREATE INDEX tax_rate_region ON tax_rate (region_id);

CREATE TABLE product_tax_rate (
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  rate_id text NOT NULL REFERENCES tax_rate ON DELETE CASCADE,
  PRIMARY KEY (product_id, rate_id)
);

CREATE INDEX product_tax_rate_rate ON product_tax_rate (rate_id);

CREATE TABLE product_type_tax_rate (
  product_type_id text NOT NULL REFERENCES product_type ON DELETE CASCADE,
  rate_id text NOT NULL REFERENCES tax_rate ON DELETE CASCADE,
  PRIMARY KEY (product_type_id, rate_id)
);

CREATE INDEX product_type_tax_rate_rate ON product_type_tax_rate (rate_id);

CREATE TABLE shipping_tax_rate (
  shipping_option_id text NOT NULL REFERENCES shipping_option ON DELETE CASCADE,
  rate_id text NOT NULL REFERENCES tax_rate ON DELETE CASCADE,
  PRIMARY KEY (shipping_option_id, rate_id)
);

CREATE INDEX shipping_tax_rate_rate ON shipping_tax_rate (rate_id);

-- Products, prices, stock, regions, taxes and shipping. Column names are wire names; version, where
-- there is one, rises with every write of the aggregate. Unique names ignore deleted rows.

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

CREATE TABLE stock_location_address (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  address_1 text NOT NULL,
  address_2 text,
  company text,
  city text,
  country_code text NOT NULL,
  phone text,
  postal_code text,
  province text,
  metadata jsonb
);

-- An address may be named that is not stored here, so that there is no foreign key.
CREATE TABLE stock_location (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  name text NOT NULL CHECK (name <> ''),
  address_id text,
  metadata jsonb
);

CREATE INDEX stock_location_newest ON stock_location (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;

-- A channel sells from the locations that it is linked to; the links of a deleted one are deleted.
CREATE TABLE sales_channel_location (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  sales_channel_id text NOT NULL REFERENCES sales_channel ON DELETE CASCADE,
  location_id text NOT NULL
    CONSTRAINT sales_channel_location_location REFERENCES stock_location
);

CREATE UNIQUE INDEX sales_channel_location_pair
  ON sales_channel_location (sales_channel_id, location_id)
  WHERE deleted_at IS NULL;
CREATE INDEX sales_channel_location_location ON sales_channel_location (location_id);

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
  metadata jsonb,
  -- When the stock of the shop was converted to stock at locations; null in a shop with a simple stock.
  stock_located_at timestamptz,
  CONSTRAINT store_located CHECK (stock_located_at IS NULL OR default_location_id IS NOT NULL)
);

-- There is one store.
CREATE UNIQUE INDEX store_single ON store ((true));

CREATE TABLE store_currency (
  store_id text NOT NULL REFERENCES store ON DELETE CASCADE,
  currency_code text NOT NULL REFERENCES currency,
  PRIMARY KEY (store_id, currency_code)
);

CREATE INDEX store_currency_currency ON store_currency (currency_code);

-- The default currency is one of the store's. Checked at commit, so that both may change in one
-- transaction.
ALTER TABLE store
  ADD CONSTRAINT store_default_currency
  FOREIGN KEY (id, default_currency_code) REFERENCES store_currency (store_id, currency_code)
  DEFERRABLE INITIALLY DEFERRED;

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
  CONSTRAINT shipping_option_flat_rate CHECK ((price_type = 'flat_rate') = (amount IS NOT NULL))
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
-- Pages of a collection in their order, so that a page reads as many products as it skips and shows.
CREATE INDEX product_of_collection ON product (collection_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX product_type_id ON product (type_id);

-- is_on_sale is set by triggers: the product is published and not deleted. It is kept with the link,
-- so that a channel's products are counted in one index, however many there are.
CREATE TABLE product_sales_channel (
  product_id text NOT NULL REFERENCES product ON DELETE CASCADE,
  sales_channel_id text NOT NULL REFERENCES sales_channel ON DELETE CASCADE,
  is_on_sale boolean NOT NULL DEFAULT false,
  PRIMARY KEY (product_id, sales_channel_id)
);

CREATE INDEX product_sales_channel_channel ON product_sales_channel (sales_channel_id);
-- With the product, so that lists and their counts need not visit the links.
CREATE INDEX product_on_sale ON product_sales_channel (sales_channel_id, product_id)
  WHERE is_on_sale;

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

-- The tree of categories and the products in it.
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

CREATE INDEX product_of_category ON product_category_product (product_category_id, product_id);

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
  includes_tax boolean NOT NULL DEFAULT false,
  -- Set by a trigger. A list that was made for customer groups stays limited to groups, also after
  -- the last of them is deleted: it then applies to no customer, and not to all.
  is_for_groups boolean NOT NULL DEFAULT false,
  CONSTRAINT price_list_ends_after_start CHECK (ends_at > starts_at)
);

-- Lists of price lists show the newest first.
CREATE INDEX price_list_newest ON price_list (created_at DESC, id DESC);
-- The next moment at which a price list begins or ends.
CREATE INDEX price_list_starts ON price_list (starts_at) WHERE starts_at IS NOT NULL;
CREATE INDEX price_list_ends ON price_list (ends_at) WHERE ends_at IS NOT NULL;

-- Customer groups belong to the customer verticle; a list names those that it is limited to.
CREATE TABLE price_list_customer_group (
  price_list_id text NOT NULL REFERENCES price_list ON DELETE CASCADE,
  customer_group_id text NOT NULL,
  PRIMARY KEY (price_list_id, customer_group_id)
);

-- Deleted groups are removed from all lists, and lists are searched by group.
CREATE INDEX price_list_customer_group_group ON price_list_customer_group (customer_group_id);

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
  variant_id text NOT NULL REFERENCES product_variant ON DELETE CASCADE,
  -- Batch job that wrote the price of a list. An import replaces the prices of its list: at its end it
  -- deletes those that it has not written, so that shoppers always see the old price or the new one.
  import_job_id text,
  -- A bound of 0 counts as none.
  CONSTRAINT money_amount_quantities CHECK (
    price_list_id IS NULL
    OR coalesce(max_quantity, 0) = 0
    OR coalesce(min_quantity, 0) <= max_quantity
  )
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

-- Quantities taken out of stock by a taker (an order), so that they are taken once and can be returned.
CREATE TABLE stock_taking (
  taker text NOT NULL,
  variant_id text NOT NULL REFERENCES product_variant,
  quantity bigint NOT NULL CHECK (quantity > 0),
  taken_at timestamptz NOT NULL,
  returned_at timestamptz,
  PRIMARY KEY (taker, variant_id)
);

CREATE INDEX stock_taking_variant ON stock_taking (variant_id);

-- Stock at locations. A variant with an inventory item is counted by the levels and reservations of
-- the item; one without by product_variant.inventory_quantity.

CREATE TABLE inventory_item (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  sku text,
  origin_country text,
  hs_code text,
  mid_code text,
  material text,
  weight integer,
  length integer,
  height integer,
  width integer,
  requires_shipping boolean NOT NULL DEFAULT true,
  title text,
  description text,
  thumbnail text,
  metadata jsonb
);

CREATE UNIQUE INDEX inventory_item_sku ON inventory_item (sku) WHERE deleted_at IS NULL;
CREATE INDEX inventory_item_newest ON inventory_item (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;

-- A variant has at most one item, and an item one variant; the link is deleted with either of them.
CREATE TABLE product_variant_inventory_item (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  variant_id text NOT NULL UNIQUE REFERENCES product_variant ON DELETE CASCADE,
  inventory_item_id text NOT NULL UNIQUE REFERENCES inventory_item,
  required_quantity integer NOT NULL DEFAULT 1 CHECK (required_quantity > 0)
);

-- Units of an item at a location. Reserved units are still there until they are fulfilled. Staff may
-- correct the stock to less than what is reserved.
CREATE TABLE inventory_level (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  inventory_item_id text NOT NULL REFERENCES inventory_item,
  location_id text NOT NULL REFERENCES stock_location,
  stocked_quantity bigint NOT NULL DEFAULT 0 CHECK (stocked_quantity >= 0),
  reserved_quantity bigint NOT NULL DEFAULT 0 CHECK (reserved_quantity >= 0),
  incoming_quantity bigint NOT NULL DEFAULT 0 CHECK (incoming_quantity >= 0),
  available_quantity bigint GENERATED ALWAYS AS (stocked_quantity - reserved_quantity) STORED,
  metadata jsonb
);

CREATE UNIQUE INDEX inventory_level_pair ON inventory_level (inventory_item_id, location_id)
  WHERE deleted_at IS NULL;
CREATE INDEX inventory_level_item ON inventory_level (inventory_item_id);
CREATE INDEX inventory_level_location ON inventory_level (location_id);

-- Lines that orders sold of variants with an inventory item, by which staff can reserve for them.
CREATE TABLE stock_line (
  line_item_id text PRIMARY KEY,
  taker text NOT NULL,
  variant_id text NOT NULL REFERENCES product_variant
);

CREATE INDEX stock_line_taker ON stock_line (taker);
CREATE INDEX stock_line_variant ON stock_line (variant_id);

-- Units of an item at a location that are kept for a line or another purpose. The taker is the order
-- of the line. reserved_quantity of a level is the sum of its reservations.
CREATE TABLE reservation_item (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  line_item_id text,
  inventory_item_id text NOT NULL REFERENCES inventory_item,
  location_id text NOT NULL REFERENCES stock_location,
  quantity bigint NOT NULL CHECK (quantity > 0),
  external_id text,
  description text,
  created_by text,
  metadata jsonb,
  taker text
);

CREATE INDEX reservation_item_newest ON reservation_item (created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX reservation_item_line ON reservation_item (line_item_id) WHERE deleted_at IS NULL;
CREATE INDEX reservation_item_taker ON reservation_item (taker) WHERE deleted_at IS NULL;
CREATE INDEX reservation_item_item ON reservation_item (inventory_item_id);
CREATE INDEX reservation_item_location ON reservation_item (location_id);

-- Units that a fulfillment took out of a location, and the reserved units that it used up there, so
-- that its cancellation restores both once.
CREATE TABLE stock_fulfillment (
  fulfillment_id text NOT NULL,
  line_item_id text NOT NULL,
  inventory_item_id text NOT NULL REFERENCES inventory_item,
  location_id text NOT NULL REFERENCES stock_location,
  taken_quantity bigint NOT NULL CHECK (taken_quantity >= 0),
  released_quantity bigint NOT NULL CHECK (released_quantity >= 0),
  taker text NOT NULL,
  taken_at timestamptz NOT NULL,
  restored_at timestamptz,
  PRIMARY KEY (fulfillment_id, line_item_id, location_id)
);

CREATE INDEX stock_fulfillment_item ON stock_fulfillment (inventory_item_id);
CREATE INDEX stock_fulfillment_location ON stock_fulfillment (location_id);

-- Applied chunks of an import, committed together with their content, so that a repeated chunk changes
-- nothing and returns the same result.
CREATE TABLE import_chunk (
  job_id text NOT NULL,
  chunk integer NOT NULL CHECK (chunk >= 0),
  last_line bigint NOT NULL,
  counts jsonb,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job_id, chunk)
);

CREATE INDEX import_chunk_age ON import_chunk (applied_at);

-- Change log: what cached responses are compared with.
SELECT create_change_log();

-- The currencies of ISO 4217 in circulation. Names are those of CLDR in English, native symbols those of
-- the currency's own locale. The symbol is the usual one: that of CLDR in English, where that is the code
-- the narrow one, where that is the code too the native one if it is in Latin letters.
INSERT INTO currency (code, name, symbol, symbol_native) VALUES
  ('aed', 'United Arab Emirates Dirham', 'AED', 'د.إ.'),
  ('afn', 'Afghan Afghani', '؋', '؋'),
  ('all', 'Albanian Lek', 'Lekë', 'Lekë'),
  ('amd', 'Armenian Dram', '֏', '֏'),
  ('aoa', 'Angolan Kwanza', 'Kz', 'Kz'),
  ('ars', 'Argentine Peso', '$', '$'),
  ('aud', 'Australian Dollar', 'A$', '$'),
  ('awg', 'Aruban Florin', 'Afl.', 'Afl.'),
  ('azn', 'Azerbaijani Manat', '₼', '₼'),
  ('bam', 'Bosnia-Herzegovina Convertible Mark', 'KM', 'KM'),
  ('bbd', 'Barbadian Dollar', '$', '$'),
  ('bdt', 'Bangladeshi Taka', '৳', '৳'),
  ('bhd', 'Bahraini Dinar', 'BHD', 'د.ب.'),
  ('bif', 'Burundian Franc', 'FBu', 'FBu'),
  ('bmd', 'Bermudan Dollar', '$', '$'),
  ('bnd', 'Brunei Dollar', '$', '$'),
  ('bob', 'Bolivian Boliviano', 'Bs', 'Bs'),
  ('brl', 'Brazilian Real', 'R$', 'R$'),
  ('bsd', 'Bahamian Dollar', '$', '$'),
  ('btn', 'Bhutanese Ngultrum', 'Nu.', 'Nu.'),
  ('bwp', 'Botswanan Pula', 'P', 'P'),
  ('byn', 'Belarusian Ruble', 'Br', 'Br'),
  ('bzd', 'Belize Dollar', '$', '$'),
  ('cad', 'Canadian Dollar', 'CA$', '$'),
  ('cdf', 'Congolese Franc', 'FC', 'FC'),
  ('chf', 'Swiss Franc', 'CHF', 'CHF'),
  ('clp', 'Chilean Peso', '$', '$'),
  ('cny', 'Chinese Yuan', 'CN¥', '¥'),
  ('cop', 'Colombian Peso', '$', '$'),
  ('crc', 'Costa Rican Colón', '₡', '₡'),
  ('cup', 'Cuban Peso', '$', '$'),
  ('cve', 'Cape Verdean Escudo', 'Esc', 'Esc'),
  ('czk', 'Czech Koruna', 'Kč', 'Kč'),
  ('djf', 'Djiboutian Franc', 'Fdj', 'Fdj'),
  ('dkk', 'Danish Krone', 'kr', 'kr.'),
  ('dop', 'Dominican Peso', '$', 'RD$'),
  ('dzd', 'Algerian Dinar', 'DZD', 'د.ج.'),
  ('egp', 'Egyptian Pound', 'E£', 'ج.م.'),
  ('ern', 'Eritrean Nakfa', 'Nfk', 'Nfk'),
  ('etb', 'Ethiopian Birr', 'ETB', 'ብር'),
  ('eur', 'Euro', '€', '€'),
  ('fjd', 'Fijian Dollar', '$', '$'),
  ('fkp', 'Falkland Islands Pound', '£', '£'),
  ('gbp', 'British Pound', '£', '£'),
  ('gel', 'Georgian Lari', '₾', '₾'),
  ('ghs', 'Ghanaian Cedi', 'GH₵', 'GH₵'),
  ('gip', 'Gibraltar Pound', '£', '£'),
  ('gmd', 'Gambian Dalasi', 'D', 'D'),
  ('gnf', 'Guinean Franc', 'FG', 'GNF'),
  ('gtq', 'Guatemalan Quetzal', 'Q', 'Q'),
  ('gyd', 'Guyanaese Dollar', '$', '$'),
  ('hkd', 'Hong Kong Dollar', 'HK$', 'HK$'),
  ('hnl', 'Honduran Lempira', 'L', 'L'),
  ('htg', 'Haitian Gourde', 'G', 'G'),
  ('huf', 'Hungarian Forint', 'Ft', 'Ft'),
  ('idr', 'Indonesian Rupiah', 'Rp', 'Rp'),
  ('ils', 'Israeli New Shekel', '₪', '₪'),
  ('inr', 'Indian Rupee', '₹', '₹'),
  ('iqd', 'Iraqi Dinar', 'IQD', 'د.ع.'),
  ('irr', 'Iranian Rial', 'IRR', 'ریال'),
  ('isk', 'Icelandic Króna', 'kr', 'kr.'),
  ('jmd', 'Jamaican Dollar', '$', '$'),
  ('jod', 'Jordanian Dinar', 'JOD', 'د.أ.'),
  ('jpy', 'Japanese Yen', '¥', '￥'),
  ('kes', 'Kenyan Shilling', 'Ksh', 'Ksh'),
  ('kgs', 'Kyrgystani Som', '⃀', 'сом'),
  ('khr', 'Cambodian Riel', '៛', '៛'),
  ('kmf', 'Comorian Franc', 'CF', 'CF'),
  ('kpw', 'North Korean Won', '₩', 'KPW'),
  ('krw', 'South Korean Won', '₩', '₩'),
  ('kwd', 'Kuwaiti Dinar', 'KWD', 'د.ك.'),
  ('kyd', 'Cayman Islands Dollar', '$', '$'),
  ('kzt', 'Kazakhstani Tenge', '₸', '₸'),
  ('lak', 'Laotian Kip', '₭', '₭'),
  ('lbp', 'Lebanese Pound', 'L£', 'ل.ل.'),
  ('lkr', 'Sri Lankan Rupee', 'Rs', 'රු.'),
  ('lrd', 'Liberian Dollar', '$', '$'),
  ('lsl', 'Lesotho Loti', 'M', 'M'),
  ('lyd', 'Libyan Dinar', 'LYD', 'د.ل.'),
  ('mad', 'Moroccan Dirham', 'MAD', 'د.م.'),
  ('mdl', 'Moldovan Leu', 'L', 'L'),
  ('mga', 'Malagasy Ariary', 'Ar', 'Ar'),
  ('mkd', 'Macedonian Denar', 'MKD', 'ден.'),
  ('mmk', 'Myanmar Kyat', 'K', 'K'),
  ('mnt', 'Mongolian Tugrik', '₮', '₮'),
  ('mop', 'Macanese Pataca', 'MOP$', 'MOP$'),
  ('mru', 'Mauritanian Ouguiya', 'MRU', 'أ.م.'),
  ('mur', 'Mauritian Rupee', 'Rs', 'Rs'),
  ('mvr', 'Maldivian Rufiyaa', 'Rf', 'Rf'),
  ('mwk', 'Malawian Kwacha', 'MK', 'MK'),
  ('mxn', 'Mexican Peso', 'MX$', '$'),
  ('myr', 'Malaysian Ringgit', 'RM', 'RM'),
  ('mzn', 'Mozambican Metical', 'MZN', 'MZN'),
  ('nad', 'Namibian Dollar', '$', '$'),
  ('ngn', 'Nigerian Naira', '₦', '₦'),
  ('nio', 'Nicaraguan Córdoba', 'C$', 'C$'),
  ('nok', 'Norwegian Krone', 'kr', 'kr'),
  ('npr', 'Nepalese Rupee', 'Rs', 'नेरू'),
  ('nzd', 'New Zealand Dollar', 'NZ$', '$'),
  ('omr', 'Omani Rial', 'OMR', 'ر.ع.'),
  ('pab', 'Panamanian Balboa', 'B/.', 'B/.'),
  ('pen', 'Peruvian Sol', 'S/', 'S/'),
  ('pgk', 'Papua New Guinean Kina', 'K', 'K'),
  ('php', 'Philippine Peso', '₱', '₱'),
  ('pkr', 'Pakistani Rupee', 'Rs', 'Rs'),
  ('pln', 'Polish Zloty', 'zł', 'zł'),
  ('pyg', 'Paraguayan Guarani', '₲', 'Gs.'),
  ('qar', 'Qatari Riyal', 'QAR', 'ر.ق.'),
  ('ron', 'Romanian Leu', 'lei', 'RON'),
  ('rsd', 'Serbian Dinar', 'RSD', 'RSD'),
  ('rub', 'Russian Ruble', '₽', '₽'),
  ('rwf', 'Rwandan Franc', 'RF', 'RF'),
  ('sar', 'Saudi Riyal', 'SAR', 'ر.س.'),
  ('sbd', 'Solomon Islands Dollar', '$', '$'),
  ('scr', 'Seychellois Rupee', 'SR', 'SR'),
  ('sdg', 'Sudanese Pound', 'SDG', 'ج.س.'),
  ('sek', 'Swedish Krona', 'kr', 'kr'),
  ('sgd', 'Singapore Dollar', '$', '$'),
  ('shp', 'St. Helena Pound', '£', '£'),
  ('sle', 'Sierra Leonean Leone', 'Le', 'Le'),
  ('sos', 'Somali Shilling', 'S', 'S'),
  ('srd', 'Surinamese Dollar', '$', '$'),
  ('ssp', 'South Sudanese Pound', '£', '£'),
  ('stn', 'São Tomé & Príncipe Dobra', 'Db', 'Db'),
  ('svc', 'Salvadoran Colón', 'SVC', 'SVC'),
  ('syp', 'Syrian Pound', '£', 'ل.س.'),
  ('szl', 'Swazi Lilangeni', 'E', 'E'),
  ('thb', 'Thai Baht', '฿', '฿'),
  ('tjs', 'Tajikistani Somoni', 'TJS', 'сом.'),
  ('tmt', 'Turkmenistani Manat', 'TMT', 'TMT'),
  ('tnd', 'Tunisian Dinar', 'TND', 'د.ت.'),
  ('top', 'Tongan Paʻanga', 'T$', 'T$'),
  ('try', 'Turkish Lira', '₺', '₺'),
  ('ttd', 'Trinidad & Tobago Dollar', '$', '$'),
  ('twd', 'New Taiwan Dollar', 'NT$', '$'),
  ('tzs', 'Tanzanian Shilling', 'TSh', 'TSh'),
  ('uah', 'Ukrainian Hryvnia', '₴', '₴'),
  ('ugx', 'Ugandan Shilling', 'USh', 'USh'),
  ('usd', 'US Dollar', '$', '$'),
  ('uyu', 'Uruguayan Peso', '$', '$'),
  ('uzs', 'Uzbekistani Som', 'soʻm', 'soʻm'),
  ('ves', 'Venezuelan Bolívar', 'Bs.S', 'Bs.S'),
  ('vnd', 'Vietnamese Dong', '₫', '₫'),
  ('vuv', 'Vanuatu Vatu', 'VT', 'VT'),
  ('wst', 'Samoan Tala', 'WS$', 'WS$'),
  ('xaf', 'Central African CFA Franc', 'FCFA', 'FCFA'),
  ('xcd', 'East Caribbean Dollar', 'EC$', 'EC$'),
  ('xcg', 'Caribbean Guilder', 'Cg.', 'Cg.'),
  ('xof', 'West African CFA Franc', 'F CFA', 'F CFA'),
  ('xpf', 'CFP Franc', 'CFPF', 'CFPF'),
  ('yer', 'Yemeni Rial', 'YER', 'ر.ي.'),
  ('zar', 'South African Rand', 'R', 'R'),
  ('zmw', 'Zambian Kwacha', 'ZK', 'K'),
  ('zwg', 'Zimbabwean Gold', 'ZWG', 'ZWG');

-- The countries of ISO 3166-1 with their numeric codes; names are those of CLDR in English.
INSERT INTO country (id, iso_2, iso_3, num_code, name, display_name) VALUES
  (1, 'ad', 'and', 20, 'ANDORRA', 'Andorra'),
  (2, 'ae', 'are', 784, 'UNITED ARAB EMIRATES', 'United Arab Emirates'),
  (3, 'af', 'afg', 4, 'AFGHANISTAN', 'Afghanistan'),
  (4, 'ag', 'atg', 28, 'ANTIGUA & BARBUDA', 'Antigua & Barbuda'),
  (5, 'ai', 'aia', 660, 'ANGUILLA', 'Anguilla'),
  (6, 'al', 'alb', 8, 'ALBANIA', 'Albania'),
  (7, 'am', 'arm', 51, 'ARMENIA', 'Armenia'),
  (8, 'ao', 'ago', 24, 'ANGOLA', 'Angola'),
  (9, 'aq', 'ata', 10, 'ANTARCTICA', 'Antarctica'),
  (10, 'ar', 'arg', 32, 'ARGENTINA', 'Argentina'),
  (11, 'as', 'asm', 16, 'AMERICAN SAMOA', 'American Samoa'),
  (12, 'at', 'aut', 40, 'AUSTRIA', 'Austria'),
  (13, 'au', 'aus', 36, 'AUSTRALIA', 'Australia'),
  (14, 'aw', 'abw', 533, 'ARUBA', 'Aruba'),
  (15, 'ax', 'ala', 248, 'ÅLAND ISLANDS', 'Åland Islands'),
  (16, 'az', 'aze', 31, 'AZERBAIJAN', 'Azerbaijan'),
  (17, 'ba', 'bih', 70, 'BOSNIA & HERZEGOVINA', 'Bosnia & Herzegovina'),
  (18, 'bb', 'brb', 52, 'BARBADOS', 'Barbados'),
  (19, 'bd', 'bgd', 50, 'BANGLADESH', 'Bangladesh'),
  (20, 'be', 'bel', 56, 'BELGIUM', 'Belgium'),
  (21, 'bf', 'bfa', 854, 'BURKINA FASO', 'Burkina Faso'),
  (22, 'bg', 'bgr', 100, 'BULGARIA', 'Bulgaria'),
  (23, 'bh', 'bhr', 48, 'BAHRAIN', 'Bahrain'),
  (24, 'bi', 'bdi', 108, 'BURUNDI', 'Burundi'),
  (25, 'bj', 'ben', 204, 'BENIN', 'Benin'),
  (26, 'bl', 'blm', 652, 'ST. BARTHÉLEMY', 'St. Barthélemy'),
  (27, 'bm', 'bmu', 60, 'BERMUDA', 'Bermuda'),
  (28, 'bn', 'brn', 96, 'BRUNEI', 'Brunei'),
  (29, 'bo', 'bol', 68, 'BOLIVIA', 'Bolivia'),
  (30, 'bq', 'bes', 535, 'CARIBBEAN NETHERLANDS', 'Caribbean Netherlands'),
  (31, 'br', 'bra', 76, 'BRAZIL', 'Brazil'),
  (32, 'bs', 'bhs', 44, 'BAHAMAS', 'Bahamas'),
  (33, 'bt', 'btn', 64, 'BHUTAN', 'Bhutan'),
  (34, 'bv', 'bvt', 74, 'BOUVET ISLAND', 'Bouvet Island'),
  (35, 'bw', 'bwa', 72, 'BOTSWANA', 'Botswana'),
  (36, 'by', 'blr', 112, 'BELARUS', 'Belarus'),
  (37, 'bz', 'blz', 84, 'BELIZE', 'Belize'),
  (38, 'ca', 'can', 124, 'CANADA', 'Canada'),
  (39, 'cc', 'cck', 166, 'COCOS (KEELING) ISLANDS', 'Cocos (Keeling) Islands'),
  (40, 'cd', 'cod', 180, 'CONGO - KINSHASA', 'Congo - Kinshasa'),
  (41, 'cf', 'caf', 140, 'CENTRAL AFRICAN REPUBLIC', 'Central African Republic'),
  (42, 'cg', 'cog', 178, 'CONGO - BRAZZAVILLE', 'Congo - Brazzaville'),
  (43, 'ch', 'che', 756, 'SWITZERLAND', 'Switzerland'),
  (44, 'ci', 'civ', 384, 'CÔTE D''IVOIRE', 'Côte d''Ivoire'),
  (45, 'ck', 'cok', 184, 'COOK ISLANDS', 'Cook Islands'),
  (46, 'cl', 'chl', 152, 'CHILE', 'Chile'),
  (47, 'cm', 'cmr', 120, 'CAMEROON', 'Cameroon'),
  (48, 'cn', 'chn', 156, 'CHINA', 'China'),
  (49, 'co', 'col', 170, 'COLOMBIA', 'Colombia'),
  (50, 'cr', 'cri', 188, 'COSTA RICA', 'Costa Rica'),
  (51, 'cu', 'cub', 192, 'CUBA', 'Cuba'),
  (52, 'cv', 'cpv', 132, 'CAPE VERDE', 'Cape Verde'),
  (53, 'cw', 'cuw', 531, 'CURAÇAO', 'Curaçao'),
  (54, 'cx', 'cxr', 162, 'CHRISTMAS ISLAND', 'Christmas Island'),
  (55, 'cy', 'cyp', 196, 'CYPRUS', 'Cyprus'),
  (56, 'cz', 'cze', 203, 'CZECHIA', 'Czechia'),
  (57, 'de', 'deu', 276, 'GERMANY', 'Germany'),
  (58, 'dj', 'dji', 262, 'DJIBOUTI', 'Djibouti'),
  (59, 'dk', 'dnk', 208, 'DENMARK', 'Denmark'),
  (60, 'dm', 'dma', 212, 'DOMINICA', 'Dominica'),
  (61, 'do', 'dom', 214, 'DOMINICAN REPUBLIC', 'Dominican Republic'),
  (62, 'dz', 'dza', 12, 'ALGERIA', 'Algeria'),
  (63, 'ec', 'ecu', 218, 'ECUADOR', 'Ecuador'),
  (64, 'ee', 'est', 233, 'ESTONIA', 'Estonia'),
  (65, 'eg', 'egy', 818, 'EGYPT', 'Egypt'),
  (66, 'eh', 'esh', 732, 'WESTERN SAHARA', 'Western Sahara'),
  (67, 'er', 'eri', 232, 'ERITREA', 'Eritrea'),
  (68, 'es', 'esp', 724, 'SPAIN', 'Spain'),
  (69, 'et', 'eth', 231, 'ETHIOPIA', 'Ethiopia'),
  (70, 'fi', 'fin', 246, 'FINLAND', 'Finland'),
  (71, 'fj', 'fji', 242, 'FIJI', 'Fiji'),
  (72, 'fk', 'flk', 238, 'FALKLAND ISLANDS', 'Falkland Islands'),
  (73, 'fm', 'fsm', 583, 'MICRONESIA', 'Micronesia'),
  (74, 'fo', 'fro', 234, 'FAROE ISLANDS', 'Faroe Islands'),
  (75, 'fr', 'fra', 250, 'FRANCE', 'France'),
  (76, 'ga', 'gab', 266, 'GABON', 'Gabon'),
  (77, 'gb', 'gbr', 826, 'UNITED KINGDOM', 'United Kingdom'),
  (78, 'gd', 'grd', 308, 'GRENADA', 'Grenada'),
  (79, 'ge', 'geo', 268, 'GEORGIA', 'Georgia'),
  (80, 'gf', 'guf', 254, 'FRENCH GUIANA', 'French Guiana'),
  (81, 'gg', 'ggy', 831, 'GUERNSEY', 'Guernsey'),
  (82, 'gh', 'gha', 288, 'GHANA', 'Ghana'),
  (83, 'gi', 'gib', 292, 'GIBRALTAR', 'Gibraltar'),
  (84, 'gl', 'grl', 304, 'GREENLAND', 'Greenland'),
  (85, 'gm', 'gmb', 270, 'GAMBIA', 'Gambia'),
  (86, 'gn', 'gin', 324, 'GUINEA', 'Guinea'),
  (87, 'gp', 'glp', 312, 'GUADELOUPE', 'Guadeloupe'),
  (88, 'gq', 'gnq', 226, 'EQUATORIAL GUINEA', 'Equatorial Guinea'),
  (89, 'gr', 'grc', 300, 'GREECE', 'Greece'),
  (90, 'gs', 'sgs', 239, 'SOUTH GEORGIA & SOUTH SANDWICH ISLANDS', 'South Georgia & South Sandwich Islands'),
  (91, 'gt', 'gtm', 320, 'GUATEMALA', 'Guatemala'),
  (92, 'gu', 'gum', 316, 'GUAM', 'Guam'),
  (93, 'gw', 'gnb', 624, 'GUINEA-BISSAU', 'Guinea-Bissau'),
  (94, 'gy', 'guy', 328, 'GUYANA', 'Guyana'),
  (95, 'hk', 'hkg', 344, 'HONG KONG SAR CHINA', 'Hong Kong SAR China'),
  (96, 'hm', 'hmd', 334, 'HEARD & MCDONALD ISLANDS', 'Heard & McDonald Islands'),
  (97, 'hn', 'hnd', 340, 'HONDURAS', 'Honduras'),
  (98, 'hr', 'hrv', 191, 'CROATIA', 'Croatia'),
  (99, 'ht', 'hti', 332, 'HAITI', 'Haiti'),
  (100, 'hu', 'hun', 348, 'HUNGARY', 'Hungary'),
  (101, 'id', 'idn', 360, 'INDONESIA', 'Indonesia'),
  (102, 'ie', 'irl', 372, 'IRELAND', 'Ireland'),
  (103, 'il', 'isr', 376, 'ISRAEL', 'Israel'),
  (104, 'im', 'imn', 833, 'ISLE OF MAN', 'Isle of Man'),
  (105, 'in', 'ind', 356, 'INDIA', 'India'),
  (106, 'io', 'iot', 86, 'BRITISH INDIAN OCEAN TERRITORY', 'British Indian Ocean Territory'),
  (107, 'iq', 'irq', 368, 'IRAQ', 'Iraq'),
  (108, 'ir', 'irn', 364, 'IRAN', 'Iran'),
  (109, 'is', 'isl', 352, 'ICELAND', 'Iceland'),
  (110, 'it', 'ita', 380, 'ITALY', 'Italy'),
  (111, 'je', 'jey', 832, 'JERSEY', 'Jersey'),
  (112, 'jm', 'jam', 388, 'JAMAICA', 'Jamaica'),
  (113, 'jo', 'jor', 400, 'JORDAN', 'Jordan'),
  (114, 'jp', 'jpn', 392, 'JAPAN', 'Japan'),
  (115, 'ke', 'ken', 404, 'KENYA', 'Kenya'),
  (116, 'kg', 'kgz', 417, 'KYRGYZSTAN', 'Kyrgyzstan'),
  (117, 'kh', 'khm', 116, 'CAMBODIA', 'Cambodia'),
  (118, 'ki', 'kir', 296, 'KIRIBATI', 'Kiribati'),
  (119, 'km', 'com', 174, 'COMOROS', 'Comoros'),
  (120, 'kn', 'kna', 659, 'ST. KITTS & NEVIS', 'St. Kitts & Nevis'),
  (121, 'kp', 'prk', 408, 'NORTH KOREA', 'North Korea'),
  (122, 'kr', 'kor', 410, 'SOUTH KOREA', 'South Korea'),
  (123, 'kw', 'kwt', 414, 'KUWAIT', 'Kuwait'),
  (124, 'ky', 'cym', 136, 'CAYMAN ISLANDS', 'Cayman Islands'),
  (125, 'kz', 'kaz', 398, 'KAZAKHSTAN', 'Kazakhstan'),
  (126, 'la', 'lao', 418, 'LAOS', 'Laos'),
  (127, 'lb', 'lbn', 422, 'LEBANON', 'Lebanon'),
  (128, 'lc', 'lca', 662, 'ST. LUCIA', 'St. Lucia'),
  (129, 'li', 'lie', 438, 'LIECHTENSTEIN', 'Liechtenstein'),
  (130, 'lk', 'lka', 144, 'SRI LANKA', 'Sri Lanka'),
  (131, 'lr', 'lbr', 430, 'LIBERIA', 'Liberia'),
  (132, 'ls', 'lso', 426, 'LESOTHO', 'Lesotho'),
  (133, 'lt', 'ltu', 440, 'LITHUANIA', 'Lithuania'),
  (134, 'lu', 'lux', 442, 'LUXEMBOURG', 'Luxembourg'),
  (135, 'lv', 'lva', 428, 'LATVIA', 'Latvia'),
  (136, 'ly', 'lby', 434, 'LIBYA', 'Libya'),
  (137, 'ma', 'mar', 504, 'MOROCCO', 'Morocco'),
  (138, 'mc', 'mco', 492, 'MONACO', 'Monaco'),
  (139, 'md', 'mda', 498, 'MOLDOVA', 'Moldova'),
  (140, 'me', 'mne', 499, 'MONTENEGRO', 'Montenegro'),
  (141, 'mf', 'maf', 663, 'ST. MARTIN', 'St. Martin'),
  (142, 'mg', 'mdg', 450, 'MADAGASCAR', 'Madagascar'),
  (143, 'mh', 'mhl', 584, 'MARSHALL ISLANDS', 'Marshall Islands'),
  (144, 'mk', 'mkd', 807, 'NORTH MACEDONIA', 'North Macedonia'),
  (145, 'ml', 'mli', 466, 'MALI', 'Mali'),
  (146, 'mm', 'mmr', 104, 'MYANMAR (BURMA)', 'Myanmar (Burma)'),
  (147, 'mn', 'mng', 496, 'MONGOLIA', 'Mongolia'),
  (148, 'mo', 'mac', 446, 'MACAO SAR CHINA', 'Macao SAR China'),
  (149, 'mp', 'mnp', 580, 'NORTHERN MARIANA ISLANDS', 'Northern Mariana Islands'),
  (150, 'mq', 'mtq', 474, 'MARTINIQUE', 'Martinique'),
  (151, 'mr', 'mrt', 478, 'MAURITANIA', 'Mauritania'),
  (152, 'ms', 'msr', 500, 'MONTSERRAT', 'Montserrat'),
  (153, 'mt', 'mlt', 470, 'MALTA', 'Malta'),
  (154, 'mu', 'mus', 480, 'MAURITIUS', 'Mauritius'),
  (155, 'mv', 'mdv', 462, 'MALDIVES', 'Maldives'),
  (156, 'mw', 'mwi', 454, 'MALAWI', 'Malawi'),
  (157, 'mx', 'mex', 484, 'MEXICO', 'Mexico'),
  (158, 'my', 'mys', 458, 'MALAYSIA', 'Malaysia'),
  (159, 'mz', 'moz', 508, 'MOZAMBIQUE', 'Mozambique'),
  (160, 'na', 'nam', 516, 'NAMIBIA', 'Namibia'),
  (161, 'nc', 'ncl', 540, 'NEW CALEDONIA', 'New Caledonia'),
  (162, 'ne', 'ner', 562, 'NIGER', 'Niger'),
  (163, 'nf', 'nfk', 574, 'NORFOLK ISLAND', 'Norfolk Island'),
  (164, 'ng', 'nga', 566, 'NIGERIA', 'Nigeria'),
  (165, 'ni', 'nic', 558, 'NICARAGUA', 'Nicaragua'),
  (166, 'nl', 'nld', 528, 'NETHERLANDS', 'Netherlands'),
  (167, 'no', 'nor', 578, 'NORWAY', 'Norway'),
  (168, 'np', 'npl', 524, 'NEPAL', 'Nepal'),
  (169, 'nr', 'nru', 520, 'NAURU', 'Nauru'),
  (170, 'nu', 'niu', 570, 'NIUE', 'Niue'),
  (171, 'nz', 'nzl', 554, 'NEW ZEALAND', 'New Zealand'),
  (172, 'om', 'omn', 512, 'OMAN', 'Oman'),
  (173, 'pa', 'pan', 591, 'PANAMA', 'Panama'),
  (174, 'pe', 'per', 604, 'PERU', 'Peru'),
  (175, 'pf', 'pyf', 258, 'FRENCH POLYNESIA', 'French Polynesia'),
  (176, 'pg', 'png', 598, 'PAPUA NEW GUINEA', 'Papua New Guinea'),
  (177, 'ph', 'phl', 608, 'PHILIPPINES', 'Philippines'),
  (178, 'pk', 'pak', 586, 'PAKISTAN', 'Pakistan'),
  (179, 'pl', 'pol', 616, 'POLAND', 'Poland'),
  (180, 'pm', 'spm', 666, 'ST. PIERRE & MIQUELON', 'St. Pierre & Miquelon'),
  (181, 'pn', 'pcn', 612, 'PITCAIRN ISLANDS', 'Pitcairn Islands'),
  (182, 'pr', 'pri', 630, 'PUERTO RICO', 'Puerto Rico'),
  (183, 'ps', 'pse', 275, 'PALESTINIAN TERRITORIES', 'Palestinian Territories'),
  (184, 'pt', 'prt', 620, 'PORTUGAL', 'Portugal'),
  (185, 'pw', 'plw', 585, 'PALAU', 'Palau'),
  (186, 'py', 'pry', 600, 'PARAGUAY', 'Paraguay'),
  (187, 'qa', 'qat', 634, 'QATAR', 'Qatar'),
  (188, 're', 'reu', 638, 'RÉUNION', 'Réunion'),
  (189, 'ro', 'rou', 642, 'ROMANIA', 'Romania'),
  (190, 'rs', 'srb', 688, 'SERBIA', 'Serbia'),
  (191, 'ru', 'rus', 643, 'RUSSIA', 'Russia'),
  (192, 'rw', 'rwa', 646, 'RWANDA', 'Rwanda'),
  (193, 'sa', 'sau', 682, 'SAUDI ARABIA', 'Saudi Arabia'),
  (194, 'sb', 'slb', 90, 'SOLOMON ISLANDS', 'Solomon Islands'),
  (195, 'sc', 'syc', 690, 'SEYCHELLES', 'Seychelles'),
  (196, 'sd', 'sdn', 729, 'SUDAN', 'Sudan'),
  (197, 'se', 'swe', 752, 'SWEDEN', 'Sweden'),
  (198, 'sg', 'sgp', 702, 'SINGAPORE', 'Singapore'),
  (199, 'sh', 'shn', 654, 'ST. HELENA', 'St. Helena'),
  (200, 'si', 'svn', 705, 'SLOVENIA', 'Slovenia'),
  (201, 'sj', 'sjm', 744, 'SVALBARD & JAN MAYEN', 'Svalbard & Jan Mayen'),
  (202, 'sk', 'svk', 703, 'SLOVAKIA', 'Slovakia'),
  (203, 'sl', 'sle', 694, 'SIERRA LEONE', 'Sierra Leone'),
  (204, 'sm', 'smr', 674, 'SAN MARINO', 'San Marino'),
  (205, 'sn', 'sen', 686, 'SENEGAL', 'Senegal'),
  (206, 'so', 'som', 706, 'SOMALIA', 'Somalia'),
  (207, 'sr', 'sur', 740, 'SURINAME', 'Suriname'),
  (208, 'ss', 'ssd', 728, 'SOUTH SUDAN', 'South Sudan'),
  (209, 'st', 'stp', 678, 'SÃO TOMÉ & PRÍNCIPE', 'São Tomé & Príncipe'),
  (210, 'sv', 'slv', 222, 'EL SALVADOR', 'El Salvador'),
  (211, 'sx', 'sxm', 534, 'SINT MAARTEN', 'Sint Maarten'),
  (212, 'sy', 'syr', 760, 'SYRIA', 'Syria'),
  (213, 'sz', 'swz', 748, 'ESWATINI', 'Eswatini'),
  (214, 'tc', 'tca', 796, 'TURKS & CAICOS ISLANDS', 'Turks & Caicos Islands'),
  (215, 'td', 'tcd', 148, 'CHAD', 'Chad'),
  (216, 'tf', 'atf', 260, 'FRENCH SOUTHERN TERRITORIES', 'French Southern Territories'),
  (217, 'tg', 'tgo', 768, 'TOGO', 'Togo'),
  (218, 'th', 'tha', 764, 'THAILAND', 'Thailand'),
  (219, 'tj', 'tjk', 762, 'TAJIKISTAN', 'Tajikistan'),
  (220, 'tk', 'tkl', 772, 'TOKELAU', 'Tokelau'),
  (221, 'tl', 'tls', 626, 'TIMOR-LESTE', 'Timor-Leste'),
  (222, 'tm', 'tkm', 795, 'TURKMENISTAN', 'Turkmenistan'),
  (223, 'tn', 'tun', 788, 'TUNISIA', 'Tunisia'),
  (224, 'to', 'ton', 776, 'TONGA', 'Tonga'),
  (225, 'tr', 'tur', 792, 'TÜRKIYE', 'Türkiye'),
  (226, 'tt', 'tto', 780, 'TRINIDAD & TOBAGO', 'Trinidad & Tobago'),
  (227, 'tv', 'tuv', 798, 'TUVALU', 'Tuvalu'),
  (228, 'tw', 'twn', 158, 'TAIWAN', 'Taiwan'),
  (229, 'tz', 'tza', 834, 'TANZANIA', 'Tanzania'),
  (230, 'ua', 'ukr', 804, 'UKRAINE', 'Ukraine'),
  (231, 'ug', 'uga', 800, 'UGANDA', 'Uganda'),
  (232, 'um', 'umi', 581, 'U.S. OUTLYING ISLANDS', 'U.S. Outlying Islands'),
  (233, 'us', 'usa', 840, 'UNITED STATES', 'United States'),
  (234, 'uy', 'ury', 858, 'URUGUAY', 'Uruguay'),
  (235, 'uz', 'uzb', 860, 'UZBEKISTAN', 'Uzbekistan'),
  (236, 'va', 'vat', 336, 'VATICAN CITY', 'Vatican City'),
  (237, 'vc', 'vct', 670, 'ST. VINCENT & GRENADINES', 'St. Vincent & Grenadines'),
  (238, 've', 'ven', 862, 'VENEZUELA', 'Venezuela'),
  (239, 'vg', 'vgb', 92, 'BRITISH VIRGIN ISLANDS', 'British Virgin Islands'),
  (240, 'vi', 'vir', 850, 'U.S. VIRGIN ISLANDS', 'U.S. Virgin Islands'),
  (241, 'vn', 'vnm', 704, 'VIETNAM', 'Vietnam'),
  (242, 'vu', 'vut', 548, 'VANUATU', 'Vanuatu'),
  (243, 'wf', 'wlf', 876, 'WALLIS & FUTUNA', 'Wallis & Futuna'),
  (244, 'ws', 'wsm', 882, 'SAMOA', 'Samoa'),
  (245, 'ye', 'yem', 887, 'YEMEN', 'Yemen'),
  (246, 'yt', 'myt', 175, 'MAYOTTE', 'Mayotte'),
  (247, 'za', 'zaf', 710, 'SOUTH AFRICA', 'South Africa'),
  (248, 'zm', 'zmb', 894, 'ZAMBIA', 'Zambia'),
  (249, 'zw', 'zwe', 716, 'ZIMBABWE', 'Zimbabwe');

-- Rows that every shop needs: a store with its channel, the profiles and the built-in providers.
INSERT INTO payment_provider (id) VALUES ('manual');
INSERT INTO fulfillment_provider (id) VALUES ('manual');

INSERT INTO sales_channel (id, name, description) VALUES
  ('sc_01KAHS4V2M8Q6ZC0W3T9RJ5X7B', 'Default Sales Channel', 'Created by Medusa');

INSERT INTO store (id, name, default_currency_code, default_sales_channel_id) VALUES
  ('store_01KAHS4V2MPD41N7YV8G2KFE6H', 'Tradewind', 'usd', 'sc_01KAHS4V2M8Q6ZC0W3T9RJ5X7B');

INSERT INTO store_currency (store_id, currency_code) VALUES
  ('store_01KAHS4V2MPD41N7YV8G2KFE6H', 'usd'),
  ('store_01KAHS4V2MPD41N7YV8G2KFE6H', 'eur');

INSERT INTO shipping_profile (id, name, type) VALUES
  ('sp_01KAHS4V2M3XK9AQ5DWB7N0CTR', 'Default Shipping Profile', 'default'),
  ('sp_01KAHS4V2MJ6H8ZS1F4VYE2GQP', 'Gift Card Profile', 'gift_card');

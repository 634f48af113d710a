-- Stock at locations. A variant with an inventory item is counted by the levels and reservations of
-- the item; one without by product_variant.inventory_quantity.

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
ALTER TABLE sales_channel_location
  ADD CONSTRAINT sales_channel_location_location
  FOREIGN KEY (location_id) REFERENCES stock_location NOT VALID;

CREATE INDEX sales_channel_location_location ON sales_channel_location (location_id);

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

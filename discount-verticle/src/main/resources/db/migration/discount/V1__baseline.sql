-- Discounts and gift cards. Column names are wire names; version rises with every write of a discount
-- or card.

-- A function that is published to another schema is granted by name. Without this every login could
-- call every function of this schema's role.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Calculation rule of a discount. A dynamic discount shares its rule with its codes. The type never
-- changes; the value of a percentage is a percentage, that of a fixed rule an amount.
CREATE TABLE discount_rule (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  description text,
  type text NOT NULL CHECK (type IN ('fixed', 'percentage', 'free_shipping')),
  value bigint NOT NULL CHECK (value >= 0),
  allocation text CHECK (allocation IN ('total', 'item')),
  metadata jsonb,
  CONSTRAINT discount_rule_percentage CHECK (type <> 'percentage' OR value <= 100)
);

-- Codes are stored in upper case. A code with a parent is one of a dynamic discount's codes; its
-- uses count on the parent too.
CREATE TABLE discount (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  code text NOT NULL CHECK (code <> ''),
  is_dynamic boolean NOT NULL DEFAULT false,
  rule_id text NOT NULL REFERENCES discount_rule,
  is_disabled boolean NOT NULL DEFAULT false,
  parent_discount_id text REFERENCES discount,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  valid_duration text,
  usage_limit integer CHECK (usage_limit > 0),
  usage_count integer NOT NULL DEFAULT 0 CHECK (usage_count >= 0),
  metadata jsonb,
  CONSTRAINT discount_ends_after_start CHECK (ends_at > starts_at)
);

CREATE UNIQUE INDEX discount_code ON discount (code) WHERE deleted_at IS NULL;
CREATE INDEX discount_rule_of ON discount (rule_id);
CREATE INDEX discount_parent ON discount (parent_discount_id) WHERE parent_discount_id IS NOT NULL;
CREATE INDEX discount_created ON discount (created_at DESC, id DESC);

-- Regions of a discount; a dynamic code is valid where its parent is. An amount has a currency,
-- so that a fixed discount has one region.
CREATE TABLE discount_region (
  discount_id text NOT NULL REFERENCES discount ON DELETE CASCADE,
  region_id text NOT NULL,
  of_fixed boolean NOT NULL,
  PRIMARY KEY (discount_id, region_id)
);

CREATE UNIQUE INDEX discount_region_of_fixed ON discount_region (discount_id) WHERE of_fixed;
CREATE INDEX discount_region_region ON discount_region (region_id);

CREATE TABLE discount_condition (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  type text NOT NULL CHECK (type IN (
    'products', 'product_types', 'product_collections', 'product_tags', 'customer_groups'
  )),
  operator text NOT NULL CHECK (operator IN ('in', 'not_in')),
  discount_rule_id text NOT NULL REFERENCES discount_rule ON DELETE CASCADE,
  metadata jsonb,
  -- Two conditions may change places in one statement.
  CONSTRAINT discount_condition_single UNIQUE (discount_rule_id, type, operator)
    DEFERRABLE INITIALLY IMMEDIATE
);

-- Resources of a condition, of its type, owned by the catalogue and the customer verticle.
CREATE TABLE discount_condition_resource (
  condition_id text NOT NULL REFERENCES discount_condition ON DELETE CASCADE,
  resource_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (condition_id, resource_id)
);

CREATE INDEX discount_condition_resource_resource ON discount_condition_resource (resource_id);

-- Uses of discounts by carts, so that a use counts once and can be given back.
CREATE TABLE discount_redemption (
  cart_id text NOT NULL,
  discount_id text NOT NULL REFERENCES discount,
  order_id text NOT NULL,
  redeemed_at timestamptz NOT NULL,
  released_at timestamptz,
  PRIMARY KEY (cart_id, discount_id)
);

CREATE INDEX discount_redemption_order ON discount_redemption (order_id);
CREATE INDEX discount_redemption_discount ON discount_redemption (discount_id);

-- Amounts are in the smallest unit of the region's currency. A code is never given twice, not even
-- after its card is deleted.
CREATE TABLE gift_card (
  id text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  code text NOT NULL UNIQUE,
  value bigint NOT NULL CHECK (value >= 0),
  balance bigint NOT NULL,
  region_id text NOT NULL,
  order_id text,
  -- Of the order in which it was bought; lists search by it.
  order_display_id bigint,
  is_disabled boolean NOT NULL DEFAULT false,
  ends_at timestamptz,
  tax_rate numeric,
  metadata jsonb,
  -- Set when the order in which it was bought was canceled.
  withdrawn_at timestamptz,
  CONSTRAINT gift_card_balance CHECK (balance BETWEEN 0 AND value)
);

CREATE INDEX gift_card_created ON gift_card (created_at DESC, id DESC);
CREATE INDEX gift_card_order ON gift_card (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE gift_card_transaction (
  id text PRIMARY KEY,
  gift_card_id text NOT NULL REFERENCES gift_card,
  order_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  is_taxable boolean,
  tax_rate numeric,
  -- Whether it took the last of the balance, and so disabled the card.
  emptied boolean NOT NULL,
  refunded_at timestamptz,
  UNIQUE (gift_card_id, order_id)
);

CREATE INDEX gift_card_transaction_order ON gift_card_transaction (order_id);

-- What refunds, returns, swaps and claims of the order in which a gift card was bought took from its
-- balance. The cause is the id of the refund, return, swap or claim.
CREATE TABLE gift_card_withdrawal (
  cause text NOT NULL,
  gift_card_id text NOT NULL REFERENCES gift_card,
  order_id text NOT NULL,
  -- Whether it was exchanged by a swap or claim, which may be canceled, and not refunded.
  is_exchange boolean NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Whether it took the last of the balance, and so disabled the card.
  emptied boolean NOT NULL,
  created_at timestamptz NOT NULL,
  restored_at timestamptz,
  PRIMARY KEY (cause, gift_card_id)
);

CREATE INDEX gift_card_withdrawal_card ON gift_card_withdrawal (gift_card_id);

-- Wrong guesses of what is looked up without credentials within a time window, by the hash of the
-- counted key. Counts hold over all nodes; losing them in a crash is acceptable, so counting writes
-- no log.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  attempts integer NOT NULL CHECK (attempts >= 0),
  window_ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX attempt_by_end ON attempt (window_ends_at);

-- Change log: what the carts in memory are compared with.
SELECT create_change_log();

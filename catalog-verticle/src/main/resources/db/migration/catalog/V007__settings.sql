-- The default currency is one of the store's. Checked at the end, so that both may change at once.
ALTER TABLE store
  ADD CONSTRAINT store_default_currency
  FOREIGN KEY (id, default_currency_code) REFERENCES store_currency (store_id, currency_code)
  DEFERRABLE INITIALLY DEFERRED;

-- Which rule a price breaks is told by its name.
ALTER TABLE shipping_option RENAME CONSTRAINT shipping_option_check TO shipping_option_flat_rate;

-- Where the goods of a channel are; the locations themselves live elsewhere.
CREATE TABLE sales_channel_location (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  sales_channel_id text NOT NULL REFERENCES sales_channel ON DELETE CASCADE,
  location_id text NOT NULL
);

CREATE UNIQUE INDEX sales_channel_location_pair
  ON sales_channel_location (sales_channel_id, location_id)
  WHERE deleted_at IS NULL;

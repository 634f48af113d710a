-- What a shop cannot do without: a store with its channel, the profiles and the built-in providers.

INSERT INTO payment_provider (id) VALUES ('manual');
INSERT INTO fulfillment_provider (id) VALUES ('manual');

INSERT INTO sales_channel (id, name, description) VALUES
  ('sc_01KAHS4V2M8Q6ZC0W3T9RJ5X7B', 'Default Sales Channel', 'Where everything is sold');

INSERT INTO store (id, name, default_currency_code, default_sales_channel_id) VALUES
  ('store_01KAHS4V2MPD41N7YV8G2KFE6H', 'Tradewind', 'usd', 'sc_01KAHS4V2M8Q6ZC0W3T9RJ5X7B');

INSERT INTO store_currency (store_id, currency_code) VALUES
  ('store_01KAHS4V2MPD41N7YV8G2KFE6H', 'usd'),
  ('store_01KAHS4V2MPD41N7YV8G2KFE6H', 'eur');

INSERT INTO shipping_profile (id, name, type) VALUES
  ('sp_01KAHS4V2M3XK9AQ5DWB7N0CTR', 'Default Shipping Profile', 'default'),
  ('sp_01KAHS4V2MJ6H8ZS1F4VYE2GQP', 'Gift Card Profile', 'gift_card');

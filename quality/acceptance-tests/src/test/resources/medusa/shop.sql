-- A generated shop: products with two variants, customers with addresses, and orders with two lines, taxes, shipping,
-- a payment and a cart. :products, :customers and :orders are replaced by numbers.
INSERT INTO currency (code, symbol, symbol_native, name, includes_tax)
VALUES ('eur', '€', '€', 'Euro', false), ('usd', '$', '$', 'US Dollar', false);
INSERT INTO store (id, name, default_currency_code, created_at, updated_at)
VALUES ('store_1', 'Generated', 'eur', '2023-01-01Z', '2023-01-01Z');
INSERT INTO store_currencies VALUES ('store_1', 'eur'), ('store_1', 'usd');
INSERT INTO payment_provider VALUES ('manual', true);
INSERT INTO fulfillment_provider VALUES ('manual', true);
INSERT INTO region (
  id, name, currency_code, tax_rate, created_at, updated_at, gift_cards_taxable, automatic_taxes, includes_tax
)
VALUES ('reg_1', 'Europe', 'eur', 19, '2023-01-01Z', '2023-01-01Z', true, true, false);
INSERT INTO country VALUES (1, 'de', 'deu', 276, 'GERMANY', 'Germany', 'reg_1');
INSERT INTO region_payment_providers VALUES ('reg_1', 'manual');
INSERT INTO region_fulfillment_providers VALUES ('reg_1', 'manual');
INSERT INTO sales_channel (id, created_at, updated_at, name, is_disabled)
VALUES ('sc_1', '2023-01-01Z', '2023-01-01Z', 'Default', false);
UPDATE store SET default_sales_channel_id = 'sc_1';
INSERT INTO shipping_profile (id, name, type, created_at, updated_at)
VALUES ('sp_1', 'Default', 'default', '2023-01-01Z', '2023-01-01Z');
INSERT INTO shipping_option (
  id, name, region_id, profile_id, provider_id, price_type, amount, is_return, data, created_at, updated_at, admin_only,
  includes_tax
)
VALUES (
  'so_1', 'Parcel', 'reg_1', 'sp_1', 'manual', 'flat_rate', 500, false, '{}', '2023-01-01Z', '2023-01-01Z', false, false
);

INSERT INTO product (
  id, title, handle, is_giftcard, created_at, updated_at, deleted_at, discountable, status, metadata
)
SELECT 'prod_' || n, 'Product ' || n, 'product-' || n, false, at, at, CASE WHEN n % 50 = 0 THEN at END, true,
  'published', jsonb_build_object('number', n)
FROM generate_series(1, :products) AS n, LATERAL (SELECT timestamptz '2023-01-01Z' + n * interval '1 second' AS at) AS t;
INSERT INTO product_sales_channel SELECT id, 'sc_1' FROM product;
INSERT INTO product_shipping_profile (profile_id, product_id) SELECT 'sp_1', id FROM product;
INSERT INTO product_option (id, title, created_at, updated_at, product_id)
SELECT replace(id, 'prod', 'opt'), 'Size', created_at, updated_at, id FROM product;
INSERT INTO product_variant (
  id, title, product_id, sku, inventory_quantity, allow_backorder, manage_inventory, created_at, updated_at, variant_rank
)
SELECT replace(p.id, 'prod', 'variant') || '_' || s, 'Size ' || s, p.id, p.id || '-' || s, 100000, false, true,
  p.created_at, p.updated_at, s
FROM product AS p, generate_series(1, 2) AS s;
INSERT INTO product_option_value (id, value, option_id, variant_id, created_at, updated_at)
SELECT replace(id, 'variant', 'optval'), 'S', replace(product_id, 'prod', 'opt'), id, created_at, updated_at
FROM product_variant;
INSERT INTO money_amount (id, currency_code, amount, created_at, updated_at)
SELECT replace(v.id, 'variant', 'ma') || '_' || c.code, c.code, 1000, v.created_at, v.updated_at
FROM product_variant AS v, currency AS c;
INSERT INTO product_variant_money_amount (id, money_amount_id, variant_id, created_at, updated_at)
SELECT 'pvma' || id, id, 'variant' || substr(id, 3, length(id) - 6), created_at, updated_at FROM money_amount;

INSERT INTO customer (id, email, first_name, last_name, has_account, created_at, updated_at)
SELECT 'cus_' || n, 'customer' || n || '@example.com', 'First' || n, 'Last', n % 2 = 0, at, at
FROM generate_series(1, :customers) AS n, LATERAL (SELECT timestamptz '2023-01-01Z' + n * interval '1 second' AS at) AS t;
INSERT INTO address (
  id, customer_id, first_name, last_name, address_1, city, country_code, postal_code, created_at, updated_at
)
SELECT replace(id, 'cus', 'addr'), id, first_name, last_name, 'Street 1', 'Hamburg', 'de', '20095', created_at, updated_at
FROM customer;
UPDATE customer SET billing_address_id = replace(id, 'cus', 'addr') WHERE has_account;

INSERT INTO address (id, first_name, last_name, address_1, city, country_code, postal_code, created_at, updated_at)
SELECT 'addr_o' || n, 'First' || n, 'Last', 'Street ' || n, 'Hamburg', 'de', '20095', now(), now()
FROM generate_series(1, :orders) AS n;
INSERT INTO cart (
  id, email, shipping_address_id, region_id, customer_id, type, completed_at, created_at, updated_at, sales_channel_id
)
SELECT 'cart_' || n, c.email, 'addr_o' || n, 'reg_1', c.id, 'default', at, at, at, 'sc_1'
FROM generate_series(1, :orders) AS n
JOIN customer AS c ON c.id = 'cus_' || (1 + n % :customers)
CROSS JOIN LATERAL (SELECT timestamptz '2024-01-01Z' + n * interval '1 second' AS at) AS t;
INSERT INTO "order" (
  id, status, fulfillment_status, payment_status, display_id, cart_id, customer_id, email, shipping_address_id, region_id,
  currency_code, created_at, updated_at, sales_channel_id
)
SELECT 'order_' || substr(c.id, 6), 'pending', 'not_fulfilled', 'captured', substr(c.id, 6)::integer, c.id, c.customer_id,
  c.email, c.shipping_address_id, 'reg_1', 'eur', c.created_at, c.created_at, 'sc_1'
FROM cart AS c;
SELECT setval('order_display_id_seq', :orders + 7);
INSERT INTO line_item (
  id, cart_id, order_id, title, description, is_giftcard, should_merge, allow_discounts, has_shipping, unit_price,
  variant_id, quantity, created_at, updated_at, is_return, includes_tax
)
SELECT 'item_' || n || '_' || s, 'cart_' || n, 'order_' || n, 'Product', 'Size ' || s, false, true, true, true, 1000,
  'variant_' || (1 + n % :products) || '_' || s, 1 + n % 3, o.created_at, o.created_at, false, false
FROM generate_series(1, :orders) AS n
JOIN "order" AS o ON o.id = 'order_' || n
CROSS JOIN generate_series(1, 2) AS s;
INSERT INTO line_item_tax_line (id, rate, name, code, created_at, updated_at, item_id)
SELECT replace(id, 'item', 'litl'), 19, 'VAT', 'vat', created_at, updated_at, id FROM line_item;
INSERT INTO shipping_method (id, shipping_option_id, order_id, cart_id, price, data, includes_tax)
SELECT replace(id, 'order', 'sm'), 'so_1', id, cart_id, 500, '{}', false FROM "order";
INSERT INTO shipping_method_tax_line (id, rate, name, code, created_at, updated_at, shipping_method_id)
SELECT replace(id, 'sm', 'smtl'), 19, 'VAT', 'vat', now(), now(), id FROM shipping_method;
INSERT INTO payment (
  id, cart_id, order_id, amount, currency_code, amount_refunded, provider_id, data, captured_at, created_at, updated_at
)
SELECT replace(o.id, 'order', 'pay'), o.cart_id, o.id,
  (SELECT sum(unit_price * quantity) * 119 / 100 FROM line_item AS l WHERE l.order_id = o.id) + 595, 'eur', 0, 'manual',
  '{}', o.created_at, o.created_at, o.created_at
FROM "order" AS o;
INSERT INTO payment_session (
  id, cart_id, provider_id, is_selected, status, data, created_at, updated_at, payment_authorized_at, amount, is_initiated
)
SELECT replace(p.id, 'pay', 'ps'), p.cart_id, 'manual', true, 'authorized', '{}', p.created_at, p.updated_at,
  p.created_at, p.amount, true
FROM payment AS p;

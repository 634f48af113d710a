-- What shop.sql leaves out: content of products, discounts, parcels, returns with refunds, and abandoned carts.
INSERT INTO product_collection (id, title, handle, created_at, updated_at)
SELECT 'pcol_' || n, 'Collection ' || n, 'collection-' || n, '2023-01-01Z', '2023-01-01Z'
FROM generate_series(0, 99) AS n;
INSERT INTO product_tag (id, value, created_at, updated_at)
SELECT 'ptag_' || n, 'Tag ' || n, '2023-01-01Z', '2023-01-01Z' FROM generate_series(0, 199) AS n;
UPDATE product
SET description = repeat('A sentence about the product. ', 10),
  thumbnail = 'https://cdn.example/' || handle || '-1.jpg',
  collection_id = 'pcol_' || (metadata ->> 'number')::integer % 100;
INSERT INTO product_tags
SELECT id, 'ptag_' || ((metadata ->> 'number')::integer + s) % 200 FROM product, generate_series(0, 1) AS s;
INSERT INTO image (id, url, created_at, updated_at)
SELECT replace(id, 'prod', 'img') || '_' || s, 'https://cdn.example/' || handle || '-' || s || '.jpg', created_at,
  updated_at
FROM product, generate_series(1, 2) AS s;
INSERT INTO product_images SELECT 'prod_' || split_part(id, '_', 2), id FROM image;
UPDATE customer SET password_hash = repeat('c2NyeXB0', 16), phone = '040 123456' WHERE has_account;

-- Addresses of bills.
INSERT INTO address (id, first_name, last_name, address_1, city, country_code, postal_code, created_at, updated_at)
SELECT 'addr_b' || display_id, 'First', 'Last', 'Bill Street ' || display_id, 'Hamburg', 'de', '20095', created_at,
  updated_at
FROM "order";
UPDATE cart SET billing_address_id = 'addr_b' || substr(id, 6);

-- Every tenth order has a discount.
INSERT INTO discount_rule (id, description, type, value, allocation, created_at, updated_at)
VALUES ('dru_1', 'Ten percent', 'percentage', 10, 'item', '2023-01-01Z', '2023-01-01Z');
INSERT INTO discount (
  id, code, is_dynamic, rule_id, is_disabled, starts_at, created_at, updated_at, usage_count
)
SELECT 'disc_1', 'TEN', false, 'dru_1', false, '2023-01-01Z', '2023-01-01Z', '2023-01-01Z', count(*)
FROM "order" WHERE display_id % 10 = 3;
INSERT INTO discount_regions VALUES ('disc_1', 'reg_1');
INSERT INTO order_discounts SELECT id, 'disc_1' FROM "order" WHERE display_id % 10 = 3;
INSERT INTO cart_discounts SELECT cart_id, 'disc_1' FROM "order" WHERE display_id % 10 = 3;
INSERT INTO line_item_adjustment (id, item_id, description, discount_id, amount)
SELECT replace(l.id, 'item', 'lia'), l.id, 'discount', 'disc_1', l.unit_price * l.quantity / 10
FROM order_discounts AS d
JOIN line_item AS l ON l.order_id = d.order_id;
UPDATE payment AS p SET amount = 595 + (p.amount - 595) * 9 / 10
FROM order_discounts AS d WHERE d.order_id = p.order_id;
UPDATE payment_session AS s SET amount = p.amount
FROM payment AS p JOIN order_discounts AS d ON d.order_id = p.order_id WHERE p.cart_id = s.cart_id;

-- Nine in ten orders were shipped, one in thirty was partly returned.
INSERT INTO fulfillment (
  id, order_id, tracking_numbers, data, shipped_at, created_at, updated_at, provider_id
)
SELECT replace(id, 'order', 'ful'), id, jsonb_build_array('TRACK-' || display_id), '{}', created_at + interval '1 day',
  created_at, created_at + interval '1 day', 'manual'
FROM "order" WHERE display_id % 10 <> 0;
INSERT INTO tracking_link (id, tracking_number, fulfillment_id, created_at, updated_at)
SELECT replace(id, 'ful', 'tlink'), tracking_numbers ->> 0, id, shipped_at, shipped_at FROM fulfillment;
INSERT INTO fulfillment_item
SELECT f.id, l.id, l.quantity FROM fulfillment AS f JOIN line_item AS l ON l.order_id = f.order_id;
UPDATE line_item AS l SET fulfilled_quantity = l.quantity, shipped_quantity = l.quantity
FROM fulfillment AS f WHERE f.order_id = l.order_id;
INSERT INTO "return" (id, status, order_id, shipping_data, refund_amount, received_at, created_at, updated_at)
SELECT replace(id, 'order', 'ret'), 'received', id, '{}', 1190, created_at + interval '9 days',
  created_at + interval '7 days', created_at + interval '9 days'
FROM "order" WHERE display_id % 30 = 1;
INSERT INTO return_item (return_id, item_id, quantity, is_requested, requested_quantity, received_quantity)
SELECT id, replace(id, 'ret', 'item') || '_1', 1, true, 1, 1 FROM "return";
INSERT INTO refund (id, order_id, amount, reason, created_at, updated_at)
SELECT replace(id, 'ret', 'ref'), order_id, refund_amount, 'return', received_at, received_at FROM "return";
UPDATE line_item AS l SET returned_quantity = 1 FROM return_item AS r WHERE r.item_id = l.id;
UPDATE payment AS p SET amount_refunded = r.amount FROM refund AS r WHERE r.order_id = p.order_id;
UPDATE "order" AS o
SET billing_address_id = 'addr_b' || o.display_id,
  status = CASE WHEN o.display_id % 10 = 0 THEN 'pending' ELSE 'completed' END::order_status_enum,
  fulfillment_status = CASE
    WHEN o.display_id % 10 = 0 THEN 'not_fulfilled'
    WHEN o.display_id % 30 = 1 THEN 'partially_returned'
    ELSE 'shipped'
  END::order_fulfillment_status_enum,
  payment_status = CASE WHEN o.display_id % 30 = 1 THEN 'partially_refunded' ELSE 'captured' END::order_payment_status_enum;

-- One cart is left for each five orders; half of them reached the payment.
INSERT INTO cart (id, email, region_id, type, created_at, updated_at, sales_channel_id)
SELECT 'cart_left' || n, 'left' || n || '@example.com', 'reg_1', 'default', at, at, 'sc_1'
FROM generate_series(1, (SELECT count(*) / 5 FROM "order")) AS n,
  LATERAL (SELECT timestamptz '2024-01-01Z' + n * interval '5 seconds' AS at) AS t;
INSERT INTO line_item (
  id, cart_id, title, description, is_giftcard, should_merge, allow_discounts, has_shipping, unit_price, variant_id,
  quantity, created_at, updated_at, is_return, includes_tax
)
SELECT 'item_' || c.id, c.id, 'Product', 'Size 1', false, true, true, false, 1000, 'variant_1_1', 1, c.created_at,
  c.created_at, false, false
FROM cart AS c WHERE c.completed_at IS NULL;
INSERT INTO payment_session (
  id, cart_id, provider_id, is_selected, status, data, created_at, updated_at, amount, is_initiated
)
SELECT replace(c.id, 'cart', 'ps'), c.id, 'manual', true, 'pending', '{}', c.created_at, c.created_at, 1190, true
FROM cart AS c WHERE c.completed_at IS NULL AND right(c.id, 1) IN ('1', '3', '5', '7', '9');

INSERT INTO "user" (id, email, password_hash, created_at, updated_at, role)
VALUES ('usr_1', 'staff@example.com', repeat('c2NyeXB0', 16), '2023-01-01Z', '2023-01-01Z', 'admin');

-- Rows of the resources that a generated shop lacks, a few of each, so that dirt can fall on every kind of row.
INSERT INTO customer_group (id, name, created_at, updated_at) VALUES ('cgrp_1', 'Wholesale', now(), now());
INSERT INTO customer_group_customers VALUES ('cgrp_1', 'cus_1');
INSERT INTO "user" (id, email, first_name, created_at, updated_at, role) VALUES ('usr_1', 'staff@example.com', 'Staff', now(), now(), 'admin');
INSERT INTO product_collection (id, title, handle, created_at, updated_at) VALUES ('pcol_1', 'Linen', 'linen', now(), now());
INSERT INTO product_type (id, value, created_at, updated_at) VALUES ('ptyp_1', 'Cloth', now(), now());
INSERT INTO product_tag (id, value, created_at, updated_at) VALUES ('ptag_1', 'blue', now(), now());
INSERT INTO product_tags VALUES ('prod_1', 'ptag_1');
INSERT INTO image (id, url, created_at, updated_at) VALUES ('img_1', 'https://cdn.example/1.png', now(), now());
INSERT INTO product_images VALUES ('prod_1', 'img_1');
UPDATE product SET collection_id = 'pcol_1', type_id = 'ptyp_1' WHERE id = 'prod_1';
INSERT INTO product_category (id, name, handle, parent_category_id, mpath, created_at, updated_at, rank, description)
VALUES ('pcat_1', 'Home', 'home', NULL, 'pcat_1.', now(), now(), 0, ''),
  ('pcat_2', 'Kitchen', 'kitchen', 'pcat_1', 'pcat_1.pcat_2.', now(), now(), 0, ''),
  ('pcat_3', 'Cups', 'cups', 'pcat_2', 'pcat_1.pcat_2.pcat_3.', now(), now(), 0, '');
INSERT INTO product_category_product VALUES ('pcat_3', 'prod_1');
INSERT INTO tax_rate (id, rate, code, name, region_id, created_at, updated_at) VALUES ('txr_1', 7, 'low', 'Low', 'reg_1', now(), now());
INSERT INTO product_tax_rate VALUES ('prod_2', 'txr_1', now(), now());
INSERT INTO product_type_tax_rate VALUES ('ptyp_1', 'txr_1', now(), now());
INSERT INTO shipping_option_requirement (id, shipping_option_id, type, amount) VALUES ('sor_1', 'so_1', 'min_subtotal', 0);
INSERT INTO price_list (id, name, description, type, status, starts_at, ends_at, created_at, updated_at, includes_tax)
VALUES ('pl_1', 'Sale', 'Summer', 'sale', 'active', '2024-01-01Z', '2030-01-01Z', now(), now(), false);
INSERT INTO price_list_customer_groups VALUES ('pl_1', 'cgrp_1');
INSERT INTO money_amount (id, currency_code, amount, created_at, updated_at, price_list_id, region_id)
VALUES ('ma_pl', 'eur', 800, now(), now(), 'pl_1', NULL), ('ma_reg', 'eur', 900, now(), now(), NULL, 'reg_1');
INSERT INTO product_variant_money_amount (id, money_amount_id, variant_id, created_at, updated_at)
VALUES ('pvma_pl', 'ma_pl', 'variant_1_1', now(), now()), ('pvma_reg', 'ma_reg', 'variant_1_1', now(), now());
INSERT INTO discount_rule (id, type, value, allocation, created_at, updated_at)
VALUES ('dru_1', 'percentage', 10, 'item', now(), now()), ('dru_2', 'fixed', 100, 'total', now(), now());
INSERT INTO discount (id, code, is_dynamic, rule_id, is_disabled, starts_at, ends_at, created_at, updated_at, usage_count, parent_discount_id)
VALUES ('disc_1', 'TEN', true, 'dru_1', false, '2024-01-01Z', '2030-01-01Z', now(), now(), 1, NULL),
  ('disc_2', 'CHILD', false, 'dru_1', false, '2024-01-01Z', NULL, now(), now(), 0, 'disc_1'),
  ('disc_3', 'FIXED', false, 'dru_2', false, '2024-01-01Z', NULL, now(), now(), 0, NULL);
INSERT INTO discount_regions VALUES ('disc_1', 'reg_1'), ('disc_2', 'reg_1'), ('disc_3', 'reg_1');
INSERT INTO discount_condition (id, type, operator, discount_rule_id, created_at, updated_at)
VALUES ('discon_1', 'products', 'in', 'dru_1', now(), now());
INSERT INTO discount_condition_product VALUES ('prod_2', 'discon_1', now(), now());
INSERT INTO order_discounts VALUES ('order_1', 'disc_1');
INSERT INTO cart_discounts VALUES ('cart_1', 'disc_1'), ('cart_open', 'disc_3');
INSERT INTO line_item_adjustment (id, item_id, description, discount_id, amount) VALUES ('lia_1', 'item_1_1', 'discount', 'disc_1', 200);
INSERT INTO gift_card (id, code, value, balance, region_id, order_id, is_disabled, created_at, updated_at, tax_rate)
VALUES ('gift_1', 'GIFT', 5000, 400, 'reg_1', 'order_3', false, now(), now(), 19);
INSERT INTO order_gift_cards VALUES ('order_2', 'gift_1');
INSERT INTO cart_gift_cards VALUES ('cart_2', 'gift_1'), ('cart_open', 'gift_1');
INSERT INTO gift_card_transaction (id, gift_card_id, order_id, amount, created_at, is_taxable, tax_rate)
VALUES ('gct_1', 'gift_1', 'order_2', 500, now(), true, 19);
INSERT INTO cart (id, email, shipping_address_id, region_id, customer_id, type, created_at, updated_at, sales_channel_id, context)
SELECT 'cart_open', email, shipping_address_id, region_id, customer_id, 'default', now(), now(), sales_channel_id, '{"ip": "::1"}' FROM cart WHERE id = 'cart_1';
INSERT INTO cart (id, email, region_id, customer_id, type, created_at, updated_at)
SELECT 'cart_draft', email, region_id, customer_id, 'draft_order', now(), now() FROM cart WHERE id = 'cart_1';
INSERT INTO line_item SELECT n.* FROM line_item AS l CROSS JOIN (VALUES ('open'), ('draft')) AS c (name), jsonb_populate_record(l,
  jsonb_build_object('id', 'item_' || c.name, 'order_id', NULL, 'cart_id', 'cart_' || c.name)) AS n WHERE l.id = 'item_1_1';
INSERT INTO payment_session (id, cart_id, provider_id, is_selected, status, data, created_at, updated_at, amount, is_initiated)
VALUES ('ps_open', 'cart_open', 'manual', true, 'pending', '{}', now(), now(), 1000, true);
INSERT INTO custom_shipping_option (id, price, shipping_option_id, cart_id, created_at, updated_at) VALUES ('cso_1', 100, 'so_1', 'cart_open', now(), now());
INSERT INTO draft_order (id, status, display_id, cart_id, created_at, updated_at) VALUES ('dorder_1', 'open', 1, 'cart_draft', now(), now());
INSERT INTO return_reason (id, value, label, created_at, updated_at, parent_return_reason_id)
VALUES ('rr_1', 'size', 'Size', now(), now(), NULL), ('rr_2', 'large', 'Too large', now(), now(), 'rr_1');
UPDATE line_item SET fulfilled_quantity = 1, shipped_quantity = 1, returned_quantity = 1 WHERE id = 'item_1_1';
INSERT INTO fulfillment (id, order_id, tracking_numbers, data, shipped_at, created_at, updated_at, provider_id)
VALUES ('ful_1', 'order_1', '["T1"]', '{}', now(), now(), now(), 'manual');
INSERT INTO fulfillment_item VALUES ('ful_1', 'item_1_1', 1);
INSERT INTO tracking_link (id, tracking_number, fulfillment_id, created_at, updated_at) VALUES ('tlink_1', 'T1', 'ful_1', now(), now());
INSERT INTO "return" (id, status, order_id, shipping_data, refund_amount, received_at, created_at, updated_at)
VALUES ('ret_1', 'received', 'order_1', '{}', 100, now(), now(), now());
INSERT INTO return_item (return_id, item_id, quantity, is_requested, requested_quantity, received_quantity, reason_id)
VALUES ('ret_1', 'item_1_1', 1, true, 1, 1, 'rr_2');
INSERT INTO shipping_method (id, shipping_option_id, return_id, price, data, includes_tax) VALUES ('sm_ret', 'so_1', 'ret_1', 100, '{}', false);
UPDATE payment SET amount_refunded = 100 WHERE order_id = 'order_1';
UPDATE "order" SET payment_status = 'partially_refunded' WHERE id = 'order_1';
INSERT INTO refund (id, order_id, amount, reason, created_at, updated_at) VALUES ('ref_1', 'order_1', 100, 'return', now(), now());
INSERT INTO swap (id, fulfillment_status, payment_status, order_id, difference_due, confirmed_at, created_at, updated_at, allow_backorder, shipping_address_id)
VALUES ('swap_1', 'not_fulfilled', 'confirmed', 'order_2', 0, now(), now(), now(), false, 'addr_o2');
INSERT INTO claim_order (id, payment_status, fulfillment_status, type, order_id, created_at, updated_at)
VALUES ('claim_1', 'na', 'not_fulfilled', 'replace', 'order_3', now(), now());
INSERT INTO line_item SELECT n.* FROM line_item AS l CROSS JOIN (VALUES ('swap_1', NULL), (NULL, 'claim_1')) AS o (swap, claim),
  jsonb_populate_record(l, jsonb_build_object('id', 'item_' || coalesce(o.swap, o.claim), 'cart_id', NULL, 'order_id', NULL,
  'swap_id', o.swap, 'claim_order_id', o.claim)) AS n WHERE l.id = 'item_3_1';
INSERT INTO claim_item (id, claim_order_id, item_id, variant_id, reason, quantity, created_at, updated_at)
VALUES ('ci_1', 'claim_1', 'item_3_1', 'variant_4_1', 'other', 1, now(), now());
INSERT INTO claim_tag (id, value, created_at, updated_at) VALUES ('ctag_1', 'torn', now(), now());
INSERT INTO claim_item_tags VALUES ('ci_1', 'ctag_1');
INSERT INTO claim_image (id, claim_item_id, url, created_at, updated_at) VALUES ('cimg_1', 'ci_1', 'https://cdn.example/c.png', now(), now());
INSERT INTO payment_collection (id, created_at, updated_at, type, status, amount, region_id, currency_code, created_by)
VALUES ('paycol_1', now(), now(), 'order_edit', 'not_paid', 1190, 'reg_1', 'eur', 'usr_1');
INSERT INTO order_edit (id, created_at, updated_at, order_id, created_by, requested_by, requested_at, payment_collection_id)
VALUES ('oe_1', now(), now(), 'order_2', 'usr_1', 'usr_1', now(), 'paycol_1');
INSERT INTO line_item SELECT n.* FROM line_item AS l, jsonb_populate_record(l, jsonb_build_object('id', 'item_e' || l.id, 'cart_id', NULL,
  'order_id', NULL, 'original_item_id', l.id, 'order_edit_id', 'oe_1')) AS n WHERE l.order_id = 'order_2';
INSERT INTO order_item_change (id, created_at, updated_at, type, order_edit_id, original_line_item_id, line_item_id)
VALUES ('oic_1', now(), now(), 'item_update', 'oe_1', 'item_2_1', 'item_eitem_2_1');
INSERT INTO note (id, value, resource_type, resource_id, author_id, created_at, updated_at) VALUES ('note_1', 'Call', 'order', 'order_1', 'usr_1', now(), now());
INSERT INTO batch_job (id, type, created_by, context, result, dry_run, created_at, completed_at, updated_at)
VALUES ('batch_1', 'product-export', 'usr_1', '{}', '{}', false, now(), now(), now());
INSERT INTO publishable_api_key (id, created_at, updated_at, title) VALUES ('pk_1', now(), now(), 'Web');
INSERT INTO publishable_api_key_sales_channel VALUES ('sc_1', 'pk_1', 'pksc_1', now(), now());
INSERT INTO analytics_config (id, created_at, updated_at, user_id, opt_out, anonymize) VALUES ('acfg_1', now(), now(), 'usr_1', false, false);

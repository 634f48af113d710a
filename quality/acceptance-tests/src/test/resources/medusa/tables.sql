-- Tables of a Medusa 1.20 shop with the inventory and stock location modules, without foreign keys.
CREATE TYPE "PAYMENT_COLLECTION_STATUS_ENUM" AS ENUM ('not_paid', 'awaiting', 'authorized', 'partially_authorized',
  'canceled');
CREATE TYPE "PAYMENT_COLLECTION_TYPE_ENUM" AS ENUM ('order_edit');
CREATE TYPE "cart_type_enum" AS ENUM ('default', 'swap', 'draft_order', 'payment_link', 'claim');
CREATE TYPE "claim_item_reason_enum" AS ENUM ('missing_item', 'wrong_item', 'production_failure', 'other');
CREATE TYPE "claim_order_fulfillment_status_enum" AS ENUM ('not_fulfilled', 'partially_fulfilled', 'fulfilled',
  'partially_shipped', 'shipped', 'partially_returned', 'returned', 'canceled', 'requires_action');
CREATE TYPE "claim_order_payment_status_enum" AS ENUM ('na', 'not_refunded', 'refunded');
CREATE TYPE "claim_order_type_enum" AS ENUM ('refund', 'replace');
CREATE TYPE "discount_condition_operator_enum" AS ENUM ('in', 'not_in');
CREATE TYPE "discount_condition_type_enum" AS ENUM ('products', 'product_types', 'product_collections',
  'product_tags', 'customer_groups');
CREATE TYPE "discount_rule_allocation_enum" AS ENUM ('total', 'item');
CREATE TYPE "discount_rule_type_enum" AS ENUM ('fixed', 'percentage', 'free_shipping');
CREATE TYPE "draft_order_status_enum" AS ENUM ('open', 'completed');
CREATE TYPE "invite_role_enum" AS ENUM ('admin', 'member', 'developer');
CREATE TYPE "order_fulfillment_status_enum" AS ENUM ('not_fulfilled', 'partially_fulfilled', 'fulfilled',
  'partially_shipped', 'shipped', 'partially_returned', 'returned', 'canceled', 'requires_action');
CREATE TYPE "order_item_change_type_enum" AS ENUM ('item_add', 'item_remove', 'item_update');
CREATE TYPE "order_payment_status_enum" AS ENUM ('not_paid', 'awaiting', 'captured', 'partially_refunded',
  'refunded', 'canceled', 'requires_action');
CREATE TYPE "order_status_enum" AS ENUM ('pending', 'completed', 'archived', 'canceled', 'requires_action');
CREATE TYPE "payment_session_status_enum" AS ENUM ('authorized', 'pending', 'requires_more', 'error', 'canceled');
CREATE TYPE "price_list_status_enum" AS ENUM ('active', 'draft');
CREATE TYPE "price_list_type_enum" AS ENUM ('sale', 'override');
CREATE TYPE "product_status_enum" AS ENUM ('draft', 'proposed', 'published', 'rejected');
CREATE TYPE "refund_reason_enum" AS ENUM ('discount', 'return', 'swap', 'claim', 'other');
CREATE TYPE "return_status_enum" AS ENUM ('requested', 'received', 'requires_action', 'canceled');
CREATE TYPE "shipping_option_price_type_enum" AS ENUM ('flat_rate', 'calculated');
CREATE TYPE "shipping_option_requirement_type_enum" AS ENUM ('min_subtotal', 'max_subtotal');
CREATE TYPE "shipping_profile_type_enum" AS ENUM ('default', 'gift_card', 'custom');
CREATE TYPE "swap_fulfillment_status_enum" AS ENUM ('not_fulfilled', 'fulfilled', 'shipped', 'partially_shipped',
  'canceled', 'requires_action');
CREATE TYPE "swap_payment_status_enum" AS ENUM ('not_paid', 'awaiting', 'captured', 'confirmed', 'canceled',
  'difference_refunded', 'partially_refunded', 'refunded', 'requires_action');
CREATE TYPE "user_role_enum" AS ENUM ('admin', 'member', 'developer');
CREATE SEQUENCE order_display_id_seq;
CREATE SEQUENCE draft_order_display_id_seq;
CREATE TABLE "address" ("id" text, "customer_id" text, "company" text, "first_name" text, "last_name" text,
  "address_1" text, "address_2" text, "city" text, "country_code" text, "province" text, "postal_code" text, "phone"
  text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata"
  jsonb, PRIMARY KEY ("id"));
CREATE TABLE "analytics_config" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz, "user_id" text NOT NULL, "opt_out" boolean NOT NULL, "anonymize" boolean NOT NULL,
  PRIMARY KEY ("id"));
CREATE TABLE "batch_job" ("id" text, "type" text NOT NULL, "created_by" text, "context" jsonb, "result" jsonb,
  "dry_run" boolean NOT NULL, "created_at" timestamptz NOT NULL, "pre_processed_at" timestamptz, "confirmed_at"
  timestamptz, "processing_at" timestamptz, "completed_at" timestamptz, "failed_at" timestamptz, "canceled_at"
  timestamptz, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, PRIMARY KEY ("id"));
CREATE TABLE "cart" ("id" text, "email" text, "billing_address_id" text, "shipping_address_id" text, "region_id"
  text NOT NULL, "customer_id" text, "payment_id" text, "type" cart_type_enum NOT NULL, "completed_at" timestamptz,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb,
  "idempotency_key" text, "context" jsonb, "payment_authorized_at" timestamptz, "sales_channel_id" text, PRIMARY KEY
  ("id"));
CREATE TABLE "cart_discounts" ("cart_id" text, "discount_id" text, PRIMARY KEY ("cart_id", "discount_id"));
CREATE TABLE "cart_gift_cards" ("cart_id" text, "gift_card_id" text, PRIMARY KEY ("cart_id", "gift_card_id"));
CREATE TABLE "claim_image" ("id" text, "claim_item_id" text NOT NULL, "url" text NOT NULL, "created_at" timestamptz
  NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "claim_item" ("id" text, "claim_order_id" text NOT NULL, "item_id" text NOT NULL, "variant_id" text NOT
  NULL, "reason" claim_item_reason_enum NOT NULL, "note" text, "quantity" integer NOT NULL, "created_at" timestamptz
  NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "claim_item_tags" ("item_id" text, "tag_id" text, PRIMARY KEY ("item_id", "tag_id"));
CREATE TABLE "claim_order" ("id" text, "payment_status" claim_order_payment_status_enum NOT NULL,
  "fulfillment_status" claim_order_fulfillment_status_enum NOT NULL, "type" claim_order_type_enum NOT NULL,
  "order_id" text NOT NULL, "shipping_address_id" text, "refund_amount" integer, "canceled_at" timestamptz,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb,
  "idempotency_key" text, "no_notification" boolean, PRIMARY KEY ("id"));
CREATE TABLE "claim_tag" ("id" text, "value" text NOT NULL, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "country" ("id" integer, "iso_2" text NOT NULL, "iso_3" text NOT NULL, "num_code" integer NOT NULL,
  "name" text NOT NULL, "display_name" text NOT NULL, "region_id" text, PRIMARY KEY ("id"));
CREATE TABLE "currency" ("code" text, "symbol" text NOT NULL, "symbol_native" text NOT NULL, "name" text NOT NULL,
  "includes_tax" boolean NOT NULL, PRIMARY KEY ("code"));
CREATE TABLE "custom_shipping_option" ("id" text, "price" integer NOT NULL, "shipping_option_id" text NOT NULL,
  "cart_id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz,
  "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "customer" ("id" text, "email" text NOT NULL, "first_name" text, "last_name" text, "billing_address_id"
  text, "password_hash" text, "phone" text, "has_account" boolean NOT NULL, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "customer_group" ("id" text, "name" text NOT NULL, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "customer_group_customers" ("customer_group_id" text, "customer_id" text, PRIMARY KEY
  ("customer_group_id", "customer_id"));
CREATE TABLE "discount" ("id" text, "code" text NOT NULL, "is_dynamic" boolean NOT NULL, "rule_id" text,
  "is_disabled" boolean NOT NULL, "parent_discount_id" text, "starts_at" timestamptz NOT NULL, "ends_at"
  timestamptz, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz,
  "metadata" jsonb, "usage_limit" integer, "usage_count" integer NOT NULL, "valid_duration" text, PRIMARY KEY
  ("id"));
CREATE TABLE "discount_condition" ("id" text, "type" discount_condition_type_enum NOT NULL, "operator"
  discount_condition_operator_enum NOT NULL, "discount_rule_id" text NOT NULL, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "discount_condition_customer_group" ("customer_group_id" text, "condition_id" text, "created_at"
  timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("customer_group_id",
  "condition_id"));
CREATE TABLE "discount_condition_product" ("product_id" text, "condition_id" text, "created_at" timestamptz NOT
  NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("product_id", "condition_id"));
CREATE TABLE "discount_condition_product_collection" ("product_collection_id" text, "condition_id" text,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY
  ("product_collection_id", "condition_id"));
CREATE TABLE "discount_condition_product_tag" ("product_tag_id" text, "condition_id" text, "created_at" timestamptz
  NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("product_tag_id", "condition_id"));
CREATE TABLE "discount_condition_product_type" ("product_type_id" text, "condition_id" text, "created_at"
  timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("product_type_id",
  "condition_id"));
CREATE TABLE "discount_regions" ("discount_id" text, "region_id" text, PRIMARY KEY ("discount_id", "region_id"));
CREATE TABLE "discount_rule" ("id" text, "description" text, "type" discount_rule_type_enum NOT NULL, "value"
  integer NOT NULL, "allocation" discount_rule_allocation_enum, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "discount_rule_products" ("discount_rule_id" text, "product_id" text, PRIMARY KEY ("discount_rule_id",
  "product_id"));
CREATE TABLE "draft_order" ("id" text, "status" draft_order_status_enum NOT NULL, "display_id" integer NOT NULL,
  "cart_id" text, "order_id" text, "canceled_at" timestamptz, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "completed_at" timestamptz, "metadata" jsonb, "idempotency_key" text,
  "no_notification_order" boolean, PRIMARY KEY ("id"));
CREATE TABLE "fulfillment" ("id" text, "swap_id" text, "order_id" text, "tracking_numbers" jsonb NOT NULL, "data"
  jsonb NOT NULL, "shipped_at" timestamptz, "canceled_at" timestamptz, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "metadata" jsonb, "idempotency_key" text, "provider_id" text, "claim_order_id"
  text, "no_notification" boolean, "location_id" text, PRIMARY KEY ("id"));
CREATE TABLE "fulfillment_item" ("fulfillment_id" text, "item_id" text, "quantity" integer NOT NULL, PRIMARY KEY
  ("fulfillment_id", "item_id"));
CREATE TABLE "fulfillment_provider" ("id" text, "is_installed" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "gift_card" ("id" text, "code" text NOT NULL, "value" integer NOT NULL, "balance" integer NOT NULL,
  "region_id" text NOT NULL, "order_id" text, "is_disabled" boolean NOT NULL, "ends_at" timestamptz, "created_at"
  timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, "tax_rate"
  real, PRIMARY KEY ("id"));
CREATE TABLE "gift_card_transaction" ("id" text, "gift_card_id" text NOT NULL, "order_id" text NOT NULL, "amount"
  integer NOT NULL, "created_at" timestamptz NOT NULL, "is_taxable" boolean, "tax_rate" real, PRIMARY KEY ("id"));
CREATE TABLE "idempotency_key" ("id" text, "idempotency_key" text NOT NULL, "created_at" timestamptz NOT NULL,
  "locked_at" timestamptz, "request_method" text, "request_params" jsonb, "request_path" text, "response_code"
  integer, "response_body" jsonb, "recovery_point" text NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "image" ("id" text, "url" text NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz
  NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "invite" ("id" text, "user_email" text NOT NULL, "role" invite_role_enum, "accepted" boolean NOT NULL,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb,
  "token" text NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "line_item" ("id" text, "cart_id" text, "order_id" text, "swap_id" text, "title" text NOT NULL,
  "description" text, "thumbnail" text, "is_giftcard" boolean NOT NULL, "should_merge" boolean NOT NULL,
  "allow_discounts" boolean NOT NULL, "has_shipping" boolean, "unit_price" integer NOT NULL, "variant_id" text,
  "quantity" integer NOT NULL, "fulfilled_quantity" integer, "returned_quantity" integer, "shipped_quantity"
  integer, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, "claim_order_id"
  text, "is_return" boolean NOT NULL, "includes_tax" boolean NOT NULL, "original_item_id" text, "order_edit_id"
  text, PRIMARY KEY ("id"));
CREATE TABLE "line_item_adjustment" ("id" text, "item_id" text NOT NULL, "description" text NOT NULL, "discount_id"
  text, "amount" numeric NOT NULL, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "line_item_tax_line" ("id" text, "rate" real NOT NULL, "name" text NOT NULL, "code" text, "created_at"
  timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, "item_id" text NOT NULL, PRIMARY KEY
  ("id"));
CREATE TABLE "money_amount" ("id" text, "currency_code" text NOT NULL, "amount" integer NOT NULL, "region_id" text,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "min_quantity"
  integer, "max_quantity" integer, "price_list_id" text, PRIMARY KEY ("id"));
CREATE TABLE "note" ("id" text, "value" text NOT NULL, "resource_type" text NOT NULL, "resource_id" text NOT NULL,
  "author_id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz,
  "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "notification" ("id" text, "event_name" text, "resource_type" text NOT NULL, "resource_id" text NOT
  NULL, "customer_id" text, "to" text NOT NULL, "data" jsonb NOT NULL, "parent_id" text, "provider_id" text,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "notification_provider" ("id" text, "is_installed" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "oauth" ("id" text, "display_name" text NOT NULL, "application_name" text NOT NULL, "install_url" text,
  "uninstall_url" text, "data" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "order" ("id" text, "status" order_status_enum NOT NULL, "fulfillment_status"
  order_fulfillment_status_enum NOT NULL, "payment_status" order_payment_status_enum NOT NULL, "display_id" integer
  NOT NULL, "cart_id" text, "customer_id" text NOT NULL, "email" text NOT NULL, "billing_address_id" text,
  "shipping_address_id" text, "region_id" text NOT NULL, "currency_code" text NOT NULL, "tax_rate" real,
  "canceled_at" timestamptz, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb,
  "idempotency_key" text, "draft_order_id" text, "no_notification" boolean, "external_id" text, "sales_channel_id"
  text, PRIMARY KEY ("id"));
CREATE TABLE "order_discounts" ("order_id" text, "discount_id" text, PRIMARY KEY ("order_id", "discount_id"));
CREATE TABLE "order_edit" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "order_id" text NOT NULL, "internal_note" text, "created_by" text NOT NULL, "requested_by" text, "requested_at"
  timestamptz, "confirmed_by" text, "confirmed_at" timestamptz, "declined_by" text, "declined_reason" text,
  "declined_at" timestamptz, "canceled_by" text, "canceled_at" timestamptz, "payment_collection_id" text, PRIMARY
  KEY ("id"));
CREATE TABLE "order_gift_cards" ("order_id" text, "gift_card_id" text, PRIMARY KEY ("order_id", "gift_card_id"));
CREATE TABLE "order_item_change" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz, "type" order_item_change_type_enum NOT NULL, "order_edit_id" text NOT NULL,
  "original_line_item_id" text, "line_item_id" text, PRIMARY KEY ("id"));
CREATE TABLE "payment" ("id" text, "swap_id" text, "cart_id" text, "order_id" text, "amount" integer NOT NULL,
  "currency_code" text NOT NULL, "amount_refunded" integer NOT NULL, "provider_id" text NOT NULL, "data" jsonb NOT
  NULL, "captured_at" timestamptz, "canceled_at" timestamptz, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "metadata" jsonb, "idempotency_key" text, PRIMARY KEY ("id"));
CREATE TABLE "payment_collection" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz, "type" "PAYMENT_COLLECTION_TYPE_ENUM" NOT NULL, "status"
  "PAYMENT_COLLECTION_STATUS_ENUM" NOT NULL, "description" text, "amount" integer NOT NULL, "authorized_amount"
  integer, "region_id" text NOT NULL, "currency_code" text NOT NULL, "metadata" jsonb, "created_by" text NOT NULL,
  PRIMARY KEY ("id"));
CREATE TABLE "payment_collection_payments" ("payment_collection_id" text, "payment_id" text, PRIMARY KEY
  ("payment_collection_id", "payment_id"));
CREATE TABLE "payment_collection_sessions" ("payment_collection_id" text, "payment_session_id" text, PRIMARY KEY
  ("payment_collection_id", "payment_session_id"));
CREATE TABLE "payment_provider" ("id" text, "is_installed" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "payment_session" ("id" text, "cart_id" text, "provider_id" text NOT NULL, "is_selected" boolean,
  "status" payment_session_status_enum NOT NULL, "data" jsonb NOT NULL, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "idempotency_key" text, "payment_authorized_at" timestamptz, "amount" integer,
  "is_initiated" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "price_list" ("id" text, "name" text NOT NULL, "description" text NOT NULL, "type" price_list_type_enum
  NOT NULL, "status" price_list_status_enum NOT NULL, "starts_at" timestamptz, "ends_at" timestamptz, "created_at"
  timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "includes_tax" boolean NOT
  NULL, PRIMARY KEY ("id"));
CREATE TABLE "price_list_customer_groups" ("price_list_id" text, "customer_group_id" text, PRIMARY KEY
  ("price_list_id", "customer_group_id"));
CREATE TABLE "product" ("id" text, "title" text NOT NULL, "subtitle" text, "description" text, "handle" text,
  "is_giftcard" boolean NOT NULL, "thumbnail" text, "weight" integer, "length" integer, "height" integer, "width"
  integer, "hs_code" text, "origin_country" text, "mid_code" text, "material" text, "created_at" timestamptz NOT
  NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, "collection_id" text,
  "type_id" text, "discountable" boolean NOT NULL, "status" product_status_enum NOT NULL, "external_id" text,
  PRIMARY KEY ("id"));
CREATE TABLE "product_category" ("id" text, "name" text NOT NULL, "handle" text NOT NULL, "parent_category_id" text,
  "mpath" text, "is_active" boolean, "is_internal" boolean, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "rank" integer NOT NULL, "description" text NOT NULL, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "product_category_product" ("product_category_id" text NOT NULL, "product_id" text NOT NULL);
CREATE TABLE "product_collection" ("id" text, "title" text NOT NULL, "handle" text, "created_at" timestamptz NOT
  NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "product_images" ("product_id" text, "image_id" text, PRIMARY KEY ("product_id", "image_id"));
CREATE TABLE "product_option" ("id" text, "title" text NOT NULL, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, "product_id" text, PRIMARY KEY ("id"));
CREATE TABLE "product_option_value" ("id" text, "value" text NOT NULL, "option_id" text NOT NULL, "variant_id" text
  NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz,
  "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "product_sales_channel" ("product_id" text, "sales_channel_id" text, PRIMARY KEY ("product_id",
  "sales_channel_id"));
CREATE TABLE "product_shipping_profile" ("profile_id" text NOT NULL, "product_id" text NOT NULL);
CREATE TABLE "product_tag" ("id" text, "value" text NOT NULL, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "product_tags" ("product_id" text, "product_tag_id" text, PRIMARY KEY ("product_id",
  "product_tag_id"));
CREATE TABLE "product_tax_rate" ("product_id" text, "rate_id" text, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("product_id", "rate_id"));
CREATE TABLE "product_type" ("id" text, "value" text NOT NULL, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "product_type_tax_rate" ("product_type_id" text, "rate_id" text, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("product_type_id", "rate_id"));
CREATE TABLE "product_variant" ("id" text, "title" text NOT NULL, "product_id" text NOT NULL, "sku" text, "barcode"
  text, "ean" text, "upc" text, "inventory_quantity" integer NOT NULL, "allow_backorder" boolean NOT NULL,
  "manage_inventory" boolean NOT NULL, "hs_code" text, "origin_country" text, "mid_code" text, "material" text,
  "weight" integer, "length" integer, "height" integer, "width" integer, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, "variant_rank" integer, PRIMARY KEY
  ("id"));
CREATE TABLE "product_variant_inventory_item" ("id" text, "created_at" timestamptz NOT NULL, "updated_at"
  timestamptz NOT NULL, "inventory_item_id" text NOT NULL, "variant_id" text NOT NULL, "required_quantity" integer
  NOT NULL, "deleted_at" timestamptz, PRIMARY KEY ("id"));
CREATE TABLE "product_variant_money_amount" ("id" text, "money_amount_id" text NOT NULL, "variant_id" text NOT NULL,
  "deleted_at" timestamptz, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY
  ("id"));
CREATE TABLE "publishable_api_key" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "created_by" text, "revoked_by" text, "revoked_at" timestamptz, "title" text NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "publishable_api_key_sales_channel" ("sales_channel_id" text, "publishable_key_id" text, "id" text NOT
  NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, PRIMARY KEY
  ("sales_channel_id", "publishable_key_id"));
CREATE TABLE "refund" ("id" text, "order_id" text, "amount" integer NOT NULL, "note" text, "reason"
  refund_reason_enum NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata"
  jsonb, "idempotency_key" text, "payment_id" text, PRIMARY KEY ("id"));
CREATE TABLE "region" ("id" text, "name" text NOT NULL, "currency_code" text NOT NULL, "tax_rate" real NOT NULL,
  "tax_code" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz,
  "metadata" jsonb, "gift_cards_taxable" boolean NOT NULL, "automatic_taxes" boolean NOT NULL, "tax_provider_id"
  text, "includes_tax" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "region_fulfillment_providers" ("region_id" text, "provider_id" text, PRIMARY KEY ("region_id",
  "provider_id"));
CREATE TABLE "region_payment_providers" ("region_id" text, "provider_id" text, PRIMARY KEY ("region_id",
  "provider_id"));
CREATE TABLE "return" ("id" text, "status" return_status_enum NOT NULL, "swap_id" text, "order_id" text,
  "shipping_data" jsonb, "refund_amount" integer NOT NULL, "received_at" timestamptz, "created_at" timestamptz NOT
  NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, "idempotency_key" text, "claim_order_id" text,
  "no_notification" boolean, "location_id" text, PRIMARY KEY ("id"));
CREATE TABLE "return_item" ("return_id" text, "item_id" text, "quantity" integer NOT NULL, "is_requested" boolean
  NOT NULL, "requested_quantity" integer, "received_quantity" integer, "metadata" jsonb, "reason_id" text, "note"
  text, PRIMARY KEY ("return_id", "item_id"));
CREATE TABLE "return_reason" ("id" text, "value" text NOT NULL, "label" text NOT NULL, "description" text,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb,
  "parent_return_reason_id" text, PRIMARY KEY ("id"));
CREATE TABLE "sales_channel" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz, "name" text NOT NULL, "description" text, "is_disabled" boolean NOT NULL, "metadata"
  jsonb, PRIMARY KEY ("id"));
CREATE TABLE "sales_channel_location" ("id" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT
  NULL, "sales_channel_id" text NOT NULL, "location_id" text NOT NULL, "deleted_at" timestamptz, PRIMARY KEY
  ("id"));
CREATE TABLE "shipping_method" ("id" text, "shipping_option_id" text NOT NULL, "order_id" text, "cart_id" text,
  "swap_id" text, "return_id" text, "price" integer NOT NULL, "data" jsonb NOT NULL, "claim_order_id" text,
  "includes_tax" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "shipping_method_tax_line" ("id" text, "rate" real NOT NULL, "name" text NOT NULL, "code" text,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, "shipping_method_id" text
  NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "shipping_option" ("id" text, "name" text NOT NULL, "region_id" text NOT NULL, "profile_id" text NOT
  NULL, "provider_id" text NOT NULL, "price_type" shipping_option_price_type_enum NOT NULL, "amount" integer,
  "is_return" boolean NOT NULL, "data" jsonb NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz
  NOT NULL, "deleted_at" timestamptz, "metadata" jsonb, "admin_only" boolean NOT NULL, "includes_tax" boolean NOT
  NULL, PRIMARY KEY ("id"));
CREATE TABLE "shipping_option_requirement" ("id" text, "shipping_option_id" text NOT NULL, "type"
  shipping_option_requirement_type_enum NOT NULL, "amount" integer NOT NULL, "deleted_at" timestamptz, PRIMARY KEY
  ("id"));
CREATE TABLE "shipping_profile" ("id" text, "name" text NOT NULL, "type" shipping_profile_type_enum NOT NULL,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata" jsonb,
  PRIMARY KEY ("id"));
CREATE TABLE "shipping_tax_rate" ("shipping_option_id" text, "rate_id" text, "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("shipping_option_id", "rate_id"));
CREATE TABLE "staged_job" ("id" text, "event_name" text NOT NULL, "data" jsonb NOT NULL, "options" jsonb NOT NULL,
  PRIMARY KEY ("id"));
CREATE TABLE "store" ("id" text, "name" text NOT NULL, "default_currency_code" text NOT NULL, "swap_link_template"
  text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb,
  "payment_link_template" text, "invite_link_template" text, "default_sales_channel_id" text, "default_location_id"
  text, PRIMARY KEY ("id"));
CREATE TABLE "store_currencies" ("store_id" text, "currency_code" text, PRIMARY KEY ("store_id", "currency_code"));
CREATE TABLE "swap" ("id" text, "fulfillment_status" swap_fulfillment_status_enum NOT NULL, "payment_status"
  swap_payment_status_enum NOT NULL, "order_id" text NOT NULL, "difference_due" integer, "shipping_address_id" text,
  "cart_id" text, "confirmed_at" timestamptz, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz, "metadata" jsonb, "idempotency_key" text, "no_notification" boolean, "canceled_at"
  timestamptz, "allow_backorder" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "tax_provider" ("id" text, "is_installed" boolean NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE "tax_rate" ("id" text, "rate" real, "code" text, "name" text NOT NULL, "region_id" text NOT NULL,
  "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "metadata" jsonb, PRIMARY KEY ("id"));
CREATE TABLE "tracking_link" ("id" text, "url" text, "tracking_number" text NOT NULL, "fulfillment_id" text NOT
  NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz, "metadata"
  jsonb, "idempotency_key" text, PRIMARY KEY ("id"));
CREATE TABLE "user" ("id" text, "email" text NOT NULL, "first_name" text, "last_name" text, "password_hash" text,
  "api_token" text, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "deleted_at" timestamptz,
  "metadata" jsonb, "role" user_role_enum, PRIMARY KEY ("id"));
CREATE TABLE inventory_item (id text PRIMARY KEY, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  deleted_at timestamptz, sku text, origin_country text, hs_code text, mid_code text, material text, weight integer,
  length integer, height integer, width integer, requires_shipping boolean NOT NULL, title text, description text,
  thumbnail text, metadata jsonb);
CREATE TABLE inventory_level (id text PRIMARY KEY, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  deleted_at timestamptz, inventory_item_id text NOT NULL, location_id text NOT NULL, stocked_quantity integer NOT
  NULL, reserved_quantity integer NOT NULL, incoming_quantity integer NOT NULL, metadata jsonb);
CREATE TABLE reservation_item (id text PRIMARY KEY, created_at timestamptz NOT NULL, updated_at timestamptz NOT
  NULL, deleted_at timestamptz, line_item_id text, inventory_item_id text NOT NULL, location_id text NOT NULL,
  quantity integer NOT NULL, external_id text, description text, created_by text, metadata jsonb);
CREATE TABLE stock_location (id text PRIMARY KEY, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  deleted_at timestamptz, name text NOT NULL, address_id text, metadata jsonb);
CREATE TABLE stock_location_address (id text PRIMARY KEY, created_at timestamptz NOT NULL, updated_at timestamptz
  NOT NULL, deleted_at timestamptz, address_1 text NOT NULL, address_2 text, company text, city text, country_code
  text NOT NULL, phone text, postal_code text, province text, metadata jsonb);
CREATE INDEX ON "line_item" (order_id);
CREATE INDEX ON "line_item" (cart_id);
CREATE INDEX ON "line_item" (swap_id);
CREATE INDEX ON "line_item" (claim_order_id);
CREATE INDEX ON "line_item_tax_line" (item_id);
CREATE INDEX ON "line_item_adjustment" (item_id);
CREATE INDEX ON "shipping_method" (order_id);
CREATE INDEX ON "shipping_method" (cart_id);
CREATE INDEX ON "shipping_method" (swap_id);
CREATE INDEX ON "shipping_method" (claim_order_id);
CREATE INDEX ON "shipping_method" (return_id);
CREATE INDEX ON "shipping_method_tax_line" (shipping_method_id);
CREATE INDEX ON "payment" (order_id);
CREATE INDEX ON "payment_session" (cart_id);
CREATE INDEX ON "product_variant_money_amount" (money_amount_id);
CREATE INDEX ON "gift_card_transaction" (order_id);
CREATE INDEX ON "draft_order" (order_id);
CREATE INDEX ON "claim_item" (item_id);
CREATE INDEX ON "order" (cart_id);
CREATE INDEX ON "swap" (cart_id);
CREATE INDEX ON "customer" (billing_address_id);
CREATE INDEX ON "product_images" (product_id);
CREATE INDEX ON "custom_shipping_option" (cart_id);
CREATE INDEX ON "product_shipping_profile" (product_id);
CREATE INDEX ON "product_variant_inventory_item" (variant_id);

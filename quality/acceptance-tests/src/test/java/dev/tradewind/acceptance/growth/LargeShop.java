package dev.tradewind.acceptance.growth;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Shop;
import io.vertx.sqlclient.Pool;
import java.util.Map;

/**
 * Shop in which one resource of each kind has {@value #ROWS} rows in each of its relations, filled
 * by SQL. All of them have the same related rows, so that they are few.
 */
final class LargeShop {

  static final int ROWS = 10_000;

  /** The large resource of a kind, by the segment of the path that names the kind. */
  static final Map<String, String> IDS =
      Map.ofEntries(
          Map.entry("collections", "pcol_large"),
          Map.entry("customer-groups", "cgrp_large"),
          Map.entry("customers", "cus_large"),
          Map.entry("discounts", "disc_large"),
          Map.entry("inventory-items", "iitem_large"),
          Map.entry("price-lists", "pl_large"),
          Map.entry("product-categories", "pcat_large"),
          Map.entry("products", "prod_large"),
          Map.entry("publishable-api-keys", "pak_large"),
          Map.entry("regions", "reg_large"),
          Map.entry("sales-channels", "sc_large"),
          Map.entry("shipping-options", "so_large"),
          Map.entry("shipping-profiles", "sp_large"),
          Map.entry("stock-locations", "sloc_large"),
          Map.entry("tax-rates", "txr_large"),
          Map.entry("variants", "variant_large"));

  private LargeShop() {}

  static void fill(Shop shop) {
    String order = shop.storefront().checkOut();
    String account =
        new AdminApi(shop)
            .create(
                "/admin/customers",
                "customer",
                """
                {'email': 'account@example.com', 'first_name': 'A', 'last_name': 'B',
                 'password': 'open sesame'}
                """);
    sql(
        shop.catalog(),
        "INSERT INTO region (id, name, currency_code, tax_rate)"
            + " SELECT 'reg_' || {n}, 'Region ' || {n}, 'eur', 0 FROM {all}",
        "INSERT INTO region_fulfillment_provider SELECT 'reg_large', id FROM fulfillment_provider",
        "INSERT INTO region_payment_provider SELECT 'reg_large', id FROM payment_provider",
        "INSERT INTO sales_channel (id, name) SELECT 'sc_' || {n}, 'Channel ' || {n} FROM {all}",
        "INSERT INTO stock_location (id, name) SELECT 'sloc_' || {n}, 'Location' FROM {all}",
        "INSERT INTO shipping_profile (id, name, type)"
            + " SELECT 'sp_' || {n}, 'Profile', 'custom' FROM {all}",
        "INSERT INTO shipping_option (id, name, region_id, profile_id, provider_id, price_type,"
            + " amount, data) SELECT 'so_' || {n}, 'Option', 'reg_large', 'sp_large', provider_id,"
            + " 'flat_rate', 1, '{}' FROM (SELECT * FROM shipping_option LIMIT 1) AS one, {all}",
        "INSERT INTO product_collection (id, title, handle)"
            + " SELECT 'pcol_' || {n}, 'Collection', 'collection-' || {n} FROM {all}",
        "INSERT INTO product_type (id, value) SELECT 'ptyp_' || {n}, 'type ' || {n} FROM {all}",
        "INSERT INTO product_tag (id, value) SELECT 'ptag_' || {n}, 'tag ' || {n} FROM {all}",
        "INSERT INTO image (id, url)"
            + " SELECT 'img_' || {n}, 'https://images.example/' || {n} FROM {all}",
        "INSERT INTO product_category (id, name, handle, is_active, rank, mpath)"
            + " VALUES ('pcat_large', 'Category', 'category-large', true, 9999, 'pcat_large.')",
        "INSERT INTO product_category (id, name, handle, is_active, rank, mpath,"
            + " parent_category_id) SELECT 'pcat_' || {n}, 'Category', 'category-' || {n}, true,"
            + " n, 'pcat_large.pcat_' || {n} || '.', 'pcat_large' FROM {few}",
        "INSERT INTO product (id, title, handle, status, collection_id, type_id)"
            + " SELECT 'prod_' || {n}, 'Product', 'product-' || {n}, 'published', 'pcol_large',"
            + " 'ptyp_large' FROM {all}",
        "INSERT INTO product_option (id, title, product_id)"
            + " SELECT 'opt_' || {n}, 'Option', 'prod_large' FROM {all}",
        "INSERT INTO product_variant (id, title, product_id, variant_rank)"
            + " SELECT 'variant_' || {n}, 'Variant', 'prod_large', n FROM {all}",
        "INSERT INTO product_option_value (id, value, option_id, variant_id)"
            + " SELECT 'optval_of_' || {n}, 'Value', 'opt_large', 'variant_' || {n} FROM {few}"
            + " UNION ALL"
            + " SELECT 'optval_' || {n}, 'Value', 'opt_' || {n}, 'variant_large' FROM {few}",
        "INSERT INTO price_list (id, name, description, status)"
            + " SELECT 'pl_' || {n}, 'List', 'List', 'active' FROM {all}",
        "INSERT INTO price_list_customer_group SELECT 'pl_large', 'cgrp_' || {n} FROM {few}",
        "INSERT INTO price_list_customer_group SELECT 'pl_' || {n}, 'cgrp_large' FROM {few}",
        "INSERT INTO money_amount (id, currency_code, amount, min_quantity, price_list_id,"
            + " variant_id) SELECT 'ma_' || {n}, 'eur', n, n, 'pl_large', 'variant_large'"
            + " FROM {few}",
        "INSERT INTO money_amount (id, currency_code, amount, variant_id)"
            + " SELECT 'ma_of_' || {n}, 'eur', n, 'variant_' || {n} FROM {few}",
        "INSERT INTO money_amount (id, currency_code, amount, region_id, variant_id)"
            + " SELECT 'ma_in_' || {n}, 'eur', n, 'reg_' || {n}, 'variant_large' FROM {few}",
        "INSERT INTO tax_rate (id, name, rate, region_id)"
            + " SELECT 'txr_' || {n}, 'Rate', 1, 'reg_large' FROM {all}",
        "INSERT INTO product_tax_rate SELECT 'prod_' || {n}, 'txr_large' FROM {few}",
        "INSERT INTO product_type_tax_rate SELECT 'ptyp_' || {n}, 'txr_large' FROM {few}",
        "INSERT INTO shipping_tax_rate SELECT 'so_' || {n}, 'txr_large' FROM {few}",
        "INSERT INTO product_tagging SELECT 'prod_large', 'ptag_' || {n} FROM {few}",
        "INSERT INTO product_image SELECT 'prod_large', 'img_' || {n}, n FROM {few}",
        "INSERT INTO product_sales_channel SELECT 'prod_' || {n}, 'sc_large' FROM {all}",
        linked("product_shipping_profile (product_id, profile_id)", "prod", "sp"),
        linked("product_category_product (product_id, product_category_id)", "prod", "pcat"),
        "INSERT INTO product_sales_channel"
            + " SELECT 'prod_' || {n}, default_sales_channel_id FROM store, {all}",
        "INSERT INTO inventory_item (id) SELECT 'iitem_' || {n} FROM {all}",
        "INSERT INTO inventory_level (id, inventory_item_id, location_id)"
            + " SELECT 'ilev_' || {n}, 'iitem_large', 'sloc_' || {n} FROM {few}",
        "INSERT INTO sales_channel_location (id, sales_channel_id, location_id)"
            + " SELECT 'scl_a' || {n}, 'sc_large', 'sloc_' || {n} FROM {few}"
            + " UNION ALL SELECT 'scl_b' || {n}, 'sc_' || {n}, 'sloc_large' FROM {few}",
        "INSERT INTO publishable_api_key (id, title) VALUES ('pak_large', 'Key')",
        "INSERT INTO publishable_api_key_sales_channel"
            + " SELECT 'pak_large', 'sc_' || {n} FROM {few}");
    sql(
        shop.customers(),
        "INSERT INTO customer_group (id, name, created_at, updated_at)"
            + " SELECT 'cgrp_' || {n}, 'Group ' || {n}, now(), now() FROM {all}",
        "INSERT INTO customer (id, email, created_at, updated_at)"
            + " SELECT 'cus_' || {n}, {n} || '@example.com', now(), now() FROM {all}",
        "UPDATE customer SET has_account = true, password_hash ="
            + " (SELECT password_hash FROM customer WHERE id = '"
            + account
            + "')"
            + " WHERE id = 'cus_large'",
        linked("customer_group_customers (customer_id, customer_group_id)", "cus", "cgrp"),
        "INSERT INTO address (id, customer_id, created_at, updated_at)"
            + " SELECT 'addr_' || {n}, 'cus_large', now(), now() FROM {few}");
    sql(
        shop.discounts(),
        "INSERT INTO discount_rule (id, created_at, updated_at, type, value, allocation)"
            + " VALUES ('dru_large', now(), now(), 'percentage', 5, 'total')",
        "INSERT INTO discount (id, created_at, updated_at, code, rule_id, starts_at,"
            + " is_dynamic) VALUES ('disc_large', now(), now(), 'LARGE', 'dru_large', now(), true)",
        "INSERT INTO discount_region SELECT 'disc_large', 'reg_' || {n}, false FROM {few}",
        "INSERT INTO discount_condition (id, created_at, updated_at, type, operator,"
            + " discount_rule_id) SELECT 'discon_' || prefix, now(), now(), type, 'in', 'dru_large'"
            + " FROM {types}",
        "INSERT INTO discount_condition_resource"
            + " SELECT 'discon_' || prefix, prefix || '_' || {n}, now() FROM {types}, {few}");
    sql(
        shop.orders(),
        "INSERT INTO \"order\" SELECT (jsonb_populate_record(placed, jsonb_build_object("
            + "'id', 'order_' || {n}, 'display_id', 100000 + n, 'cart_id', 'cart_' || {n},"
            + " 'customer_id', 'cus_large'))).* FROM \"order\" AS placed, {few}"
            + " WHERE placed.id = '"
            + order
            + "'",
        "INSERT INTO notification (id, event_name, resource_type, resource_id, \"to\", data,"
            + " provider_id, parent_id, created_at, updated_at) SELECT 'noti_' || {n}, 'x', 'order',"
            + " 'x', 'x', '{}', 'test', CASE WHEN n > 0 THEN 'noti_large' END, now(), now()"
            + " FROM {all}",
        "INSERT INTO return_reason (id, value, label, parent_return_reason_id, created_at,"
            + " updated_at) SELECT 'rr_' || {n}, 'reason ' || {n}, 'Reason',"
            + " CASE WHEN n > 0 THEN 'rr_large' END, now(), now() FROM {all}");
  }

  private static String linked(String table, String first, String second) {
    return "INSERT INTO %s SELECT '%s_large', '%s_' || {n} FROM {few}"
            .formatted(table, first, second)
        + " UNION SELECT '%s_' || {n}, '%s_large' FROM {all}".formatted(first, second);
  }

  private static void sql(Pool pool, String... statements) {
    for (String statement : statements) {
      await(
          pool.query(
                  statement
                      .replace("{n}", "CASE n WHEN 0 THEN 'large' ELSE n::text END")
                      .replace("{all}", "generate_series(0, " + ROWS + ") AS n")
                      .replace("{few}", "generate_series(1, " + ROWS + ") AS n")
                      .replace(
                          "{types}",
                          "(VALUES ('prod', 'products'), ('ptyp', 'product_types'),"
                              + " ('pcol', 'product_collections'), ('ptag', 'product_tags'),"
                              + " ('cgrp', 'customer_groups')) AS types (prefix, type)"))
              .execute());
    }
  }
}

package dev.tradewind.medusa.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Columns of Medusa that are not taken although their tables are, with the reason. */
final class LeftColumns {

  private static final Map<String, String> REASONS = new HashMap<>();

  private LeftColumns() {}

  static {
    String link = "Links have no data of their own here.";
    leave("publishable_api_key_sales_channel", link, "id", "created_at", "updated_at");
    leave("product_sales_channel", link, "id", "created_at", "updated_at");
    leave("product_shipping_profile", link, "created_at", "updated_at");
    for (String table : List.of("shipping_tax_rate", "product_tax_rate", "product_type_tax_rate")) {
      leave(table, link, "created_at", "updated_at", "metadata");
    }
    for (String kind :
        List.of("customer_group", "product", "product_collection", "product_tag", "product_type")) {
      leave("discount_condition_" + kind, link, "updated_at", "metadata");
    }
    leave("claim_image", "Images of claims have no metadata here.", "metadata");
    leave("claim_tag", "Tags of claims have no metadata here.", "metadata");
    leave("fulfillment", "The tracking links have the numbers.", "tracking_numbers");
    String previous = "Versions before 1.12 have used it.";
    leave("money_amount", previous, "sale_amount");
    leave("product", previous, "tags");
    leave("discount_rule", previous, "usage_limit", "usage_count");
    leave("product_variant_inventory_item", previous, "quantity");
    leave("product_category", "Categories are deleted at once.", "deleted_at");
    leave("line_item", "The variant names its product.", "product_id");
    String key = "Keys of requests hold for a day.";
    leave("fulfillment", key, "idempotency_key");
    leave("tracking_link", key, "idempotency_key");
    leave("cart", key, "idempotency_key");
  }

  private static void leave(String table, String reason, String... columns) {
    for (String column : columns) {
      REASONS.put(table + "." + column, reason);
    }
  }

  /** Reason for leaving a column; absent for columns that are taken. */
  static @Nullable String reason(String table, String column) {
    return REASONS.get(table + "." + column);
  }
}

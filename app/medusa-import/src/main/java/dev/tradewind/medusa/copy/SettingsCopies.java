package dev.tradewind.medusa.copy;

import java.util.List;
import java.util.stream.Stream;

/**
 * Copies of the settings of a shop: store, currencies, regions, providers, channels, keys and
 * shipping. They are one transaction, together with the deletion of the rows of a new Tradewind.
 */
public final class SettingsCopies {

  private SettingsCopies() {}

  public static List<TableCopy> of(SourceSchema schema) {
    return Stream.of(
            TableCopy.of("catalog.currency", "currency").key("code"),
            TableCopy.of("catalog.payment_provider", "payment_provider"),
            TableCopy.of("catalog.fulfillment_provider", "fulfillment_provider"),
            TableCopy.of("catalog.tax_provider", "tax_provider"),
            TableCopy.of("catalog.region", "region"),
            TableCopy.of("catalog.country", "country"),
            TableCopy.of("catalog.region_payment_provider", "region_payment_providers")
                .key("region_id", "provider_id"),
            TableCopy.of("catalog.region_fulfillment_provider", "region_fulfillment_providers")
                .key("region_id", "provider_id"),
            TableCopy.of("catalog.sales_channel", "sales_channel"),
            TableCopy.of("catalog.stock_location_address", "stock_location_address"),
            TableCopy.of("catalog.stock_location", "stock_location"),
            TableCopy.of("catalog.sales_channel_location", "sales_channel_location")
                .needs("sales_channel", "stock_location")
                .where(
                    "EXISTS (SELECT FROM sales_channel AS c WHERE c.id = s.sales_channel_id) AND"
                        + " EXISTS (SELECT FROM stock_location AS l WHERE l.id = s.location_id)"),
            store(schema),
            TableCopy.of("catalog.store_currency", "store_currencies")
                .key("store_id", "currency_code"),
            TableCopy.of("catalog.publishable_api_key", "publishable_api_key"),
            TableCopy.of(
                    "catalog.publishable_api_key_sales_channel",
                    "publishable_api_key_sales_channel")
                .key("publishable_key_id", "sales_channel_id")
                .needs("sales_channel", "publishable_api_key")
                .where(
                    "EXISTS (SELECT FROM sales_channel AS c WHERE c.id = s.sales_channel_id)"
                        + " AND EXISTS (SELECT FROM publishable_api_key AS k"
                        + " WHERE k.id = s.publishable_key_id)"
                        + schema.andPresent("publishable_api_key_sales_channel", "s")),
            TableCopy.of("catalog.shipping_profile", "shipping_profile"),
            TableCopy.of("catalog.shipping_option", "shipping_option")
                .set(
                    "amount",
                    "CASE WHEN s.price_type = 'flat_rate' THEN greatest(s.amount, 0) END"),
            TableCopy.of("catalog.shipping_option_requirement", "shipping_option_requirement")
                .set("amount", "greatest(s.amount, 0)"),
            TableCopy.of("catalog.tax_rate", "tax_rate"),
            TableCopy.of("catalog.shipping_tax_rate", "shipping_tax_rate")
                .key("shipping_option_id", "rate_id"))
        .map(TableCopy.Builder::build)
        .toList();
  }

  /**
   * The one store. Its stock is at locations if the source has inventory, and every managed variant
   * an item; else it is the simple stock of the variants.
   */
  private static TableCopy.Builder store(SourceSchema schema) {
    TableCopy.Builder store = TableCopy.of("catalog.store", "store");
    if (schema.has("product_variant_inventory_item") && schema.has("stock_location")) {
      String location =
          "coalesce(s.default_location_id, (SELECT l.id FROM stock_location AS l"
              + " WHERE l.deleted_at IS NULL ORDER BY l.created_at, l.id LIMIT 1))";
      store.set("default_location_id", location);
      store.set(
          "stock_located_at",
          "CASE WHEN %s IS NOT NULL AND EXISTS (SELECT FROM product_variant_inventory_item)"
                  .formatted(location)
              + " AND NOT EXISTS (SELECT FROM product_variant AS v WHERE v.manage_inventory"
              + " AND v.deleted_at IS NULL AND NOT EXISTS (SELECT"
              + " FROM product_variant_inventory_item AS i WHERE i.variant_id = v.id%s))"
                  .formatted(schema.andPresent("product_variant_inventory_item", "i"))
              + " THEN s.updated_at END");
    }
    return store;
  }
}

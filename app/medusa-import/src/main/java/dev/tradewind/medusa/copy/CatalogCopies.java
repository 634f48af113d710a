package dev.tradewind.medusa.copy;

import dev.tradewind.medusa.document.SourceValues;
import java.util.ArrayList;
import java.util.List;

/** Copies of products with everything below them, price lists and inventory. */
final class CatalogCopies {

  private static final String OF_PRODUCT =
      "EXISTS (SELECT FROM product AS p WHERE p.id = s.product_id)";

  private static final String OF_VARIANT =
      "EXISTS (SELECT FROM product_variant AS v WHERE v.id = s.variant_id)";

  private static final String OF_ITEM =
      "EXISTS (SELECT FROM inventory_item AS i WHERE i.id = s.inventory_item_id)";

  private static final String OF_LOCATION =
      "EXISTS (SELECT FROM stock_location AS l WHERE l.id = s.location_id)";

  /** Order, swap or claim that has sold a line. */
  private static final String TAKER = "coalesce(s.order_id, s.swap_id, s.claim_order_id)";

  private CatalogCopies() {}

  static List<TableCopy> of(SourceSchema schema) {
    List<TableCopy.Builder> copies = new ArrayList<>();
    copies.add(TableCopy.of("catalog.product_collection", "product_collection"));
    copies.add(TableCopy.of("catalog.product_type", "product_type"));
    copies.add(TableCopy.of("catalog.product_tag", "product_tag"));
    copies.add(TableCopy.of("catalog.image", "image"));
    copies.add(TableCopy.of("catalog.product", "product").sum(List.of("status"), List.of()));
    copies.add(
        TableCopy.of("catalog.product_sales_channel", "product_sales_channel")
            .key("product_id", "sales_channel_id")
            .needs("sales_channel")
            .where(
                OF_PRODUCT
                    + schema.andPresent("product_sales_channel", "s")
                    + " AND EXISTS (SELECT FROM sales_channel AS c"
                    + " WHERE c.id = s.sales_channel_id)"));
    copies.add(shippingProfile(schema));
    copies.add(
        TableCopy.of("catalog.product_tagging", "product_tags")
            .key("product_id", "tag_id")
            .set("tag_id", "s.product_tag_id"));
    copies.add(
        TableCopy.of("catalog.product_image", "product_images")
            .key("product_id", "image_id")
            .join("JOIN image AS i ON i.id = s.image_id")
            // Images have no rank there: they are shown in the order of their creation.
            .set(
                "rank",
                "(SELECT count(*) FROM product_images AS o JOIN image AS earlier"
                    + " ON earlier.id = o.image_id WHERE o.product_id = s.product_id"
                    + " AND (earlier.created_at, earlier.id) < (i.created_at, i.id))"));
    copies.add(
        TableCopy.of("catalog.product_category", "product_category")
            // A parent is inserted before its children, because its path is shorter.
            .order("lpad(length(coalesce(s.mpath, ''))::text, 9, '0')", "s.id")
            .set(
                "parent_category_id", SourceValues.parent("product_category", "parent_category_id"))
            .set("rank", rank())
            .set("is_active", "coalesce(s.is_active, false)")
            .set("is_internal", "coalesce(s.is_internal, false)")
            .swapped("rank"));
    copies.add(
        TableCopy.of("catalog.product_category_product", "product_category_product")
            .key("product_id", "product_category_id"));
    copies.add(TableCopy.of("catalog.product_option", "product_option").where(OF_PRODUCT));
    copies.add(TableCopy.of("catalog.product_variant", "product_variant"));
    copies.add(
        TableCopy.of("catalog.product_option_value", "product_option_value")
            .join("JOIN product_option AS o ON o.id = s.option_id")
            .where("EXISTS (SELECT FROM product AS p WHERE p.id = o.product_id)"));
    copies.add(
        TableCopy.of("catalog.price_list", "price_list")
            .set("description", "coalesce(s.description, '')")
            .set("starts_at", CorrectedValues.start())
            .set("ends_at", CorrectedValues.end())
            .set(
                "status",
                "CASE WHEN %s THEN 'draft' ELSE s.status::text END"
                    .formatted(CorrectedValues.isWindowClosed("s"))));
    copies.add(
        TableCopy.of("catalog.price_list_customer_group", "price_list_customer_groups")
            .key("price_list_id", "customer_group_id"));
    copies.add(prices(schema));
    copies.add(
        TableCopy.of("catalog.product_tax_rate", "product_tax_rate").key("product_id", "rate_id"));
    copies.add(
        TableCopy.of("catalog.product_type_tax_rate", "product_type_tax_rate")
            .key("product_type_id", "rate_id"));
    inventory(copies, schema);
    return copies.stream().map(TableCopy.Builder::build).toList();
  }

  /** Categories that a loop would hide come to the end of the top level. */
  private static String rank() {
    return """
    CASE WHEN s.parent_category_id IS NOT NULL AND %s
      THEN (SELECT count(*) FROM product_category AS c WHERE c.parent_category_id IS NULL OR c.id < s.id)
        + (SELECT coalesce(max(c.rank), 0) FROM product_category AS c)
      ELSE s.rank
    END
    """
        .formatted(SourceValues.closesLoop("product_category", "parent_category_id", "s"));
  }

  /** Versions before 1.16 keep the profile in the product. */
  private static TableCopy.Builder shippingProfile(SourceSchema schema) {
    String ofProfile = "EXISTS (SELECT FROM shipping_profile AS f WHERE f.id = s.profile_id)";
    return schema.has("product_shipping_profile")
        ? TableCopy.of("catalog.product_shipping_profile", "product_shipping_profile")
            .key("product_id", "profile_id")
            .where(
                OF_PRODUCT
                    + schema.andPresent("product_shipping_profile", "s")
                    + " AND "
                    + ofProfile)
        : TableCopy.of("catalog.product_shipping_profile", "product")
            .key("product_id", "profile_id")
            .set("product_id", "s.id")
            .where(ofProfile);
  }

  /** Versions before 1.17 keep the variant in the price. */
  private static TableCopy.Builder prices(SourceSchema schema) {
    TableCopy.Builder prices =
        TableCopy.of("catalog.money_amount", "money_amount")
            .set("amount", "greatest(s.amount, 0)")
            .sum(List.of("currency_code"), List.of("amount"));
    return schema.has("product_variant_money_amount")
        ? prices
            .join("JOIN product_variant_money_amount AS l ON l.money_amount_id = s.id")
            .set("variant_id", "l.variant_id")
            .set("deleted_at", "coalesce(s.deleted_at, l.deleted_at)")
            .where("EXISTS (SELECT FROM product_variant AS v WHERE v.id = l.variant_id)")
        : prices.where(OF_VARIANT);
  }

  /** A variant has one item here, and an item one variant. */
  private static String firstLink(SourceSchema schema, String alias) {
    String table = "product_variant_inventory_item";
    return schema.andPresent(table, alias)
        + (" AND NOT EXISTS (SELECT FROM product_variant_inventory_item AS o"
                + " WHERE (o.variant_id = %1$s.variant_id"
                + " OR o.inventory_item_id = %1$s.inventory_item_id)"
                + " AND (o.created_at, o.id) < (%1$s.created_at, %1$s.id)")
            .formatted(alias)
        + schema.andPresent(table, "o")
        + ")";
  }

  private static void inventory(List<TableCopy.Builder> copies, SourceSchema schema) {
    copies.add(TableCopy.of("catalog.inventory_item", "inventory_item"));
    copies.add(
        TableCopy.of("catalog.product_variant_inventory_item", "product_variant_inventory_item")
            .needs("inventory_item")
            .where(OF_VARIANT + " AND " + OF_ITEM + firstLink(schema, "s")));
    copies.add(
        TableCopy.of("catalog.inventory_level", "inventory_level")
            .needs("inventory_item", "stock_location")
            .where(OF_ITEM + " AND " + OF_LOCATION)
            .sum(List.of("location_id"), List.of("stocked_quantity", "reserved_quantity")));
    copies.add(
        TableCopy.of("catalog.reservation_item", "reservation_item")
            .needs("inventory_item", "stock_location")
            .set(
                "taker",
                "(SELECT coalesce(l.order_id, l.swap_id, l.claim_order_id) FROM line_item AS l"
                    + " WHERE l.id = s.line_item_id)")
            .where(OF_ITEM + " AND " + OF_LOCATION));
    copies.add(
        TableCopy.of("catalog.stock_line", "line_item")
            .key("line_item_id")
            .needs("product_variant_inventory_item")
            .set("line_item_id", "s.id")
            .set("taker", TAKER)
            .where(
                TAKER
                    + " IS NOT NULL AND EXISTS (SELECT FROM product_variant_inventory_item"
                    + " AS i JOIN product_variant AS v ON v.id = i.variant_id"
                    + " WHERE i.variant_id = s.variant_id"
                    + schema.andPresent("product_variant_inventory_item", "i")
                    + ")"));
    copies.add(
        TableCopy.of("catalog.stock_fulfillment", "fulfillment_item")
            .key("fulfillment_id", "line_item_id", "location_id")
            .needs("inventory_item", "stock_location", "product_variant_inventory_item")
            .join(
                "JOIN fulfillment AS f ON f.id = s.fulfillment_id"
                    + " JOIN stock_location AS k ON k.id = f.location_id"
                    + " JOIN line_item AS l ON l.id = s.item_id"
                    + " JOIN product_variant_inventory_item AS n ON n.variant_id = l.variant_id"
                    + " JOIN inventory_item AS i ON i.id = n.inventory_item_id")
            .set("line_item_id", "s.item_id")
            .set("location_id", "f.location_id")
            .set("inventory_item_id", "i.id")
            .set("taken_quantity", "s.quantity")
            .set("released_quantity", "s.quantity")
            .set("taker", "coalesce(f.order_id, f.swap_id, f.claim_order_id)")
            .set("taken_at", "f.created_at")
            .set("restored_at", "f.canceled_at")
            .where(
                "coalesce(f.order_id, f.swap_id, f.claim_order_id) IS NOT NULL"
                    + firstLink(schema, "n")));
  }
}

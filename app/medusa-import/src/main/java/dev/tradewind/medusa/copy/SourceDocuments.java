package dev.tradewind.medusa.copy;

import java.util.List;
import java.util.stream.Stream;

/**
 * SQL expressions of documents in the source: the lines of an order with their tax lines, an
 * address, a discount with its rule. A table that the shop lacks has no rows in them.
 */
final class SourceDocuments {

  private static final String LINES =
      """
      (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
       FROM (
         SELECT l.*,
           (SELECT json_agg(%3$s ORDER BY t.created_at, t.id)
            FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
           (SELECT json_agg(%4$s ORDER BY a.id)
            FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
           (SELECT %5$s FROM product_variant AS v WHERE v.id = l.variant_id) AS variant,
           %2$s AS own_columns
         FROM line_item AS l
         WHERE %1$s
       ) AS d)
      """;

  private static final String CART_LINES =
      """
      (SELECT json_agg(row_to_json(d) ORDER BY d.created_at, d.id)
       FROM (
         SELECT l.*, v.product_id,
           %1$s AS profile_id,
           (SELECT json_agg(%3$s ORDER BY t.created_at, t.id)
            FROM line_item_tax_line AS t WHERE t.item_id = l.id) AS tax_lines,
           (SELECT json_agg(%4$s ORDER BY a.id)
            FROM line_item_adjustment AS a WHERE a.item_id = l.id) AS adjustments,
           %2$s AS own_columns
         FROM line_item AS l
         LEFT JOIN product_variant AS v ON v.id = l.variant_id
         WHERE l.cart_id = s.id
       ) AS d)
      """;

  private static final String METHODS =
      """
      (SELECT json_agg(row_to_json(d) ORDER BY d.id)
       FROM (
         SELECT m.*,
           (SELECT json_agg(%2$s ORDER BY t.created_at, t.id)
            FROM shipping_method_tax_line AS t WHERE t.shipping_method_id = m.id) AS tax_lines,
           (SELECT %3$s FROM shipping_option AS o WHERE o.id = m.shipping_option_id)
             AS shipping_option
         FROM shipping_method AS m
         WHERE %1$s
       ) AS d)
      """;

  private static final String DISCOUNTS =
      """
      (SELECT json_agg((%3$s)::jsonb || jsonb_build_object('rule', %4$s) ORDER BY d.id)
       FROM %1$s AS n
       JOIN discount AS d ON d.id = n.discount_id
       JOIN discount_rule AS r ON r.id = d.rule_id
       WHERE n.%2$s)
      """;

  private final SourceSchema schema;

  SourceDocuments(SourceSchema schema) {
    this.schema = schema;
  }

  String one(String table, String id) {
    return "(SELECT %s FROM %s AS d WHERE d.id = %s)".formatted(schema.row(table, "d"), table, id);
  }

  String currency() {
    return "(SELECT %s FROM currency AS d WHERE d.code = s.currency_code)"
        .formatted(schema.row("currency", "d"));
  }

  String cartMetadata() {
    return schema.metadata("cart", "s", "s.metadata");
  }

  String salesChannel() {
    return schema.has("sales_channel") && schema.has("order", "sales_channel_id")
        ? one("sales_channel", "s.sales_channel_id")
        : "NULL";
  }

  String lines(String condition) {
    return condition.contains("order_edit_id") && !schema.has("line_item", "order_edit_id")
        ? "NULL"
        : LINES.formatted(
            condition,
            schema.ownColumns("line_item", "l"),
            schema.row("line_item_tax_line", "t"),
            schema.row("line_item_adjustment", "a"),
            schema.row("product_variant", "v"));
  }

  String cartLines() {
    String profile =
        schema.has("product_shipping_profile")
            ? "(SELECT p.profile_id FROM product_shipping_profile AS p"
                + " WHERE p.product_id = v.product_id LIMIT 1)"
            : "(SELECT p.profile_id FROM product AS p WHERE p.id = v.product_id)";
    return CART_LINES.formatted(
        profile,
        schema.ownColumns("line_item", "l"),
        schema.row("line_item_tax_line", "t"),
        schema.row("line_item_adjustment", "a"));
  }

  /** Lines of the order that an edit has copied. */
  String originals() {
    return schema.has("line_item", "original_item_id")
        ? lines(
            "l.id IN (SELECT c.original_item_id FROM line_item AS c WHERE c.order_edit_id = s.id)")
        : "NULL";
  }

  String methods(String condition) {
    return METHODS.formatted(
        condition, schema.row("shipping_method_tax_line", "t"), schema.row("shipping_option", "o"));
  }

  String discounts(String table, String owner) {
    return discountsWhere(table, owner + " = s.id");
  }

  private String discountsWhere(String table, String condition) {
    return DISCOUNTS.formatted(
        table, condition, schema.row("discount", "d"), schema.row("discount_rule", "r"));
  }

  String discountsOfOrder() {
    return discountsWhere("order_discounts", "order_id = s.order_id");
  }

  /** The one tax rate of an order of an old version. */
  String taxRateOfOrder() {
    return "(SELECT o.tax_rate FROM \"order\" AS o WHERE o.id = s.order_id)";
  }

  String giftCardsOfOrder() {
    return "(SELECT json_agg(row_to_json(d) ORDER BY d.id) FROM order_gift_cards AS n"
        + " JOIN gift_card AS d ON d.id = n.gift_card_id WHERE n.order_id = s.order_id)";
  }

  String regionOfOrder() {
    return "(SELECT %s FROM region AS d JOIN \"order\" AS o ON o.region_id = d.id"
            .formatted(schema.row("region", "d"))
        + " WHERE o.id = s.order_id)";
  }

  String giftCards(String table, String owner) {
    return "(SELECT json_agg(%s ORDER BY d.id) FROM %s AS n JOIN gift_card AS d"
            .formatted(schema.row("gift_card", "d"), table)
        + " ON d.id = n.gift_card_id WHERE n.%s = s.id)".formatted(owner);
  }

  String transactions() {
    return "(SELECT json_agg(%s ORDER BY d.created_at, d.id)"
            .formatted(schema.row("gift_card_transaction", "d"))
        + " FROM gift_card_transaction AS d WHERE d.order_id = s.id)";
  }

  String paymentSessions() {
    return "(SELECT json_agg(%s ORDER BY d.created_at, d.id)"
            .formatted(schema.row("payment_session", "d"))
        + " FROM payment_session AS d WHERE d.cart_id = s.id)";
  }

  String itemChanges() {
    return schema.ifPresent(
        "order_item_change",
        "(SELECT json_agg(%s ORDER BY d.created_at, d.id)"
                .formatted(schema.row("order_item_change", "d"))
            + " FROM order_item_change AS d WHERE d.order_edit_id = s.id"
            + " AND d.deleted_at IS NULL)");
  }

  boolean hasCollections() {
    return schema.has("payment_collection")
        && schema.has("payment_collection_payments")
        && schema.has("order_edit");
  }

  /** Collection of an edit; one of nothing is left out. */
  String collectionOfEdit() {
    return schema.ifPresent(
        "payment_collection",
        "(SELECT k.id FROM payment_collection AS k"
            + " WHERE k.id = s.payment_collection_id AND k.amount > 0)");
  }

  /** Payment of a collection that its session has made: it has no reference to it. */
  String paymentOfSession() {
    return "(SELECT p.id FROM payment_collection_payments AS x JOIN payment AS p"
        + " ON p.id = x.payment_id WHERE x.payment_collection_id = k.id"
        + " AND p.provider_id = s.provider_id AND p.amount = s.amount"
        + " AND p.amount > 0 ORDER BY p.id LIMIT 1)";
  }

  /** Condition that a variant has no inventory item, and so a stock of its own. */
  String withoutItem() {
    return schema.has("product_variant_inventory_item")
        ? " AND NOT EXISTS (SELECT FROM product_variant_inventory_item AS i"
            + " WHERE i.variant_id = t.variant_id"
            + schema.andPresent("product_variant_inventory_item", "i")
            + ")"
        : "";
  }

  /** Lines with their taxes and adjustments, by the column that names their document. */
  static List<TableCopy.Members> membersOfLines(String column) {
    return List.of(
        new TableCopy.Members("l." + column, "l", "line_item AS l"),
        new TableCopy.Members(
            "l." + column, "t", "line_item_tax_line AS t JOIN line_item AS l ON l.id = t.item_id"),
        new TableCopy.Members(
            "l." + column,
            "a",
            "line_item_adjustment AS a JOIN line_item AS l ON l.id = a.item_id"));
  }

  /** Shipping methods with their taxes, by the column that names their document. */
  static List<TableCopy.Members> membersOfMethods(String column) {
    return List.of(
        new TableCopy.Members("m." + column, "m", "shipping_method AS m"),
        new TableCopy.Members(
            "m." + column,
            "t",
            "shipping_method_tax_line AS t JOIN shipping_method AS m"
                + " ON m.id = t.shipping_method_id"));
  }

  /** Rows that a document names in a column. */
  static List<TableCopy.Members> named(String table, String document, String... columns) {
    return Stream.of(columns)
        .map(column ->
            new TableCopy.Members(
                "o.id",
                "n",
                "%s AS n JOIN \"%s\" AS o ON o.%s = n.id".formatted(table, document, column)))
        .toList();
  }

  /** Rows that name their document in a column. */
  static List<TableCopy.Members> naming(String column, String... tables) {
    return Stream.of(tables)
        .map(table -> new TableCopy.Members("n." + column, "n", table + " AS n"))
        .toList();
  }

  /** Discounts of open carts with their rules. Sold ones stay as they were. */
  static List<TableCopy.Members> discountsOfOpenCarts() {
    String ofOpenCart =
        " JOIN cart_discounts AS n ON n.discount_id = d.id"
            + " JOIN cart AS k ON k.id = n.cart_id AND k.completed_at IS NULL";
    return List.of(
        new TableCopy.Members("k.id", "d", "discount AS d" + ofOpenCart),
        new TableCopy.Members(
            "k.id", "r", "discount_rule AS r JOIN discount AS d ON d.rule_id = r.id" + ofOpenCart));
  }
}

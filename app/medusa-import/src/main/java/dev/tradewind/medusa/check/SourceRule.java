package dev.tradewind.medusa.check;

import dev.tradewind.api.catalog.TextLimits;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.document.SourceValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rule that the data of a shop has to follow.
 *
 * @param subject what breaks it
 * @param needs tables, and columns written as table.column, without which there is nothing to check
 * @param sql SELECT of one column that names the rows that break it
 * @param consequence what the move does with those rows
 * @param correction statement that corrects the rows in the source, as a move with corrections does
 *     in the copy; absent if only people can decide
 */
record SourceRule(
    Severity severity,
    String subject,
    List<String> needs,
    String sql,
    String consequence,
    @Nullable String correction) {

  SourceRule(
      Severity severity, String subject, List<String> needs, String sql, String consequence) {
    this(severity, subject, needs, sql, consequence, null);
  }

  static final String FAILS = "Correct it in the source: the move would fail.";

  static List<SourceRule> all() {
    List<SourceRule> rules = new ArrayList<>();
    duplicates(rules);
    several(rules);
    impossible(rules);
    refused(rules);
    Corrections.add(rules);
    dangling(rules);
    leftOutProviders(rules);
    leftOutPayments(rules);
    leftOutSales(rules);
    leftOutOthers(rules);
    tooLong(rules);
    return rules;
  }

  private static SourceRule error(String subject, List<String> needs, String sql) {
    return new SourceRule(Severity.ERROR, subject, needs, sql, FAILS);
  }

  private static SourceRule warning(
      String subject, List<String> needs, String sql, String consequence) {
    return new SourceRule(Severity.WARNING, subject, needs, sql, consequence);
  }

  private static void duplicates(List<SourceRule> rules) {
    rules.add(error("several stores", List.of("store"), "SELECT id FROM store OFFSET 1"));
    duplicate(rules, "customer", "lower(btrim(email)) || ' ' || has_account", true);
    duplicate(rules, "user", "lower(btrim(email))", true);
    duplicate(rules, "product", "handle", true);
    duplicate(rules, "product_collection", "handle", true);
    duplicate(rules, "product_type", "value", true);
    duplicate(rules, "product_tag", "value", true);
    duplicate(rules, "product_category", "handle", false);
    rules.add(
        error(
            "duplicate coalesce(parent_category_id, '') || ' ' || rank of product_category",
            List.of("product_category"),
            "SELECT coalesce(s.parent_category_id, '') || ' ' || s.rank FROM product_category AS s"
                + " WHERE s.parent_category_id IS NULL OR %s > 0 GROUP BY 1 HAVING count(*) > 1"
                    .formatted(
                        SourceValues.levelsAbove("product_category", "parent_category_id", "s"))));
    for (String column : List.of("sku", "barcode", "ean", "upc")) {
      duplicate(rules, "product_variant", column, true);
    }
    duplicate(rules, "inventory_item", "sku", true);
    duplicate(rules, "discount", "upper(btrim(code))", true);
    duplicate(rules, "gift_card", "code", false);
    duplicate(rules, "return_reason", "value", true);
    duplicate(rules, "country", "iso_2", false);
    duplicate(rules, "country", "iso_3", false);
    duplicate(rules, "analytics_config", "user_id", true);
    duplicate(rules, "draft_order", "cart_id", false);
    duplicate(rules, "draft_order", "order_id", false);
    duplicate(rules, "draft_order", "display_id", false);
    duplicate(rules, "order", "draft_order_id", false);
    duplicate(rules, "order_edit", "payment_collection_id", false);
    duplicate(rules, "swap", "cart_id", true);
    duplicate(rules, "swap", "order_id || ' ' || idempotency_key", true);
    duplicate(rules, "claim_order", "order_id || ' ' || idempotency_key", true);
    duplicate(rules, "claim_item", "claim_order_id || ' ' || item_id", true);
    duplicate(rules, "return", "order_id || ' ' || idempotency_key", false);
    duplicate(rules, "payment", "CASE WHEN amount > 0 THEN swap_id END", false);
    duplicate(rules, "customer_group", "name", true);
    duplicate(rules, "order", "display_id", false);
    duplicate(rules, "order", "cart_id", false);
  }

  private static void several(List<SourceRule> rules) {
    rules.add(
        error(
            "duplicate prices",
            List.of("product_variant_money_amount"),
            """
            SELECT concat_ws(' ', l.variant_id, a.currency_code, a.price_list_id, a.region_id)
            FROM money_amount AS a
            JOIN product_variant_money_amount AS l ON l.money_amount_id = a.id
            WHERE a.deleted_at IS NULL AND l.deleted_at IS NULL
            GROUP BY l.variant_id, a.currency_code, a.region_id, a.price_list_id, a.min_quantity,
              a.max_quantity
            HAVING count(*) > 1
            """));
    rules.add(
        error(
            "built-in shipping profiles more than once",
            List.of("shipping_profile"),
            "SELECT type FROM shipping_profile WHERE type <> 'custom' AND deleted_at IS NULL"
                + " GROUP BY type HAVING count(*) > 1"));
    rules.add(
        error(
            "several active edits of an order",
            List.of("order_edit"),
            "SELECT order_id FROM order_edit WHERE confirmed_at IS NULL AND declined_at IS NULL"
                + " AND canceled_at IS NULL GROUP BY order_id HAVING count(*) > 1"));
    rules.add(
        error(
            "several returns of a swap",
            List.of("return"),
            "SELECT swap_id FROM \"return\" WHERE swap_id IS NOT NULL GROUP BY swap_id"
                + " HAVING count(*) > 1"));
  }

  private static void duplicate(
      List<SourceRule> rules, String table, String expression, boolean isSoftDeleted) {
    rules.add(
        error(
            "duplicate %s of %s".formatted(expression, table),
            List.of(table),
            "SELECT %1$s FROM \"%2$s\" WHERE %1$s IS NOT NULL%3$s GROUP BY 1 HAVING count(*) > 1"
                .formatted(expression, table, isSoftDeleted ? " AND deleted_at IS NULL" : "")));
  }

  private static void impossible(List<SourceRule> rules) {
    impossible(rules, "gift_card", "balance NOT BETWEEN 0 AND value");
    impossible(rules, "payment", "amount > 0 AND amount_refunded NOT BETWEEN 0 AND amount");
    impossible(
        rules,
        "line_item",
        "coalesce(order_id, swap_id, claim_order_id) IS NOT NULL"
            + " AND (fulfilled_quantity NOT BETWEEN 0 AND quantity"
            + " OR shipped_quantity NOT BETWEEN 0 AND coalesce(fulfilled_quantity, 0)"
            + " OR returned_quantity NOT BETWEEN 0 AND quantity)");
    impossible(rules, "fulfillment", "shipped_at IS NOT NULL AND canceled_at IS NOT NULL");
    impossible(rules, "return", "refund_amount < 0 AND swap_id IS NULL AND claim_order_id IS NULL");
    impossible(rules, "region", "tax_rate NOT BETWEEN 0 AND 100");
    impossible(
        rules,
        "tax_rate",
        "rate NOT BETWEEN 0 AND 100 AND rate::text NOT IN ('NaN', 'Infinity', '-Infinity')");
    impossible(rules, "customer", "octet_length(metadata::text) > 65536");
    rules.add(
        error(
            "currencies whose code is not of three letters",
            List.of("currency"),
            "SELECT code FROM currency WHERE code !~ '^[a-z]{3}$'"));
    rules.add(
        error(
            "fixed discounts in several regions",
            List.of("discount_regions"),
            "SELECT n.discount_id FROM discount_regions AS n JOIN discount AS d"
                + " ON d.id = n.discount_id JOIN discount_rule AS r ON r.id = d.rule_id"
                + " WHERE r.type = 'fixed' GROUP BY 1 HAVING count(*) > 1"));
    impossible(rules, "inventory_level", "least(stocked_quantity, reserved_quantity) < 0");
  }

  /** Values that a constraint here refuses, and that the API of Medusa never makes. */
  private static void refused(List<SourceRule> rules) {
    impossible(rules, "discount", "btrim(code) = '' OR usage_count < 0 OR usage_limit < 0");
    impossible(rules, "country", "iso_2 !~ '^[a-z]{2}$' OR iso_3 !~ '^[a-z]{3}$'");
    impossible(rules, "product_category", "rank < 0");
    impossible(
        rules,
        "money_amount",
        "price_list_id IS NOT NULL AND max_quantity <> 0"
            + " AND coalesce(min_quantity, 0) > max_quantity");
    impossible(rules, "inventory_level", "incoming_quantity < 0");
    impossible(rules, "reservation_item", "quantity <= 0");
    impossible(rules, "product_variant_inventory_item", "required_quantity <= 0");
    rules.add(
        error(
            "claims of more units than were sold",
            List.of("claim_item"),
            "SELECT i.item_id FROM claim_item AS i JOIN claim_order AS o ON o.id = i.claim_order_id"
                + " JOIN line_item AS l ON l.id = i.item_id WHERE o.canceled_at IS NULL"
                + " GROUP BY i.item_id, l.quantity HAVING sum(i.quantity) NOT BETWEEN 0 AND l.quantity"));
    impossible(rules, "fulfillment", "num_nonnulls(swap_id, claim_order_id) > 1");
    rules.add(
        error(
            "fulfilled or returned units below one",
            List.of("fulfillment_item", "return_item"),
            "SELECT fulfillment_id || ' ' || item_id FROM fulfillment_item WHERE quantity <= 0"
                + " UNION ALL SELECT return_id || ' ' || item_id FROM return_item WHERE quantity < 0"
                + " OR requested_quantity <= 0 OR received_quantity < 0"
                + " OR (requested_quantity IS NULL AND received_quantity IS NULL AND quantity <= 0)"));
    impossible(rules, "return", "num_nonnulls(swap_id, claim_order_id) > 1");
    impossible(
        rules,
        "payment_collection",
        "amount > 0 AND (authorized_amount NOT BETWEEN 0 AND amount OR (status = 'authorized'"
            + " AND authorized_amount IS DISTINCT FROM amount))");
    impossible(
        rules,
        "order_edit",
        "num_nonnulls(confirmed_at, declined_at, canceled_at) > 1"
            + " OR (declined_at IS NOT NULL AND requested_at IS NULL)");
    impossible(
        rules,
        "swap",
        "deleted_at IS NULL AND confirmed_at IS NOT NULL AND canceled_at IS NULL"
            + " AND payment_status IN ('not_paid', 'canceled')");
    impossible(
        rules, "claim_order", "deleted_at IS NULL AND type = 'refund' AND refund_amount < 0");
  }

  private static void impossible(List<SourceRule> rules, String table, String condition) {
    rules.add(
        error(
            "%s with %s".formatted(table, condition),
            List.of(table),
            "SELECT id FROM \"%s\" WHERE %s".formatted(table, condition)));
  }

  private static void dangling(List<SourceRule> rules) {
    dangling(rules, "product_variant_money_amount", "variant_id", "product_variant");
    dangling(rules, "product_variant_money_amount", "money_amount_id", "money_amount");
    dangling(rules, "product_sales_channel", "product_id", "product");
    dangling(rules, "product_shipping_profile", "product_id", "product");
    dangling(rules, "product_shipping_profile", "profile_id", "shipping_profile");
    dangling(rules, "product_variant_inventory_item", "variant_id", "product_variant");
    dangling(rules, "product_variant_inventory_item", "inventory_item_id", "inventory_item");
    dangling(rules, "sales_channel_location", "sales_channel_id", "sales_channel");
    dangling(rules, "sales_channel_location", "location_id", "stock_location");
    dangling(
        rules, "publishable_api_key_sales_channel", "publishable_key_id", "publishable_api_key");
    dangling(rules, "publishable_api_key_sales_channel", "sales_channel_id", "sales_channel");
    dangling(rules, "reservation_item", "inventory_item_id", "inventory_item");
    dangling(rules, "reservation_item", "location_id", "stock_location");
  }

  private static void dangling(
      List<SourceRule> rules, String table, String column, String referenced) {
    rules.add(
        warning(
            "dangling %s of %s".formatted(column, table),
            List.of(table, referenced),
            "SELECT t.%1$s FROM \"%2$s\" AS t WHERE NOT EXISTS (SELECT FROM \"%3$s\" AS r WHERE r.id = t.%1$s)"
                .formatted(column, table, referenced),
            "The row is left out."));
  }

  private static void tooLong(List<SourceRule> rules) {
    TextLimits.byTable()
        .forEach((table, columns) ->
            columns.forEach((column, length) ->
                rules.add(
                    warning(
                        "%s of %s longer than %s characters".formatted(column, table, length),
                        List.of(table + "." + column),
                        "SELECT id FROM \"%s\" WHERE char_length(%s) > %s"
                            .formatted(table, column, length),
                        "Moved as it is: shorten it, since the API refuses it in later changes."))));
  }

  private static void leftOutProviders(List<SourceRule> rules) {
    rules.add(
        warning(
            "payment providers without a built-in plugin",
            List.of("payment_provider"),
            "SELECT id FROM payment_provider WHERE is_installed"
                + " AND id NOT IN ('manual', 'system', 'stripe', 'stripe-bancontact', 'stripe-blik',"
                + " 'stripe-giropay', 'stripe-ideal', 'stripe-przelewy24')",
            "Install a plugin with this id: until then payments of it cannot be captured or"
                + " refunded."));
    rules.add(
        warning(
            "fulfillment providers without a built-in plugin",
            List.of("fulfillment_provider"),
            "SELECT id FROM fulfillment_provider WHERE is_installed AND id <> 'manual'",
            "Install a plugin with this id: until then nothing can be fulfilled by it."));
    rules.add(
        warning(
            "tax providers without a built-in plugin",
            List.of("tax_provider"),
            "SELECT id FROM tax_provider WHERE is_installed",
            "Install a plugin with this id: until then taxes of its regions are not calculated."));
  }

  private static void leftOutPayments(List<SourceRule> rules) {
    rules.add(
        warning(
            "payments of nothing",
            List.of("payment"),
            "SELECT id FROM payment WHERE amount <= 0",
            "Left out: a payment has an amount."));
    rules.add(
        warning(
            "payments without an order",
            List.of("payment"),
            "SELECT p.id FROM payment AS p LEFT JOIN swap AS w ON w.id = p.swap_id"
                + " WHERE coalesce(p.order_id, w.order_id) IS NULL AND p.amount > 0",
            "Left out, unless an edit of an order collects it: void open authorizations before the"
                + " move."));
    rules.add(
        warning(
            "refunds without an order",
            List.of("refund"),
            "SELECT r.id FROM refund AS r LEFT JOIN payment AS p ON p.id = r.payment_id"
                + " WHERE coalesce(r.order_id, p.order_id) IS NULL OR r.amount <= 0",
            "Left out."));
  }

  private static void leftOutSales(List<SourceRule> rules) {
    rules.add(
        warning(
            "completed carts without an order",
            List.of("cart"),
            "SELECT c.id FROM cart AS c WHERE c.completed_at IS NOT NULL"
                + " AND NOT EXISTS (SELECT FROM \"order\" AS o WHERE o.cart_id = c.id)"
                + " AND NOT EXISTS (SELECT FROM swap AS w WHERE w.cart_id = c.id"
                + " AND w.confirmed_at IS NOT NULL)",
            "Left out."));
    rules.add(
        warning(
            "deleted swaps and claims",
            List.of("swap", "claim_order"),
            "SELECT id FROM swap WHERE deleted_at IS NOT NULL UNION ALL"
                + " SELECT id FROM claim_order WHERE deleted_at IS NOT NULL",
            "Left out."));
    rules.add(
        warning(
            "discounts without a rule",
            List.of("discount"),
            "SELECT code FROM discount WHERE rule_id IS NULL",
            "Left out."));
  }

  private static void leftOutOthers(List<SourceRule> rules) {
    rules.add(
        warning(
            "batch jobs of other types",
            List.of("batch_job"),
            "SELECT type FROM batch_job WHERE type NOT IN"
                + " ('product-import', 'product-export', 'price-list-import', 'order-export')",
            "Left out."));
    rules.add(
        warning(
            "batch jobs that have not ended",
            List.of("batch_job"),
            "SELECT id FROM batch_job WHERE completed_at IS NULL AND failed_at IS NULL"
                + " AND canceled_at IS NULL",
            "Taken as canceled."));
    rules.add(
        warning(
            "payment collections that no edit has",
            List.of("payment_collection", "order_edit"),
            "SELECT k.id FROM payment_collection AS k WHERE NOT EXISTS"
                + " (SELECT FROM order_edit AS e WHERE e.payment_collection_id = k.id)",
            "Left out."));
    rules.add(
        warning(
            "further inventory items of a variant",
            List.of("product_variant_inventory_item"),
            "SELECT variant_id FROM product_variant_inventory_item GROUP BY 1 HAVING count(*) > 1",
            "The first item stays linked: a variant has one item, and an item one variant."));
    rules.add(
        warning(
            "orders without a cart",
            List.of("order"),
            "SELECT id FROM \"order\" WHERE cart_id IS NULL",
            "They get the id of a cart that is made of their own."));
    rules.add(
        warning(
            "orders whose payments exceed their goods, taxes and shipping",
            List.of("order", "payment"),
            SourceTotals.EXCEEDING,
            "Taken as they are: check them."));
  }
}

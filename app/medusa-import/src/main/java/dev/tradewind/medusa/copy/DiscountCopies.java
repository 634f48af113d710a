package dev.tradewind.medusa.copy;

import dev.tradewind.medusa.document.SourceValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Copies of discounts with their rules, conditions and usage, and of gift cards. */
final class DiscountCopies {

  /** Column of the resource in the tables of conditions, by the end of their names. */
  private static final Map<String, String> CONDITIONS =
      Map.of(
          "product", "product_id",
          "product_type", "product_type_id",
          "product_collection", "product_collection_id",
          "product_tag", "product_tag_id",
          "customer_group", "customer_group_id");

  private DiscountCopies() {}

  static List<TableCopy> all() {
    List<TableCopy.Builder> copies = new ArrayList<>();
    copies.add(
        TableCopy.of("discount.discount_rule", "discount_rule")
            .set(
                "value",
                "CASE WHEN s.type = 'percentage' THEN least(greatest(s.value, 0), 100)"
                    + " ELSE greatest(s.value, 0) END"));
    copies.add(
        TableCopy.of("discount.discount", "discount")
            // A dynamic discount is inserted before its codes.
            .order("(s.parent_discount_id IS NOT NULL)::integer", "s.id")
            .set("code", "upper(btrim(s.code))")
            .set(
                "parent_discount_id",
                "(SELECT d.id FROM discount AS d WHERE d.rule_id IS NOT NULL AND d.id = %s)"
                    .formatted(SourceValues.parent("discount", "parent_discount_id")))
            .set("starts_at", CorrectedValues.start())
            .set("ends_at", CorrectedValues.end())
            .set(
                "is_disabled",
                "s.is_disabled OR coalesce(%s, false)"
                    .formatted(CorrectedValues.isWindowClosed("s")))
            .set("usage_limit", "nullif(s.usage_limit, 0)")
            .where("s.rule_id IS NOT NULL")
            .sum(List.of("is_dynamic", "is_disabled"), List.of("usage_count")));
    copies.add(
        TableCopy.of("discount.discount_region", "discount_regions")
            .key("discount_id", "region_id")
            .join(
                "JOIN discount AS d ON d.id = s.discount_id"
                    + " JOIN discount_rule AS r ON r.id = d.rule_id")
            .set("of_fixed", "r.type = 'fixed'"));
    copies.add(TableCopy.of("discount.discount_condition", "discount_condition"));
    CONDITIONS.forEach((kind, column) ->
        copies.add(
            TableCopy.of("discount.discount_condition_resource", "discount_condition_" + kind)
                .named(kind)
                .key("condition_id", "resource_id")
                .set("resource_id", "s." + column)));
    copies.add(
        TableCopy.of("discount.gift_card", "gift_card")
            .join("LEFT JOIN \"order\" AS o ON o.id = s.order_id")
            .set("order_display_id", "o.display_id")
            .sum(List.of("region_id", "is_disabled"), List.of("value", "balance")));
    copies.add(
        TableCopy.of("discount.gift_card_transaction", "gift_card_transaction")
            .join("JOIN gift_card AS c ON c.id = s.gift_card_id")
            .set(
                "emptied",
                "c.balance = 0 AND NOT EXISTS (SELECT FROM gift_card_transaction AS later"
                    + " WHERE later.gift_card_id = s.gift_card_id"
                    + " AND (later.created_at, later.id) > (s.created_at, s.id))")
            .where("s.amount > 0")
            .sum(List.of(), List.of("amount")));
    copies.add(
        TableCopy.of("discount.discount_redemption", "order_discounts")
            .key("cart_id", "discount_id")
            .join(
                "JOIN \"order\" AS o ON o.id = s.order_id"
                    + " JOIN discount AS d ON d.id = s.discount_id AND d.rule_id IS NOT NULL")
            .set("cart_id", OrderCopies.CART_OF_ORDER.formatted("o", "o"))
            .set("redeemed_at", "o.created_at")
            .set("released_at", "o.canceled_at"));
    return copies.stream().map(TableCopy.Builder::build).toList();
  }
}

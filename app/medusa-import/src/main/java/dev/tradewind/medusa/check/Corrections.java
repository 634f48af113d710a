package dev.tradewind.medusa.check;

import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.document.SourceValues;
import java.util.List;

/**
 * Rules for what the API of Medusa makes and no shop means, each with the statement that corrects
 * it in the source: claim tags of one value, windows that end before they begin, values and prices
 * below zero. The statements of copies correct them too.
 */
final class Corrections {

  /** Id of the tag that stays of those with the same value. */
  private static final String TAG =
      """
      (SELECT c.id
       FROM claim_tag AS c
       WHERE c.deleted_at IS NULL AND c.value = s.value
       ORDER BY c.created_at, c.id
       LIMIT 1)\
      """;

  /** Condition that a tag is not deleted, and has the value of an earlier one. */
  private static final String IS_FURTHER_TAG =
      "(s.deleted_at IS NULL AND s.id <> %s)".formatted(TAG);

  /** Condition that a window never opens, with the times that can be shown. */
  private static final String IS_WINDOW_CLOSED =
      "(%s <= %s)".formatted(SourceValues.time("s.ends_at"), SourceValues.time("s.starts_at"));

  private Corrections() {}

  static void add(List<SourceRule> rules) {
    add(
        rules,
        "claim_tag",
        "several with the same value",
        IS_FURTHER_TAG,
        "The first one stays, and takes the items of the others.",
        """
        INSERT INTO claim_item_tags (item_id, tag_id)
        SELECT n.item_id, %1$s FROM claim_item_tags AS n JOIN claim_tag AS s ON s.id = n.tag_id WHERE %2$s
        ON CONFLICT DO NOTHING;
        DELETE FROM claim_item_tags AS n USING claim_tag AS s WHERE s.id = n.tag_id AND %2$s;
        UPDATE claim_tag AS s SET deleted_at = now() WHERE %2$s;
        """
            .formatted(TAG, IS_FURTHER_TAG));
    add(
        rules,
        "discount",
        "an end that is not after the start",
        IS_WINDOW_CLOSED,
        "It is disabled, and ends when it begins.",
        "UPDATE discount AS s SET is_disabled = true, ends_at = starts_at + interval '1 millisecond'"
            + " WHERE ends_at <= starts_at;");
    add(
        rules,
        "price_list",
        "an end that is not after the start",
        IS_WINDOW_CLOSED,
        "It becomes a draft, and ends when it begins.",
        "UPDATE price_list AS s SET status = 'draft', ends_at = starts_at + interval '1 millisecond'"
            + " WHERE ends_at <= starts_at;");
    add(
        rules,
        "discount_rule",
        "a value below 0 or a percentage above 100",
        "s.value < 0 OR (s.type = 'percentage' AND s.value > 100)",
        "The value becomes 0, or 100.",
        "UPDATE discount_rule SET value = CASE WHEN value < 0 THEN 0 ELSE 100 END"
            + " WHERE value < 0 OR (type = 'percentage' AND value > 100);");
    for (String table : List.of("money_amount", "shipping_option", "shipping_option_requirement")) {
      add(
          rules,
          table,
          "an amount below 0",
          "s.amount < 0",
          "The amount becomes 0.",
          "UPDATE %s SET amount = 0 WHERE amount < 0;".formatted(table));
    }
  }

  private static void add(
      List<SourceRule> rules,
      String table,
      String subject,
      String condition,
      String consequence,
      String correction) {
    rules.add(
        new SourceRule(
            Severity.ERROR,
            "%s with %s".formatted(table, subject),
            List.of(table),
            "SELECT s.id FROM %s AS s WHERE %s".formatted(table, condition),
            consequence,
            correction.strip()));
  }
}

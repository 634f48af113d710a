package dev.tradewind.medusa.copy;

import dev.tradewind.medusa.document.SourceValues;

/**
 * SQL expressions that correct in the copy what the API of Medusa makes and no shop means: claim
 * tags of one value, windows that end before they begin, values and prices below zero.
 */
public final class CorrectedValues {

  private CorrectedValues() {}

  /** Id of the tag that stays of those with the same value. */
  public static String tag(String alias) {
    return "(SELECT c.id FROM claim_tag AS c WHERE c.deleted_at IS NULL AND c.value = %s.value"
            .formatted(alias)
        + " ORDER BY c.created_at, c.id LIMIT 1)";
  }

  /** Condition that a tag is not deleted, and has the value of an earlier one. */
  public static String isFurtherTag(String alias) {
    return "(%1$s.deleted_at IS NULL AND %1$s.id <> %2$s)".formatted(alias, tag(alias));
  }

  /** Condition that a link of an item is the first one to a tag of this value. */
  static String isFirstLink(String link, String tag) {
    return "%1$s.tag_id = (SELECT min(o.tag_id) FROM claim_item_tags AS o JOIN claim_tag AS u"
            .formatted(link)
        + " ON u.id = o.tag_id WHERE u.deleted_at IS NULL AND o.item_id = %s.item_id AND u.value = %s.value)"
            .formatted(link, tag);
  }

  /** Condition that a window never opens, with the times that can be shown. */
  public static String isWindowClosed(String alias) {
    return "(%s <= %s)"
        .formatted(SourceValues.time(alias + ".ends_at"), SourceValues.time(alias + ".starts_at"));
  }

  /** The start, early enough to have an end after it. */
  static String start() {
    return "CASE WHEN %1$s THEN least(s.starts_at, timestamptz '%2$s' - interval '1 second') ELSE s.starts_at END"
        .formatted(isWindowClosed("s"), SourceValues.LAST_TIME);
  }

  /** The end; after the start where the window never opens. */
  static String end() {
    return "CASE WHEN %1$s THEN least(%3$s, timestamptz '%2$s' - interval '1 second') + interval '1 millisecond' ELSE s.ends_at END"
        .formatted(isWindowClosed("s"), SourceValues.LAST_TIME, SourceValues.time("s.starts_at"));
  }
}

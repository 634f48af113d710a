package dev.tradewind.kernel.resource.query;

/** Escaping of texts within LIKE patterns. */
final class LikePattern {

  private LikePattern() {}

  /** The text with wildcard characters escaped. */
  static String literal(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}

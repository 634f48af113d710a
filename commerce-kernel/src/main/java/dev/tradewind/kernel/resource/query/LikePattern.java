package dev.tradewind.kernel.resource.query;

/** Texts within LIKE patterns. */
final class LikePattern {

  private LikePattern() {}

  /** The text with the signs escaped that a pattern would take for wildcards. */
  static String literal(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}

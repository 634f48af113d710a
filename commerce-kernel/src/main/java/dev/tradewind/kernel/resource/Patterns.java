package dev.tradewind.kernel.resource;

/** Texts within LIKE patterns. */
final class Patterns {

  private Patterns() {}

  /** The text with the signs escaped that a pattern would take for wildcards. */
  static String literal(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}

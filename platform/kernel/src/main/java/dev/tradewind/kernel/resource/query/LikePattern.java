package dev.tradewind.kernel.resource.query;

/** Escaping of texts within LIKE patterns. */
public final class LikePattern {

  private LikePattern() {}

  /** The text with wildcard characters escaped. */
  public static String literal(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }
}

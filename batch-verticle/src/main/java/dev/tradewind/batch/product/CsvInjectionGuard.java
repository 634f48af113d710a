package dev.tradewind.batch.product;

/**
 * Keeps spreadsheets from taking a text for a formula: a cell that begins with a sign of one gets
 * an apostrophe in front. So does one that already has apostrophes there, and reading takes exactly
 * one away, so that every text comes back as it was.
 */
final class CsvInjectionGuard {

  private static final String SIGNS = "=+-@\t\r";

  private CsvInjectionGuard() {}

  static String escape(String text) {
    return isSuspicious(text, 0) ? "'" + text : text;
  }

  static String unescape(String cell) {
    return !cell.isEmpty() && cell.charAt(0) == '\'' && isSuspicious(cell, 1)
        ? cell.substring(1)
        : cell;
  }

  /** Whether a sign follows that many characters and any apostrophes. */
  private static boolean isSuspicious(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == '\'') {
      at++;
    }
    return at < text.length() && SIGNS.indexOf(text.charAt(at)) >= 0;
  }
}

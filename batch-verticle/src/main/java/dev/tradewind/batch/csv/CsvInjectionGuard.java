package dev.tradewind.batch.csv;

/**
 * Protection against CSV injection (formulas in spreadsheets): a cell that begins with a formula
 * sign gets an apostrophe as a prefix. So does one that already has apostrophes there, and reading
 * removes exactly one, so that every text survives a round trip.
 */
public final class CsvInjectionGuard {

  /** With the full-width forms, which spreadsheets read as the ASCII ones. */
  private static final String SIGNS = "=+-@\t\r\uFF1D\uFF0B\uFF0D\uFF20";

  private CsvInjectionGuard() {}

  static String escape(String text) {
    return isSuspicious(text, 0) ? "'" + text : text;
  }

  public static String unescape(String cell) {
    if (!cell.isEmpty() && cell.charAt(0) == '\'' && isSuspicious(cell, 1)) {
      return cell.substring(1);
    }
    return cell;
  }

  /** Whether a formula sign follows that position and any apostrophes. */
  private static boolean isSuspicious(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == '\'') {
      at++;
    }
    return at < text.length() && SIGNS.indexOf(text.charAt(at)) >= 0;
  }
}

package dev.tradewind.batch.product;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Decimal amount of a CSV file: in the currency's main unit, in the shortest form. */
final class DecimalAmount {

  /** Currencies without a minor unit, as the reference exports and imports them. */
  private static final Set<String> WITHOUT_FRACTION =
      Set.of(
          "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "ugx", "vnd", "vuv",
          "xaf", "xof", "xpf");

  private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(\\.\\d{0,15})?|\\.\\d{1,15}");

  /** Largest integer that a JSON number represents exactly. */
  private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf((1L << 53) - 1);

  private DecimalAmount() {}

  static String format(long amount, String currency) {
    BigDecimal decimal = BigDecimal.valueOf(amount, places(currency));
    return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
  }

  /** Amount in minor units, rounded half up; empty if the text is no amount. */
  static Optional<Long> parse(String text, String currency) {
    String stripped = text.strip();
    if (!DECIMAL.matcher(stripped).matches()) {
      return Optional.empty();
    }
    BigDecimal amount =
        new BigDecimal(stripped).movePointRight(places(currency)).setScale(0, RoundingMode.HALF_UP);
    return amount.compareTo(MAX_AMOUNT) > 0
        ? Optional.empty()
        : Optional.of(amount.longValueExact());
  }

  private static int places(String currency) {
    return WITHOUT_FRACTION.contains(currency.toLowerCase(Locale.ROOT)) ? 0 : 2;
  }
}

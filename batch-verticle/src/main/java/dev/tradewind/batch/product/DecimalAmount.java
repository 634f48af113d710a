package dev.tradewind.batch.product;

import dev.tradewind.spi.CurrencyDigits;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Decimal amount of a CSV file: in the currency's main unit, in the shortest form. */
final class DecimalAmount {

  private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(\\.\\d{0,15})?|\\.\\d{1,15}");

  /** Largest integer that a JSON number represents exactly. */
  private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf((1L << 53) - 1);

  private DecimalAmount() {}

  static String format(long amount, String currency) {
    BigDecimal decimal = CurrencyDigits.decimal(amount, currency);
    return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
  }

  /**
   * Amount in minor units. More digits than the currency has are refused, not rounded: {@code
   * 1.299} is one thousand two hundred ninety-nine in many a sheet.
   *
   * @throws IllegalArgumentException with the reason, if the text is no amount
   */
  static long parse(String text, String currency) {
    String stripped = text.strip();
    if (!DECIMAL.matcher(stripped).matches()) {
      throw new IllegalArgumentException("must be an amount such as 10.50");
    }
    int digits = CurrencyDigits.of(currency);
    BigDecimal amount = new BigDecimal(stripped).movePointRight(digits).stripTrailingZeros();
    if (amount.scale() > 0) {
      throw new IllegalArgumentException(
          "must be an amount with at most "
              + digits
              + " digits after the point, without separators");
    }
    if (amount.compareTo(MAX_AMOUNT) > 0) {
      throw new IllegalArgumentException(
          "must be at most " + format(MAX_AMOUNT.longValueExact(), currency));
    }
    return amount.longValueExact();
  }
}

package dev.tradewind.stripe;

import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.spi.RefusedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Set;

/**
 * Conversion of the shop's amounts into Stripe's. Both are integers in the smallest unit of a
 * currency, but its exponent differs for some. Nothing is rounded on the way to Stripe.
 */
final class StripeAmounts {

  /** Stripe's currencies without a fraction. */
  private static final Set<String> ZERO =
      Set.of(
          "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
          "xof", "xpf");

  private static final Set<String> THREE = Set.of("bhd", "jod", "kwd", "omr", "tnd");

  /** Charged in whole units, although they have a fraction. */
  private static final Set<String> WHOLE = Set.of("isk", "ugx");

  private StripeAmounts() {}

  /**
   * Amount for Stripe.
   *
   * @throws RefusedException if the amount has a part that Stripe does not charge
   */
  static long toStripe(long amount, String currency) {
    BigDecimal own = CurrencyDigits.decimal(amount, currency);
    BigDecimal converted = own.movePointRight(exponent(currency));
    BigDecimal[] parts = converted.divideAndRemainder(BigDecimal.valueOf(step(currency)));
    if (parts[1].signum() != 0) {
      throw RefusedException.invalid(
          "Stripe cannot charge %s %s: the amount has a smaller part than it takes"
              .formatted(own.toPlainString(), currency));
    }
    return converted.longValueExact();
  }

  /** Amount of Stripe in the shop's unit, rounded down. */
  static long fromStripe(long amount, String currency) {
    return inOwnUnit(amount, currency).longValue();
  }

  /** The same, rounded to the nearest unit, halves up. */
  static long nearest(long amount, String currency) {
    return inOwnUnit(amount, currency).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  private static BigDecimal inOwnUnit(long amount, String currency) {
    return BigDecimal.valueOf(amount, exponent(currency))
        .movePointRight(CurrencyDigits.of(currency));
  }

  private static int exponent(String currency) {
    if (ZERO.contains(currency)) {
      return 0;
    }
    return THREE.contains(currency) ? 3 : 2;
  }

  private static int step(String currency) {
    if (WHOLE.contains(currency)) {
      return 100;
    }
    return THREE.contains(currency) ? 10 : 1;
  }
}

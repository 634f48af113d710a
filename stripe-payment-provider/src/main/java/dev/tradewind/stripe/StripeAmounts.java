package dev.tradewind.stripe;

import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.spi.RefusedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Conversion of the shop's amounts into Stripe's. Both are integers in the smallest unit of a
 * currency, but its exponent differs for some: such a currency is refused until the exponent that
 * the shop's prices have is configured. Nothing is rounded.
 */
final class StripeAmounts {

  /** Stripe's currencies without a fraction. */
  private static final Set<String> ZERO =
      Set.of(
          "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
          "xof", "xpf");

  private static final Set<String> THREE = Set.of("bhd", "jod", "kwd", "omr", "tnd");

  /** Currencies that Medusa v1 does not have: a moved shop may count them in any way. */
  private static final Set<String> UNKNOWN = Set.of("vuv", "xpf");

  /** Charged in whole units, although they have a fraction. */
  private static final Set<String> WHOLE = Set.of("isk", "ugx");

  private static final Pattern EXPONENT = Pattern.compile("([a-z]{3})=([0-3])");

  private final Map<String, Integer> exponents;

  private StripeAmounts(Map<String, Integer> exponents) {
    this.exponents = exponents;
  }

  /**
   * @param configured exponents of the shop's amounts: {@code huf=0,isk=0}
   * @throws IllegalArgumentException if it has another form
   */
  static StripeAmounts of(String configured) {
    Map<String, Integer> exponents = new HashMap<>();
    for (String each : configured.isBlank() ? new String[0] : configured.split(",", -1)) {
      Matcher matcher = EXPONENT.matcher(each.strip().toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            StripeSettings.EXPONENTS + " is a list such as huf=0,isk=0.");
      }
      exponents.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
    }
    return new StripeAmounts(exponents);
  }

  /**
   * Amount for Stripe.
   *
   * @throws RefusedException if the exponent of the shop's amounts is not known, or the amount has
   *     a part that Stripe does not charge
   */
  long toStripe(long amount, String currency) {
    int own = ownExponent(currency);
    BigDecimal converted = BigDecimal.valueOf(amount, own).movePointRight(exponent(currency));
    BigDecimal[] parts = converted.divideAndRemainder(BigDecimal.valueOf(step(currency)));
    if (parts[1].signum() != 0) {
      throw RefusedException.invalid(
          "Stripe cannot charge %s %s: the amount has a smaller part than it takes"
              .formatted(BigDecimal.valueOf(amount, own).toPlainString(), currency));
    }
    return converted.longValueExact();
  }

  /** Amount of Stripe in the shop's unit, rounded down. */
  long fromStripe(long amount, String currency) {
    return inOwnUnit(amount, currency).longValue();
  }

  /** The same, rounded to the nearest unit, halves up. */
  long nearest(long amount, String currency) {
    return inOwnUnit(amount, currency).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  private BigDecimal inOwnUnit(long amount, String currency) {
    return BigDecimal.valueOf(amount, exponent(currency)).movePointRight(ownExponent(currency));
  }

  private int ownExponent(String currency) {
    Integer configured = exponents.get(currency);
    if (configured != null) {
      return configured;
    }
    if (CurrencyDigits.of(currency) != exponent(currency) || UNKNOWN.contains(currency)) {
      throw RefusedException.invalid(
          "Payments in %s need the exponent of the shop's amounts: %s"
              .formatted(currency, StripeSettings.EXPONENTS));
    }
    return exponent(currency);
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

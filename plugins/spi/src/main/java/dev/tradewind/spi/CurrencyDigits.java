package dev.tradewind.spi;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Fraction digits of currencies in the shop's amounts, which are integers in the smallest unit: the
 * digits of the admin dashboard, with which staff type prices. They are not those of ISO 4217 for
 * some currencies, such as the Iraqi dinar. Currencies that the dashboard does not have are as in
 * Medusa v1 and ISO 4217.
 *
 * <p>Each reader and writer of a decimal number asks this table, so that an amount has one meaning
 * in a shop. The operator declares other digits in the setting {@code TRADEWIND_CURRENCY_DIGITS}.
 */
public final class CurrencyDigits {

  private static final int DEFAULT = 2;

  private static final Map<String, Integer> OTHERS = others();

  // One meaning for a process, as its time zone: plugins and templates have no other context.
  private static volatile Map<String, Integer> declared = Map.of();

  private CurrencyDigits() {}

  private static Map<String, Integer> others() {
    Map<String, Integer> digits = new TreeMap<>();
    Stream.of(
            "afn", "bif", "clp", "djf", "gnf", "iqd", "irr", "jpy", "kmf", "krw", "mga", "mnt",
            "pkr", "pyg", "rsd", "rwf", "sos", "syp", "vnd", "vuv", "xaf", "xof", "xpf", "zmw",
            "zwl")
        .forEach(code -> digits.put(code, 0));
    Stream.of("bhd", "jod", "kwd", "lyd", "omr", "tnd").forEach(code -> digits.put(code, 3));
    return Collections.unmodifiableMap(digits);
  }

  /**
   * Digits of a currency.
   *
   * @param code of three letters
   */
  public static int of(String code) {
    String currency = code.toLowerCase(Locale.ROOT);
    Integer digits = declared.get(currency);
    return digits == null ? OTHERS.getOrDefault(currency, DEFAULT) : digits;
  }

  /** Decimal number of an amount: 12.50 of 1250 euro cents. */
  public static BigDecimal decimal(long amount, String code) {
    return BigDecimal.valueOf(amount, of(code));
  }

  /** Digits by lower-case code, of the currencies that do not have two. */
  public static Map<String, Integer> otherThanTwo() {
    Map<String, Integer> digits = new TreeMap<>(OTHERS);
    digits.putAll(declared);
    digits.values().removeIf(count -> count == DEFAULT);
    return digits;
  }

  /** Digits by lower-case code, of the currencies that the operator has declared. */
  public static Map<String, Integer> declared() {
    return declared;
  }

  /**
   * Declares digits of this shop, in place of the declared ones; before the process reads or writes
   * an amount.
   *
   * @param digits by lower-case code
   */
  public static void declare(Map<String, Integer> digits) {
    declared = Collections.unmodifiableMap(new TreeMap<>(digits));
  }
}

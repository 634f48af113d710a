package dev.tradewind.spi;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Fraction digits of currencies in the shop's amounts, which are integers in the smallest unit: the
 * exponents of Medusa v1, which are not those of ISO 4217 for some, such as the forint. The
 * currencies that Medusa v1 does not have are as in ISO 4217.
 */
public final class CurrencyDigits {

  private static final int STANDARD = 2;

  private static final Map<String, Integer> OTHERS = others();

  private CurrencyDigits() {}

  private static Map<String, Integer> others() {
    Map<String, Integer> digits = new TreeMap<>();
    Stream.of(
            "afn", "all", "amd", "bif", "clp", "cop", "crc", "djf", "gnf", "huf", "idr", "iqd",
            "irr", "isk", "jpy", "kmf", "krw", "lbp", "mga", "mmk", "mnt", "mur", "pkr", "pyg",
            "rsd", "rwf", "sos", "syp", "tzs", "ugx", "uzs", "vnd", "vuv", "xaf", "xof", "xpf",
            "yer")
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
    return OTHERS.getOrDefault(code.toLowerCase(Locale.ROOT), STANDARD);
  }

  /** Digits by lower-case code, of the currencies that do not have two. */
  public static Map<String, Integer> otherThanTwo() {
    return OTHERS;
  }
}

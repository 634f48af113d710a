package dev.tradewind.stripe.testserver.state;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules of amounts by currency. */
public final class Currencies {

  private static final long MAX_AMOUNT = 99_999_999;
  private static final long MIN_AMOUNT = 50;

  private static final Set<String> KNOWN =
      Currency.getAvailableCurrencies().stream()
          .map(currency -> currency.getCurrencyCode().toLowerCase(Locale.ROOT))
          .collect(Collectors.toUnmodifiableSet());

  private static final Map<String, Long> MINIMUMS =
      Map.ofEntries(
          Map.entry("gbp", 30L),
          Map.entry("dkk", 250L),
          Map.entry("nok", 300L),
          Map.entry("sek", 300L),
          Map.entry("pln", 200L),
          Map.entry("ron", 200L),
          Map.entry("aed", 200L),
          Map.entry("myr", 200L),
          Map.entry("bgn", 100L),
          Map.entry("hkd", 400L),
          Map.entry("mxn", 1000L),
          Map.entry("thb", 1000L),
          Map.entry("czk", 1500L),
          Map.entry("jpy", 50L),
          Map.entry("huf", 17_500L));

  private static final Set<String> WHOLE_HUNDREDS = Set.of("isk", "ugx");
  private static final Set<String> THREE_DECIMALS = Set.of("bhd", "jod", "kwd", "omr", "tnd");

  private static final Set<String> ZERO_DECIMALS =
      Set.of(
          "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
          "xof", "xpf");

  private Currencies() {}

  /** Amount as people read it: {@code 92.95 USD}. */
  public static String text(long amount, String currency) {
    int digits = ZERO_DECIMALS.contains(currency) ? 0 : THREE_DECIMALS.contains(currency) ? 3 : 2;
    return BigDecimal.valueOf(amount, digits) + " " + currency.toUpperCase(Locale.ROOT);
  }

  static String checkedCurrency(String currency) {
    String code = currency.toLowerCase(Locale.ROOT);
    if (!KNOWN.contains(code)) {
      throw StripeError.invalid("Invalid currency: " + currency + ".", null, "currency");
    }
    return code;
  }

  static long checkedAmount(long amount, String currency) {
    if (amount < 1) {
      throw StripeError.invalid(
          "This value must be greater than or equal to 1.", "parameter_invalid_integer", "amount");
    }
    if (amount > MAX_AMOUNT) {
      throw StripeError.refused(
          400, "amount_too_large", "Amount must be no more than " + MAX_AMOUNT, "amount");
    }
    if (amount < MINIMUMS.getOrDefault(currency, MIN_AMOUNT)) {
      throw StripeError.refused(
          400,
          "amount_too_small",
          "Amount must be at least the minimum charge amount of " + currency,
          "amount");
    }
    long step =
        WHOLE_HUNDREDS.contains(currency) ? 100 : THREE_DECIMALS.contains(currency) ? 10 : 1;
    if (amount % step != 0) {
      throw StripeError.refused(
          400,
          null,
          "Invalid amount: amounts in " + currency + " are multiples of " + step,
          "amount");
    }
    return amount;
  }
}

package dev.tradewind.stripe;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Setting;
import java.util.List;

/**
 * Settings of the Stripe plugin.
 *
 * @param isCapturedAutomatically whether a confirmed payment is captured at once
 * @param offersAllMethods whether Stripe chooses the payment methods of {@code stripe}, instead of
 *     cards only
 */
record StripeSettings(
    String apiKey,
    String apiUrl,
    boolean isCapturedAutomatically,
    boolean offersAllMethods,
    String description,
    StripeAmounts amounts) {

  static final String API_KEY = "TRADEWIND_STRIPE_API_KEY";
  static final String API_URL = "TRADEWIND_STRIPE_API_URL";
  static final String CAPTURE = "TRADEWIND_STRIPE_CAPTURE";
  static final String ALL_METHODS = "TRADEWIND_STRIPE_AUTOMATIC_PAYMENT_METHODS";
  static final String DESCRIPTION = "TRADEWIND_STRIPE_PAYMENT_DESCRIPTION";
  static final String EXPONENTS = "TRADEWIND_STRIPE_CURRENCY_EXPONENTS";

  static final List<Setting> ALL =
      List.of(
          Setting.secret(API_KEY),
          Setting.plain(API_URL),
          Setting.plain(CAPTURE),
          Setting.plain(ALL_METHODS),
          Setting.plain(DESCRIPTION),
          Setting.plain(EXPONENTS));

  /**
   * @throws IllegalArgumentException if a setting is wrong
   */
  static StripeSettings of(String apiKey, PluginContext context) {
    return new StripeSettings(
        apiKey,
        context.setting(API_URL).orElse("https://api.stripe.com").replaceFirst("/+$", ""),
        oneOf(context, CAPTURE, "manual", "automatic"),
        oneOf(context, ALL_METHODS, "false", "true"),
        context.setting(DESCRIPTION).orElse(""),
        StripeAmounts.of(context.setting(EXPONENTS).orElse("")));
  }

  /** Whether the setting has the second value; the first one is the default. */
  private static boolean oneOf(PluginContext context, String name, String standard, String other) {
    String value = context.setting(name).orElse(standard);
    if (!value.equals(standard) && !value.equals(other)) {
      throw new IllegalArgumentException(name + " must be " + standard + " or " + other + ".");
    }
    return value.equals(other);
  }
}

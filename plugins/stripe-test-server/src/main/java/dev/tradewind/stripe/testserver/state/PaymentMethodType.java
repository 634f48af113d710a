package dev.tradewind.stripe.testserver.state;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Kinds of payment methods that the account has activated, in the order in which it offers them.
 */
enum PaymentMethodType {
  CARD(Set.of(), true),
  BANCONTACT(Set.of("eur"), false),
  BLIK(Set.of("pln"), false),
  IDEAL(Set.of("eur"), false),
  P24(Set.of("eur", "pln"), false);

  private final Set<String> currencies;
  private final boolean isHeld;

  PaymentMethodType(Set<String> currencies, boolean isHeld) {
    this.currencies = currencies;
    this.isHeld = isHeld;
  }

  String wireName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  boolean isFor(String currency, String captureMethod) {
    return (currencies.isEmpty() || currencies.contains(currency))
        && (isHeld || !captureMethod.equals("manual"));
  }

  /** Those that the account offers by itself. */
  static List<String> offered(String currency, String captureMethod) {
    return Arrays.stream(values())
        .filter(type -> type.isFor(currency, captureMethod))
        .map(PaymentMethodType::wireName)
        .toList();
  }

  /** The type of that name; refuses one that is not activated. */
  static PaymentMethodType named(String name, String param) {
    return Arrays.stream(values())
        .filter(type -> type.wireName().equals(name))
        .findFirst()
        .orElseThrow(() ->
            StripeError.refused(
                400,
                "payment_intent_invalid_parameter",
                "The payment method type provided: "
                    + name
                    + " is invalid. Please ensure the provided type is activated in your"
                    + " dashboard.",
                param));
  }

  /** Refuses a type that the currency or a manual capture excludes. */
  static void check(String name, String currency, String captureMethod) {
    if (!named(name, "payment_method_types").isFor(currency, captureMethod)) {
      throw StripeError.refused(
          400,
          "payment_intent_invalid_parameter",
          "The payment method type " + name + " supports neither manual capture nor " + currency,
          "payment_method_types");
    }
  }
}

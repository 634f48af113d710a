package dev.tradewind.stripe;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Setting;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the Stripe plugin.
 *
 * @param startKey the secret key at the start; it says whether real money moves
 * @param form null without a publishable key
 * @param isCapturedAutomatically whether a confirmed payment is captured at once
 * @param offersAllMethods whether Stripe chooses the payment methods of {@code stripe}, instead of
 *     cards only
 */
record StripeSettings(
    String startKey,
    String apiUrl,
    @Nullable StripePaymentForm form,
    boolean isCapturedAutomatically,
    boolean offersAllMethods,
    String description) {

  static final String API_KEY = "TRADEWIND_STRIPE_API_KEY";
  static final String API_URL = "TRADEWIND_STRIPE_API_URL";
  static final String WEBHOOK_SECRETS = "TRADEWIND_STRIPE_WEBHOOK_SECRETS";
  static final String PUBLISHABLE_KEY = "TRADEWIND_STRIPE_PUBLISHABLE_KEY";
  static final String SCRIPT_URL = "TRADEWIND_STRIPE_SCRIPT_URL";
  static final String CAPTURE = "TRADEWIND_STRIPE_CAPTURE";
  static final String ALL_METHODS = "TRADEWIND_STRIPE_AUTOMATIC_PAYMENT_METHODS";
  static final String DESCRIPTION = "TRADEWIND_STRIPE_PAYMENT_DESCRIPTION";

  private static final Pattern LIVE = Pattern.compile("[a-z]+_live_");

  static final List<Setting> ALL =
      List.of(
          Setting.secret(API_KEY),
          Setting.plain(API_URL),
          Setting.secret(WEBHOOK_SECRETS),
          Setting.plain(PUBLISHABLE_KEY),
          Setting.plain(SCRIPT_URL),
          Setting.plain(CAPTURE),
          Setting.plain(ALL_METHODS),
          Setting.plain(DESCRIPTION));

  /**
   * @throws IllegalArgumentException if a setting is wrong
   */
  static StripeSettings of(String apiKey, PluginContext context) {
    boolean isCapturedAutomatically = oneOf(context, CAPTURE, "manual", "automatic");
    boolean offersAllMethods = oneOf(context, ALL_METHODS, "false", "true");
    return new StripeSettings(
        apiKey,
        context.setting(API_URL).orElse("https://api.stripe.com").replaceFirst("/+$", ""),
        form(context, methods(isCapturedAutomatically, offersAllMethods)),
        isCapturedAutomatically,
        offersAllMethods,
        context.setting(DESCRIPTION).orElse(""));
  }

  /** The secret key as it is now: a key in a file may have changed. */
  String apiKey(PluginContext context) {
    return context.setting(API_KEY).orElse(startKey);
  }

  /** Signing secrets of the webhook's endpoint as they are now, several during a rotation. */
  static List<String> webhookSecrets(PluginContext context) {
    return Stream.of(context.setting(WEBHOOK_SECRETS).orElse("").split(",", -1))
        .map(String::strip)
        .filter(secret -> !secret.isEmpty())
        .toList();
  }

  /** Whether real money moves: events of the other mode are of another shop. */
  boolean isLive() {
    return LIVE.matcher(startKey).lookingAt();
  }

  /** The key is shown to all shoppers, so another one than a publishable key is refused. */
  private static @Nullable StripePaymentForm form(PluginContext context, JsonObject methods) {
    String key = context.setting(PUBLISHABLE_KEY).orElse(null);
    String script = context.setting(SCRIPT_URL).orElse(StripePaymentForm.DEFAULT_SCRIPT);
    if (key != null && !key.startsWith("pk_")) {
      throw new IllegalArgumentException(PUBLISHABLE_KEY + " must begin with pk_.");
    }
    if (!script.matches("https?://[^\\s?#]+")) {
      throw new IllegalArgumentException(SCRIPT_URL + " must be a URL.");
    }
    return key == null ? null : new StripePaymentForm(key, script, methods);
  }

  /** Parameters of the PaymentIntents of each provider. */
  private static JsonObject methods(boolean capturesAtOnce, boolean offersAll) {
    JsonObject methods = new JsonObject();
    for (StripeMethod method : StripeMethod.values()) {
      methods.put(method.providerId(), method.parameters(capturesAtOnce, offersAll));
    }
    return methods;
  }

  /** Whether the setting has the second value; the first one is the default. */
  private static boolean oneOf(PluginContext context, String name, String fallback, String other) {
    String value = context.setting(name).orElse(fallback);
    if (!value.equals(fallback) && !value.equals(other)) {
      throw new IllegalArgumentException(name + " must be " + fallback + " or " + other + ".");
    }
    return value.equals(other);
  }
}

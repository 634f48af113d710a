package dev.tradewind.stripe;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Payment providers by what their PaymentIntents accept. */
enum StripeMethod {
  /** Cards, or what Stripe chooses. */
  CARD("stripe", "card", "Card"),
  BANCONTACT("stripe-bancontact", "bancontact", "Bancontact"),
  BLIK("stripe-blik", "blik", "BLIK"),
  /** Ended in 2024; for the refunds of older payments. */
  GIROPAY("stripe-giropay", "giropay", "Giropay"),
  IDEAL("stripe-ideal", "ideal", "iDEAL"),
  PRZELEWY24("stripe-przelewy24", "p24", "Przelewy24");

  private final String providerId;
  private final String type;
  private final String title;

  StripeMethod(String providerId, String type, String title) {
    this.providerId = providerId;
    this.type = type;
    this.title = title;
  }

  /** Whether shoppers can still pay with it. */
  boolean isOffered() {
    return this != GIROPAY;
  }

  /** Name for shoppers. */
  String title() {
    return title;
  }

  String providerId() {
    return providerId;
  }

  /** Parameters of a new PaymentIntent; methods with a redirect cannot be captured later. */
  JsonObject parameters(StripeSettings settings) {
    return parameters(settings.isCapturedAutomatically(), settings.offersAllMethods());
  }

  JsonObject parameters(boolean capturesAtOnce, boolean offersAll) {
    boolean isAutomatic = this != CARD || capturesAtOnce;
    JsonObject parameters =
        new JsonObject().put("capture_method", isAutomatic ? "automatic" : "manual");
    if (this == CARD && offersAll) {
      return parameters.put("automatic_payment_methods", new JsonObject().put("enabled", true));
    }
    return parameters.put("payment_method_types", new JsonArray().add(type));
  }
}

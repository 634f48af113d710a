package dev.tradewind.stripe;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Payment providers by what their PaymentIntents accept. */
enum StripeMethod {
  /** Cards, or what Stripe chooses. */
  CARD("stripe", "card"),
  BANCONTACT("stripe-bancontact", "bancontact"),
  BLIK("stripe-blik", "blik"),
  /** Ended in 2024; for the refunds of older payments. */
  GIROPAY("stripe-giropay", "giropay"),
  IDEAL("stripe-ideal", "ideal"),
  PRZELEWY24("stripe-przelewy24", "p24");

  private final String providerId;
  private final String type;

  StripeMethod(String providerId, String type) {
    this.providerId = providerId;
    this.type = type;
  }

  String providerId() {
    return providerId;
  }

  /** Parameters of a new PaymentIntent; methods with a redirect cannot be captured later. */
  JsonObject parameters(StripeSettings settings) {
    boolean isAutomatic = this != CARD || settings.isCapturedAutomatically();
    JsonObject parameters =
        new JsonObject().put("capture_method", isAutomatic ? "automatic" : "manual");
    if (this == CARD && settings.offersAllMethods()) {
      return parameters.put("automatic_payment_methods", new JsonObject().put("enabled", true));
    }
    return parameters.put("payment_method_types", new JsonArray().add(type));
  }
}

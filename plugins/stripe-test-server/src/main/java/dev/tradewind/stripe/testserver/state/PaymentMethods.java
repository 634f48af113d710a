package dev.tradewind.stripe.testserver.state;

import dev.tradewind.stripe.testserver.state.TestCard.Authentication;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payment methods: cards by test number or token, and methods with a redirect or an app. */
public final class PaymentMethods {

  /** Whether a shop may show the saved method to its customer. */
  static final String ALLOW_REDISPLAY = "allow_redisplay";

  private static final String CARD = "_card";

  private final Account account;

  public PaymentMethods(Account account) {
    this.account = account;
  }

  public JsonObject create(ApiCall call) {
    return create(call.params());
  }

  public JsonObject get(ApiCall call, String id) {
    return account.named("payment_method", id, "payment_method");
  }

  public JsonObject attach(ApiCall call, String id) {
    JsonObject method = resolve(id, "payment_method");
    String customer = call.params().required("customer");
    method.put("customer", StripeCustomers.existing(account, customer).getString("id"));
    account.emit(call, "payment_method.attached", method);
    return method;
  }

  public JsonObject detach(ApiCall call, String id) {
    JsonObject method = account.named("payment_method", id, "payment_method");
    if (method.getString("customer") == null) {
      throw StripeError.refused(
          400,
          null,
          "The payment method you provided is not attached to a customer so detachment is"
              + " impossible.",
          null);
    }
    method.putNull("customer");
    account.emit(call, "payment_method.detached", method);
    return method;
  }

  /** The payment method of an id, or a new one of a test token. */
  JsonObject resolve(String id, String param) {
    return TestCard.ofToken("pm_card_", id)
        .map(card -> add("card", cardFields(card, null), billing(null)))
        .orElseGet(() -> account.named("payment_method", id, param));
  }

  /** A new payment method of inline data. */
  JsonObject create(Params data) {
    String type = data.required("type");
    JsonObject billing = billing(data.object("billing_details").values());
    JsonObject method;
    if (type.equals("card")) {
      Params card = data.object("card");
      method = add(type, cardFields(named(card), card), billing);
    } else {
      PaymentMethodType.named(type, "type");
      JsonObject details = new JsonObject();
      if (type.equals("ideal") || type.equals("p24")) {
        details.put("bank", data.object(type).text("bank"));
      }
      if (type.equals("ideal")) {
        details.putNull("bic");
      }
      method = add(type, details, billing);
    }
    String redisplay = data.oneOf(ALLOW_REDISPLAY, List.of("always", "limited", "unspecified"));
    if (redisplay != null) {
      method.put(ALLOW_REDISPLAY, redisplay);
    }
    return method.put("metadata", data.object("metadata").values().copy());
  }

  private static TestCard named(Params card) {
    String token = card.text("token");
    if (token != null) {
      return TestCard.ofToken("tok_", token)
          .orElseThrow(() -> StripeError.unknown("token", token, "card[token]"));
    }
    return TestCard.ofNumber(card.required("number"))
        .orElseThrow(
            () -> StripeError.card("incorrect_number", null, "Your card number is incorrect."));
  }

  private JsonObject add(String type, JsonObject details, JsonObject billing) {
    JsonObject fields =
        new JsonObject()
            .put(ALLOW_REDISPLAY, "unspecified")
            .put("billing_details", billing)
            .putNull("customer")
            .put("metadata", new JsonObject())
            .put("type", type)
            .put(CARD, details.remove(CARD))
            .put(type, details);
    return account.add("pm_", "payment_method", fields);
  }

  private JsonObject cardFields(TestCard card, @Nullable Params input) {
    Long month = input == null ? null : input.integer("exp_month");
    Long year = input == null ? null : input.integer("exp_year");
    return new JsonObject()
        .put(CARD, card.name())
        .put("brand", card.brand)
        .put(
            "checks",
            new JsonObject()
                .putNull("address_line1_check")
                .putNull("address_postal_code_check")
                .put("cvc_check", card == TestCard.FAILED_CVC_CHECK ? "fail" : "pass"))
        .put("country", "US")
        .put("exp_month", month == null ? 12L : month)
        .put(
            "exp_year",
            year == null
                ? account.clock().now().atOffset(ZoneOffset.UTC).getYear() + 2L
                : year % 100 + 2000)
        .put("fingerprint", "fingerprint" + card.last4())
        .put("funding", "credit")
        .putNull("generated_from")
        .put("last4", card.last4())
        .put(
            "networks",
            new JsonObject().put("available", new JsonArray().add(card.brand)).putNull("preferred"))
        .put(
            "three_d_secure_usage",
            new JsonObject().put("supported", card.authentication != Authentication.NONE))
        .putNull("wallet");
  }

  static JsonObject billing(@Nullable JsonObject input) {
    JsonObject details = input == null ? new JsonObject() : input;
    JsonObject address = details.getJsonObject("address", new JsonObject());
    JsonObject full = new JsonObject();
    for (String name : StripeCustomers.ADDRESS) {
      full.put(name, address.getString(name));
    }
    return new JsonObject()
        .put("address", full)
        .put("email", details.getString("email"))
        .put("name", details.getString("name"))
        .put("phone", details.getString("phone"));
  }

  static @Nullable TestCard card(JsonObject method) {
    String name = method.getString(CARD);
    return name == null ? null : TestCard.valueOf(name);
  }
}

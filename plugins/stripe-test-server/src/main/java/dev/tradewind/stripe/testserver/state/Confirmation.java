package dev.tradewind.stripe.testserver.state;

import dev.tradewind.stripe.testserver.state.PlannedOutcome.Processing;
import dev.tradewind.stripe.testserver.state.PlannedOutcome.Refused;
import dev.tradewind.stripe.testserver.state.TestCard.Decline;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Confirmation of a payment intent: authentication, approval, authorization, decline, expiry. */
public final class Confirmation {

  static final String AUTHENTICATED = "_authenticated";

  static final Duration BLIK_APPROVAL = Duration.ofSeconds(60);

  /** Number of the present attempt, so that a timer of an earlier one has no effect. */
  private static final String ATTEMPT = "_attempt";

  private static final Set<String> CONFIRMABLE =
      Set.of("requires_payment_method", "requires_confirmation", "requires_action");
  private static final Set<String> PENDING = Set.of("requires_action", "processing");

  private final Account account;
  private final PaymentMethods methods;
  private final Charges charges;
  private final Disputes disputes;

  public Confirmation(Account account, PaymentMethods methods, Charges charges, Disputes disputes) {
    this.account = account;
    this.methods = methods;
    this.charges = charges;
    this.disputes = disputes;
  }

  /** Sets the payment method that the parameters name or describe. */
  void chooseMethod(Params params, JsonObject intent) {
    String named = params.text("payment_method");
    Params data = params.object("payment_method_data");
    if (named == null && data.values().isEmpty()) {
      return;
    }
    JsonObject method =
        named == null ? methods.create(data) : methods.resolve(named, "payment_method");
    String owner = method.getString("customer");
    if (owner != null && !owner.equals(intent.getString("customer"))) {
      throw StripeError.refused(
          400,
          null,
          "The provided PaymentMethod belongs to the customer " + owner + ".",
          "payment_method");
    }
    checkType(intent, method);
    intent
        .put("payment_method", method.getString("id"))
        .put("status", "requires_confirmation")
        .put(AUTHENTICATED, false)
        .putNull("last_payment_error")
        .putNull("next_action");
  }

  JsonObject confirm(ApiCall call, JsonObject intent) {
    boolean isManual = intent.getString("confirmation_method").equals("manual");
    if (!CONFIRMABLE.contains(intent.getString("status")) || (call.isPublishable() && isManual)) {
      throw PaymentIntents.unexpectedState(intent, "confirm");
    }
    if (!call.params().isTrue("confirm")) {
      chooseMethod(call.params(), intent);
    }
    JsonObject method = check(call, intent);
    PaymentIntents.describe(call.params(), intent);
    if (call.outcome() instanceof Refused refused) {
      throw PaymentIntents.planned(refused, intent);
    }
    intent
        .putNull("last_payment_error")
        .putNull("next_action")
        .put(ATTEMPT, intent.getInteger(ATTEMPT, 0) + 1);
    if (call.outcome() instanceof Processing) {
      intent.put("status", "processing");
      account.emit(call, "payment_intent.processing", intent);
      return intent;
    }
    Decline decline = attempt(call, intent, method);
    if (decline != null) {
      throw refusal(intent, method, decline);
    }
    return intent;
  }

  /** The chosen payment method; refuses a confirmation that cannot begin. */
  JsonObject check(ApiCall call, JsonObject intent) {
    if (intent.getString("payment_method") == null) {
      throw StripeError.refused(
              400,
              "payment_intent_unexpected_state",
              "You cannot confirm this PaymentIntent because it's missing a payment method.",
              null)
          .with("payment_intent", intent);
    }
    JsonObject method = account.get(intent.getString("payment_method"));
    checkType(intent, method);
    checkReturnUrl(call, intent, method);
    return method;
  }

  private @Nullable Decline attempt(ApiCall call, JsonObject intent, JsonObject method) {
    switch (method.getString("type")) {
      case "card" -> {
        if (!needsAuthentication(intent, method)) {
          return charge(call, intent, method);
        }
        if (call.params().isTrue("off_session")
            || call.params().isTrue("error_on_requires_action")) {
          fail(call, intent, method, Decline.AUTHENTICATION_REQUIRED);
          return Decline.AUTHENTICATION_REQUIRED;
        }
        requireAction(call, intent, authentication(call, intent));
      }
      case "blik" -> {
        requireAction(
            call,
            intent,
            new JsonObject().put("type", "blik_authorize").put("blik_authorize", new JsonObject()));
        int attempt = intent.getInteger(ATTEMPT);
        account.after(
            BLIK_APPROVAL,
            expiry -> {
              if (intent.getString("status").equals("requires_action")
                  && intent.getInteger(ATTEMPT) == attempt) {
                fail(expiry, intent, method, Decline.NOT_APPROVED);
              }
            });
      }
      default ->
          requireAction(call, intent, redirect(intent, call.params().required("return_url")));
    }
    return null;
  }

  private static boolean needsAuthentication(JsonObject intent, JsonObject method) {
    TestCard card = PaymentMethods.card(method);
    if (card == null || intent.getBoolean(AUTHENTICATED, false)) {
      return false;
    }
    return switch (card.authentication) {
      case NONE -> false;
      case ALWAYS -> true;
      case UNLESS_SAVED -> method.getString("customer") == null;
    };
  }

  private void requireAction(ApiCall call, JsonObject intent, JsonObject action) {
    intent.put("status", "requires_action").put("next_action", action);
    account.emit(call, "payment_intent.requires_action", intent);
  }

  private JsonObject authentication(ApiCall call, JsonObject intent) {
    String returnUrl = call.params().text("return_url");
    if (returnUrl != null && !call.params().isTrue("use_stripe_sdk")) {
      return redirect(intent, returnUrl);
    }
    return new JsonObject()
        .put("type", "use_stripe_sdk")
        .put(
            "use_stripe_sdk",
            new JsonObject().put("type", "three_d_secure_redirect").put("stripe_js", page(intent)));
  }

  private JsonObject redirect(JsonObject intent, String returnUrl) {
    return new JsonObject()
        .put("type", "redirect_to_url")
        .put(
            "redirect_to_url",
            new JsonObject().put("return_url", returnUrl).put("url", page(intent)));
  }

  private String page(JsonObject intent) {
    return account.url()
        + "/authenticate/"
        + intent.getString("id")
        + "?client_secret="
        + intent.getString("client_secret");
  }

  /** The shopper has authenticated or approved, or a slow method has succeeded. */
  void approve(ApiCall call, JsonObject intent) {
    JsonObject method = pending(intent);
    boolean isCard = method.getString("type").equals("card");
    intent.putNull("next_action").put(AUTHENTICATED, true);
    if (isCard && intent.getString("confirmation_method").equals("manual")) {
      intent.put("status", "requires_confirmation");
    } else {
      charge(call, intent, method);
    }
  }

  /** The shopper has refused, or a slow method has failed. */
  void reject(ApiCall call, JsonObject intent) {
    JsonObject method = pending(intent);
    boolean isCard = method.getString("type").equals("card");
    fail(call, intent, method, isCard ? Decline.NOT_AUTHENTICATED : Decline.NOT_APPROVED);
  }

  private JsonObject pending(JsonObject intent) {
    if (!PENDING.contains(intent.getString("status"))) {
      throw PaymentIntents.unexpectedState(intent, "authenticate");
    }
    return account.get(intent.getString("payment_method"));
  }

  private @Nullable Decline charge(ApiCall call, JsonObject intent, JsonObject method) {
    TestCard card = PaymentMethods.card(method);
    if (card != null && card.decline != null) {
      JsonObject failed = charges.decline(call, intent, method, card.decline);
      intent.put("latest_charge", failed.getString("id"));
      fail(call, intent, method, card.decline);
      return card.decline;
    }
    JsonObject charge = charges.authorize(call, intent, method);
    intent.put("latest_charge", charge.getString("id"));
    String customer = intent.getString("customer");
    if (customer != null && intent.getString("setup_future_usage") != null) {
      method.put("customer", customer);
    }
    if (charge.getBoolean("captured")) {
      intent.put("status", "succeeded").put("amount_received", intent.getLong("amount"));
      account.emit(call, "payment_intent.succeeded", intent);
      disputes.openFor(call, charge);
    } else {
      intent.put("status", "requires_capture").put("amount_capturable", intent.getLong("amount"));
      account.emit(call, "payment_intent.amount_capturable_updated", intent);
      account.after(
          Charges.AUTHORIZATION,
          expiry -> {
            if (intent.getString("status").equals("requires_capture")) {
              cancel(expiry, intent, "automatic");
              account.emit(expiry, "charge.expired", charge);
            }
          });
    }
    return null;
  }

  private void fail(ApiCall call, JsonObject intent, JsonObject method, Decline decline) {
    intent
        .put("status", "requires_payment_method")
        .putNull("payment_method")
        .putNull("next_action")
        .put(AUTHENTICATED, false)
        .put("last_payment_error", refusal(null, method, decline).error());
    account.emit(call, "payment_intent.payment_failed", intent);
  }

  private static StripeError refusal(
      @Nullable JsonObject intent, JsonObject method, Decline decline) {
    StripeError error = StripeError.card(decline.code, decline.declineCode, decline.message);
    error.with("payment_method", method.copy());
    if (intent == null) {
      return error;
    }
    String charge = intent.getString("latest_charge");
    if (charge != null) {
      error.with("charge", charge);
    }
    return error.with("payment_intent", intent);
  }

  /** Cancels an intent that is not final, and releases what it holds. */
  void cancel(ApiCall call, JsonObject intent, @Nullable String reason) {
    boolean isHeld = intent.getString("status").equals("requires_capture");
    intent
        .put("status", "canceled")
        .put("canceled_at", account.seconds())
        .put("cancellation_reason", reason)
        .putNull("next_action");
    if (isHeld) {
      JsonObject charge = account.get(intent.getString("latest_charge"));
      charges.release(call, charge, intent.getLong("amount_capturable"));
      intent.put("amount_capturable", 0L);
      account.emit(call, "charge.refunded", charge);
    }
    account.emit(call, "payment_intent.canceled", intent);
  }

  private static void checkType(JsonObject intent, JsonObject method) {
    String type = method.getString("type");
    if (!intent.getJsonArray("payment_method_types").contains(type)) {
      throw StripeError.refused(
          400,
          "payment_intent_incompatible_payment_method",
          "The PaymentMethod provided ("
              + type
              + ") is not allowed for this PaymentIntent, which allows "
              + intent.getJsonArray("payment_method_types"),
          "payment_method");
    }
  }

  /** Refuses a confirmation that may redirect and has no URL to return to. */
  private static void checkReturnUrl(ApiCall call, JsonObject intent, JsonObject method) {
    Params params = call.params();
    String type = method.getString("type");
    if (type.equals("blik")) {
      String code = params.object("payment_method_options").object("blik").required("code");
      if (!code.matches("\\d{6}")) {
        throw StripeError.refused(
            400,
            "payment_intent_invalid_parameter",
            "Invalid BLIK code",
            "payment_method_options[blik][code]");
      }
      return;
    }
    JsonObject automatic = intent.getJsonObject("automatic_payment_methods");
    boolean mayRedirect =
        !type.equals("card")
            || (call.version().isFrom(ApiVersion.AUTOMATIC_PAYMENT_METHODS)
                && automatic != null
                && !"never".equals(automatic.getString("allow_redirects"))
                && !params.isTrue("use_stripe_sdk")
                && !params.isTrue("off_session"));
    if (mayRedirect && params.text("return_url") == null) {
      throw StripeError.refused(
          400,
          null,
          "This PaymentIntent may redirect the customer: provide a return_url.",
          "return_url");
    }
    if (mayRedirect && params.isTrue("error_on_requires_action")) {
      throw StripeError.refused(
          400,
          null,
          "error_on_requires_action cannot be used where the customer may be redirected.",
          "error_on_requires_action");
    }
  }
}

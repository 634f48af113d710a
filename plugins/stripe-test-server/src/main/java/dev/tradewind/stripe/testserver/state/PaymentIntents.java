package dev.tradewind.stripe.testserver.state;

import dev.tradewind.stripe.testserver.state.PlannedOutcome.Refused;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Payment intents: their operations except the confirmation. */
public final class PaymentIntents {

  private static final String OBJECT = "payment_intent";

  private static final Set<String> OPEN =
      Set.of("requires_payment_method", "requires_confirmation", "requires_action");
  private static final Set<String> CANCELABLE =
      Set.of(
          "requires_payment_method",
          "requires_confirmation",
          "requires_action",
          "requires_capture",
          "processing");

  /** Parameters of an update once the amount is authorized. */
  private static final Set<String> DESCRIPTIVE =
      Set.of("description", "metadata", "receipt_email", "shipping", "expand");

  private static final List<String> CAPTURE_METHODS =
      List.of("automatic", "automatic_async", "manual");
  private static final List<String> CANCELLATION_REASONS =
      List.of("duplicate", "fraudulent", "requested_by_customer", "abandoned");

  private final Account account;
  private final Confirmation confirmation;
  private final Charges charges;
  private final Disputes disputes;

  public PaymentIntents(
      Account account, Confirmation confirmation, Charges charges, Disputes disputes) {
    this.account = account;
    this.confirmation = confirmation;
    this.charges = charges;
    this.disputes = disputes;
  }

  public JsonObject create(ApiCall call) {
    Params params = call.params();
    Long amount = params.integer("amount");
    if (amount == null) {
      throw StripeError.missing("amount");
    }
    String currency = Currencies.checkedCurrency(params.required("currency"));
    Currencies.checkedAmount(amount, currency);
    String requested = params.oneOf("capture_method", CAPTURE_METHODS);
    String captureMethod = requested == null ? defaultCaptureMethod(call.version()) : requested;
    OfferedTypes types = OfferedTypes.of(call, currency, captureMethod);
    JsonObject intent =
        account.prepare("pi_", OBJECT, fields(params, amount, currency, captureMethod, types));
    intent.put("client_secret", intent.getString("id") + "_secret_" + account.newId(""));
    confirmation.chooseMethod(params, intent);
    if (!params.isTrue("confirm")) {
      return added(call, intent);
    }
    confirmation.check(call, intent);
    return confirmation.confirm(call, added(call, intent));
  }

  private JsonObject added(ApiCall call, JsonObject intent) {
    account.add(intent);
    account.emit(call, "payment_intent.created", intent);
    return intent;
  }

  private JsonObject fields(
      Params params, long amount, String currency, String captureMethod, OfferedTypes types) {
    String customer = params.text("customer");
    if (customer != null) {
      StripeCustomers.existing(account, customer);
    }
    String method = params.oneOf("confirmation_method", List.of("automatic", "manual"));
    return new JsonObject()
        .put("amount", amount)
        .put("amount_capturable", 0L)
        .put("amount_details", new JsonObject().put("tip", new JsonObject()))
        .put("amount_received", 0L)
        .putNull("application")
        .putNull("application_fee_amount")
        .put("automatic_payment_methods", types.automatic())
        .putNull("canceled_at")
        .putNull("cancellation_reason")
        .put("capture_method", captureMethod)
        .put("confirmation_method", method == null ? "automatic" : method)
        .put("currency", currency)
        .put("customer", customer)
        .put("description", params.text("description"))
        .putNull("invoice")
        .putNull("last_payment_error")
        .putNull("latest_charge")
        .put("metadata", params.object("metadata").values().copy())
        .putNull("next_action")
        .putNull("on_behalf_of")
        .putNull("payment_method")
        .put("payment_method_options", options(types.names()))
        .put("payment_method_types", new JsonArray(types.names()))
        .putNull("processing")
        .put("receipt_email", params.text("receipt_email"))
        .putNull("review")
        .put("setup_future_usage", futureUsage(params))
        .put("shipping", shipping(params))
        .put("statement_descriptor", params.text("statement_descriptor"))
        .put("statement_descriptor_suffix", params.text("statement_descriptor_suffix"))
        .put("status", "requires_payment_method")
        .putNull("transfer_data")
        .putNull("transfer_group");
  }

  public JsonObject get(ApiCall call, String id) {
    return named(call, id);
  }

  public JsonObject list(ApiCall call) {
    String customer = call.params().text("customer");
    Stream<JsonObject> intents =
        account
            .newestFirst(OBJECT)
            .filter(one -> customer == null || customer.equals(one.getString("customer")));
    return Lists.page(call.params(), "/v1/payment_intents", intents);
  }

  public JsonObject confirm(ApiCall call, String id) {
    OfferedTypes.check(call);
    return confirmation.confirm(call, named(call, id));
  }

  public JsonObject update(ApiCall call, String id) {
    OfferedTypes.check(call);
    Params params = call.params();
    JsonObject intent = account.named(OBJECT, id, "intent");
    if (!OPEN.contains(intent.getString("status"))
        && !DESCRIPTIVE.containsAll(params.values().fieldNames())) {
      throw unexpectedState(intent, "update");
    }
    String currency =
        params.has("currency")
            ? Currencies.checkedCurrency(params.required("currency"))
            : intent.getString("currency");
    Long amount = params.integer("amount");
    Currencies.checkedAmount(amount == null ? intent.getLong("amount") : amount, currency);
    String captureMethod = params.oneOf("capture_method", CAPTURE_METHODS);
    String customer = params.text("customer");
    if (customer != null) {
      intent.put("customer", StripeCustomers.existing(account, customer).getString("id"));
    }
    if (params.has(OfferedTypes.TYPES)) {
      List<String> types = params.texts(OfferedTypes.TYPES);
      String capture = captureMethod == null ? intent.getString("capture_method") : captureMethod;
      types.forEach(type -> PaymentMethodType.check(type, currency, capture));
      intent.put(OfferedTypes.TYPES, new JsonArray(types));
    }
    if (amount != null) {
      intent.put("amount", amount);
    }
    if (captureMethod != null) {
      intent.put("capture_method", captureMethod);
    }
    intent.put("currency", currency).putNull("last_payment_error");
    confirmation.chooseMethod(params, intent);
    describe(params, intent);
    return intent;
  }

  /** Sets the fields that no rule depends on. */
  static void describe(Params params, JsonObject intent) {
    for (String name :
        List.of(
            "description",
            "receipt_email",
            "statement_descriptor",
            "statement_descriptor_suffix")) {
      if (params.has(name)) {
        intent.put(name, params.text(name));
      }
    }
    if (params.has("setup_future_usage")) {
      intent.put("setup_future_usage", futureUsage(params));
    }
    if (params.has("shipping")) {
      intent.put("shipping", shipping(params));
    }
    mergeMetadata(params, intent);
  }

  /** Merges metadata by key; an empty value removes its key, empty metadata all. */
  static void mergeMetadata(Params params, JsonObject resource) {
    JsonObject metadata = resource.getJsonObject("metadata").copy();
    if ("".equals(params.values().getValue("metadata"))) {
      metadata.clear();
    }
    JsonObject changes = params.object("metadata").values();
    for (String key : changes.fieldNames()) {
      String value = changes.getString(key);
      if (value.isEmpty()) {
        metadata.remove(key);
      } else {
        metadata.put(key, value);
      }
    }
    resource.put("metadata", metadata);
  }

  public JsonObject capture(ApiCall call, String id) {
    Params params = call.params();
    Long requested = params.integer("amount_to_capture");
    JsonObject intent = account.named(OBJECT, id, "intent");
    if (!intent.getString("status").equals("requires_capture")) {
      throw unexpectedState(intent, "capture");
    }
    if (call.outcome() instanceof Refused refused) {
      throw planned(refused, intent);
    }
    long capturable = intent.getLong("amount_capturable");
    long amount = requested == null ? capturable : requested;
    if (amount < 1 || amount > capturable) {
      throw StripeError.refused(
          400,
          amount < 1 ? "amount_too_small" : "amount_too_large",
          "The amount_to_capture must be between 1 and the amount_capturable of " + capturable,
          "amount_to_capture");
    }
    boolean isFinal = !params.has("final_capture") || params.isTrue("final_capture");
    JsonObject charge = account.get(intent.getString("latest_charge"));
    charges.capture(call, intent, charge, amount);
    long rest = capturable - amount;
    intent.put("amount_received", intent.getLong("amount_received") + amount);
    mergeMetadata(params, intent);
    account.emit(call, "charge.captured", charge);
    if (isFinal) {
      charges.release(call, charge, rest);
      intent.put("amount_capturable", 0L).put("status", "succeeded");
      account.emit(call, "payment_intent.succeeded", intent);
      disputes.openFor(call, charge);
    } else {
      intent.put("amount_capturable", rest);
      account.emit(call, "payment_intent.amount_capturable_updated", intent);
    }
    return intent;
  }

  public JsonObject cancel(ApiCall call, String id) {
    String reason = call.params().oneOf("cancellation_reason", CANCELLATION_REASONS);
    JsonObject intent = account.named(OBJECT, id, "intent");
    if (!CANCELABLE.contains(intent.getString("status"))) {
      throw unexpectedState(intent, "cancel");
    }
    if (call.outcome() instanceof Refused refused) {
      throw planned(refused, intent);
    }
    confirmation.cancel(call, intent, reason);
    return intent;
  }

  /** The intent; a publishable key reads it with its client secret only. */
  private JsonObject named(ApiCall call, String id) {
    JsonObject intent = account.named(OBJECT, id, "intent");
    String secret = call.params().text("client_secret");
    if ((call.isPublishable() || secret != null)
        && !Objects.equals(secret, intent.getString("client_secret"))) {
      throw StripeError.refused(
          secret == null ? 400 : 404,
          secret == null ? "parameter_missing" : "resource_missing",
          "The client_secret provided does not match the client_secret associated with this"
              + " PaymentIntent.",
          "client_secret");
    }
    return intent;
  }

  static StripeError planned(Refused refused, JsonObject intent) {
    String message = "Refused as planned: " + refused.code();
    StripeError error =
        refused.type().equals("card_error")
            ? StripeError.card(refused.code(), null, message)
            : StripeError.refused(refused.status(), refused.code(), message, null);
    return error.with(OBJECT, intent);
  }

  static StripeError unexpectedState(JsonObject intent, String verb) {
    return StripeError.refused(
            400,
            "payment_intent_unexpected_state",
            "You cannot "
                + verb
                + " this PaymentIntent because it has a status of "
                + intent.getString("status")
                + ".",
            null)
        .with(OBJECT, intent);
  }

  private static String defaultCaptureMethod(ApiVersion version) {
    return version.isFrom(ApiVersion.AUTOMATIC_ASYNC) ? "automatic_async" : "automatic";
  }

  private static @Nullable String futureUsage(Params params) {
    return params.oneOf("setup_future_usage", List.of("on_session", "off_session"));
  }

  private static @Nullable JsonObject shipping(Params params) {
    JsonObject shipping = params.object("shipping").values();
    return shipping.isEmpty() ? null : shipping.copy();
  }

  private static JsonObject options(List<String> types) {
    JsonObject options = new JsonObject();
    for (String type : types) {
      options.put(
          type,
          type.equals("card")
              ? new JsonObject()
                  .putNull("installments")
                  .putNull("mandate_options")
                  .putNull("network")
                  .put("request_three_d_secure", "automatic")
              : new JsonObject());
    }
    return options;
  }
}

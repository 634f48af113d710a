package dev.tradewind.stripe.testserver.state;

import dev.tradewind.stripe.testserver.state.Ledger.Kind;
import dev.tradewind.stripe.testserver.state.TestCard.Decline;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Charges: one per attempt of a payment intent, with their captures and releases. */
public final class Charges {

  static final Duration AUTHORIZATION = Duration.ofDays(7);

  private final Account account;

  public Charges(Account account) {
    this.account = account;
  }

  public JsonObject get(ApiCall call, String id) {
    return account.named("charge", id, "id");
  }

  /** The failed charge of a declined attempt. */
  JsonObject decline(ApiCall call, JsonObject intent, JsonObject method, Decline decline) {
    JsonObject charge =
        add(intent, method)
            .put("status", "failed")
            .put("failure_code", decline.code)
            .put("failure_message", decline.message)
            .put("outcome", outcome(decline));
    account.emit(call, "charge.failed", charge);
    return charge;
  }

  /** Authorizes the amount of the intent, and captures it unless the capture is manual. */
  JsonObject authorize(ApiCall call, JsonObject intent, JsonObject method) {
    JsonObject charge =
        add(intent, method)
            .put("status", "succeeded")
            .put("paid", true)
            .put("outcome", outcome(null));
    long amount = charge.getLong("amount");
    account.ledger().add(Kind.AUTHORIZATION, charge, amount, call);
    if (intent.getString("capture_method").equals("manual")) {
      JsonObject card = charge.getJsonObject("payment_method_details").getJsonObject("card");
      card.put("capture_before", account.seconds() + AUTHORIZATION.toSeconds());
    } else {
      capture(call, intent, charge, amount);
    }
    account.emit(call, "charge.succeeded", charge);
    return charge;
  }

  void capture(ApiCall call, JsonObject intent, JsonObject charge, long amount) {
    charge.put("amount_captured", charge.getLong("amount_captured") + amount).put("captured", true);
    if (!intent.getString("capture_method").equals("automatic_async")) {
      charge.put("balance_transaction", account.newId("txn_"));
    }
    account.ledger().add(Kind.CAPTURE, charge, amount, call);
  }

  /**
   * Releases what is authorized and not captured; it shows as refunded, though no money returns.
   */
  void release(ApiCall call, JsonObject charge, long amount) {
    if (amount == 0) {
      return;
    }
    charge
        .put("amount_refunded", charge.getLong("amount_refunded") + amount)
        .put("refunded", amount == charge.getLong("amount"));
    account.ledger().add(Kind.RELEASE, charge, amount, call);
    account.add("re_", "refund", Refunds.fields(charge, amount)).remove("livemode");
  }

  private JsonObject add(JsonObject intent, JsonObject method) {
    JsonObject fields =
        new JsonObject()
            .put("amount", intent.getLong("amount"))
            .put("amount_captured", 0L)
            .put("amount_refunded", 0L)
            .putNull("application")
            .putNull("application_fee")
            .putNull("application_fee_amount")
            .putNull("balance_transaction")
            .put("billing_details", method.getJsonObject("billing_details").copy())
            .put("calculated_statement_descriptor", "TEST SERVER")
            .put("captured", false)
            .put("currency", intent.getString("currency"))
            .put("customer", intent.getString("customer"))
            .put("description", intent.getString("description"))
            .put("disputed", false)
            .putNull("failure_balance_transaction")
            .putNull("failure_code")
            .putNull("failure_message")
            .put("fraud_details", new JsonObject())
            .putNull("invoice")
            .put("metadata", intent.getJsonObject("metadata").copy())
            .putNull("on_behalf_of")
            .put("paid", false)
            .put("payment_intent", intent.getString("id"))
            .put("payment_method", method.getString("id"))
            .put("payment_method_details", details(intent, method))
            .put("receipt_email", intent.getString("receipt_email"))
            .putNull("receipt_number")
            .putNull("receipt_url")
            .put("refunded", false)
            .putNull("review")
            .put("shipping", intent.getValue("shipping"))
            .putNull("source_transfer")
            .put("statement_descriptor", intent.getString("statement_descriptor"))
            .put("statement_descriptor_suffix", intent.getString("statement_descriptor_suffix"))
            .putNull("transfer_data")
            .putNull("transfer_group");
    return account.add("ch_", "charge", fields);
  }

  private static JsonObject details(JsonObject intent, JsonObject method) {
    String type = method.getString("type");
    JsonObject details = method.getJsonObject(type).copy();
    if (type.equals("card")) {
      details
          .getMap()
          .keySet()
          .removeAll(java.util.List.of("generated_from", "networks", "three_d_secure_usage"));
      details.putNull("installments").putNull("mandate").put("network", details.getString("brand"));
      details.put(
          "three_d_secure",
          intent.getBoolean(Confirmation.AUTHENTICATED, false)
              ? new JsonObject()
                  .put("authentication_flow", "challenge")
                  .put("result", "authenticated")
                  .putNull("result_reason")
                  .put("version", "2.2.0")
              : null);
    }
    return new JsonObject().put("type", type).put(type, details);
  }

  private static JsonObject outcome(@Nullable Decline decline) {
    boolean isBlocked = decline == Decline.FRAUDULENT;
    return new JsonObject()
        .put(
            "network_status",
            decline == null
                ? "approved_by_network"
                : isBlocked ? "not_sent_to_network" : "declined_by_network")
        .put(
            "reason",
            isBlocked ? "highest_risk_level" : decline == null ? null : decline.declineCode)
        .put("risk_level", isBlocked ? "highest" : "normal")
        .put("risk_score", isBlocked ? 90 : 20)
        .put("seller_message", decline == null ? "Payment complete." : decline.message)
        .put("type", decline == null ? "authorized" : isBlocked ? "blocked" : "issuer_declined");
  }
}

package dev.tradewind.stripe.testserver.state;

import dev.tradewind.stripe.testserver.state.Ledger.Kind;
import dev.tradewind.stripe.testserver.state.PlannedOutcome.PendingRefund;
import dev.tradewind.stripe.testserver.state.PlannedOutcome.Refused;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** Refunds of captured charges, with results that come later. */
public final class Refunds {

  /** Time until the test cards of refunds have their result. */
  static final Duration RESULT = Duration.ofMinutes(1);

  private static final List<String> REASONS =
      List.of("duplicate", "fraudulent", "requested_by_customer");

  private final Account account;

  public Refunds(Account account) {
    this.account = account;
  }

  public JsonObject create(ApiCall call) {
    Params params = call.params();
    Long requested = params.integer("amount");
    String reason = params.oneOf("reason", REASONS);
    JsonObject charge = charge(params);
    JsonObject intent = account.get(charge.getString("payment_intent"));
    long rest =
        charge.getLong("amount")
            - charge.getLong("amount_refunded")
            - intent.getLong("amount_capturable");
    long amount = requested == null ? rest : requested;
    check(charge, rest, amount);
    if (call.outcome() instanceof Refused refused) {
      throw StripeError.refused(refused.status(), refused.code(), "Refused as planned", null);
    }
    JsonObject refund = account.add("re_", "refund", fields(charge, amount));
    refund.remove("livemode");
    TestCard card = PaymentMethods.card(account.get(charge.getString("payment_method")));
    boolean isPending = call.outcome() instanceof PendingRefund || card == TestCard.PENDING_REFUND;
    refund
        .put("metadata", params.object("metadata").values().copy())
        .put("reason", reason)
        .put("status", isPending ? "pending" : "succeeded");
    if (isPending) {
      refund.put("pending_reason", "processing");
    }
    JsonObject previous =
        new JsonObject()
            .put("amount_refunded", charge.getLong("amount_refunded"))
            .put("refunded", false);
    addRefunded(charge, amount);
    account.ledger().add(Kind.REFUND, charge, amount, call);
    account.emit(call, "refund.created", refund, null, ApiVersion.REFUND_EVENTS);
    account.emit(call, "charge.refunded", charge, previous, ApiVersion.OLDEST);
    if (card == TestCard.PENDING_REFUND) {
      account.after(RESULT, later -> settle(later, refund));
    } else if (card == TestCard.FAILED_REFUND) {
      account.after(RESULT, later -> fail(later, refund, "unknown"));
    }
    return refund;
  }

  public JsonObject get(ApiCall call, String id) {
    return account.named("refund", id, "id");
  }

  public JsonObject list(ApiCall call) {
    return Lists.ofPayment(call, account, "refund", "/v1/refunds");
  }

  /** A pending refund has succeeded. */
  void settle(ApiCall call, JsonObject refund) {
    if (refund.getString("status").equals("pending")) {
      refund.put("status", "succeeded").remove("pending_reason");
      announce(call, "refund.updated", refund);
    }
  }

  /** A pending or succeeded refund has failed: the money is back in the account's balance. */
  void fail(ApiCall call, JsonObject refund, String reason) {
    if (refund.getString("status").equals("failed")) {
      return;
    }
    refund
        .put("status", "failed")
        .put("failure_reason", reason)
        .put("failure_balance_transaction", account.newId("txn_"))
        .remove("pending_reason");
    JsonObject charge = account.get(refund.getString("charge"));
    addRefunded(charge, -refund.getLong("amount"));
    account.ledger().add(Kind.REFUND_FAILURE, charge, refund.getLong("amount"), call);
    announce(call, "refund.failed", refund);
  }

  private void announce(ApiCall call, String type, JsonObject refund) {
    account.emit(call, type, refund, null, ApiVersion.REFUND_EVENTS);
    account.emit(call, "charge.refund.updated", refund);
  }

  private static void addRefunded(JsonObject charge, long amount) {
    long refunded = charge.getLong("amount_refunded") + amount;
    charge.put("amount_refunded", refunded).put("refunded", refunded == charge.getLong("amount"));
  }

  private JsonObject charge(Params params) {
    String chargeId = params.text("charge");
    if (chargeId != null) {
      return account.named("charge", chargeId, "charge");
    }
    JsonObject intent =
        account.named("payment_intent", params.required("payment_intent"), "payment_intent");
    String latest = intent.getString("latest_charge");
    if (latest == null) {
      throw notRefundable(
          "This PaymentIntent (" + intent.getString("id") + ") does not have a charge to refund.");
    }
    return account.get(latest);
  }

  private void check(JsonObject charge, long rest, long amount) {
    String id = charge.getString("id");
    if (!charge.getBoolean("captured")) {
      throw notRefundable(
          "Charge " + id + " is not captured: cancel its PaymentIntent to release the amount.");
    }
    if (charge.getBoolean("disputed")
        && account
            .newestFirst("dispute")
            .anyMatch(dispute ->
                id.equals(dispute.getString("charge"))
                    && !dispute.getBoolean("is_charge_refundable"))) {
      throw StripeError.refused(
          400, "charge_disputed", "Charge " + id + " has been charged back.", null);
    }
    if (rest == 0) {
      throw StripeError.refused(
          400, "charge_already_refunded", "Charge " + id + " has already been refunded.", null);
    }
    if (amount < 1 || amount > rest) {
      throw StripeError.refused(
          400,
          null,
          "Refund amount ("
              + amount
              + ") is greater than unrefunded amount on charge ("
              + rest
              + ")",
          "amount");
    }
  }

  private static StripeError notRefundable(String message) {
    return StripeError.refused(400, "charge_not_refundable", message, null);
  }

  static JsonObject fields(JsonObject charge, long amount) {
    return new JsonObject()
        .put("amount", amount)
        .putNull("balance_transaction")
        .put("charge", charge.getString("id"))
        .put("currency", charge.getString("currency"))
        .put("metadata", new JsonObject())
        .put("payment_intent", charge.getString("payment_intent"))
        .putNull("reason")
        .putNull("receipt_number")
        .putNull("source_transfer_reversal")
        .put("status", "succeeded")
        .putNull("transfer_reversal");
  }
}

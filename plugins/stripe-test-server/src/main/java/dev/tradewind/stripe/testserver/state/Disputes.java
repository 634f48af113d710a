package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;

/** Disputes, which the test cards for them open once a charge is captured. */
public final class Disputes {

  private static final Duration RESPONSE = Duration.ofDays(9);
  private static final Set<String> CLOSED = Set.of("won", "lost", "warning_closed");

  private final Account account;

  public Disputes(Account account) {
    this.account = account;
  }

  public JsonObject get(ApiCall call, String id) {
    return account.named("dispute", id, "dispute");
  }

  public JsonObject list(ApiCall call) {
    return Lists.ofPayment(call, account, "dispute", "/v1/disputes");
  }

  /** Opens the dispute of a captured charge, if its card has one. */
  void openFor(ApiCall call, JsonObject charge) {
    switch (PaymentMethods.card(account.get(charge.getString("payment_method")))) {
      case DISPUTED -> open(call, charge, "fraudulent", false);
      case DISPUTED_NOT_RECEIVED -> open(call, charge, "product_not_received", false);
      case DISPUTED_INQUIRY -> open(call, charge, "fraudulent", true);
      case null, default -> {}
    }
  }

  private void open(ApiCall call, JsonObject charge, String reason, boolean isInquiry) {
    charge.put("disputed", true);
    JsonObject fields =
        new JsonObject()
            .put("amount", charge.getLong("amount_captured"))
            .put("balance_transactions", new JsonArray())
            .put("charge", charge.getString("id"))
            .put("currency", charge.getString("currency"))
            .put("evidence", new JsonObject())
            .put(
                "evidence_details",
                new JsonObject()
                    .put("due_by", account.seconds() + RESPONSE.toSeconds())
                    .put("has_evidence", false)
                    .put("past_due", false)
                    .put("submission_count", 0))
            .put("is_charge_refundable", isInquiry)
            .put("metadata", new JsonObject())
            .put("payment_intent", charge.getString("payment_intent"))
            .put("reason", reason)
            .put("status", isInquiry ? "warning_needs_response" : "needs_response");
    JsonObject dispute = account.add("dp_", "dispute", fields);
    account.emit(call, "charge.dispute.created", dispute);
    if (!isInquiry) {
      account.emit(call, "charge.dispute.funds_withdrawn", dispute);
    }
  }

  void close(ApiCall call, JsonObject dispute, String status) {
    if (!CLOSED.contains(status)) {
      throw new IllegalArgumentException("A dispute does not end as " + status);
    }
    dispute.put("status", status);
    account.emit(call, "charge.dispute.closed", dispute);
    if (status.equals("won")) {
      account.emit(call, "charge.dispute.funds_reinstated", dispute);
    }
  }
}

package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import java.util.function.BiConsumer;

/** Actions of shoppers, banks and card networks, called by a test or a page. */
public final class Actions {

  private final Account account;
  private final Confirmation confirmation;
  private final Refunds refunds;
  private final Disputes disputes;

  public Actions(Account account, Confirmation confirmation, Refunds refunds, Disputes disputes) {
    this.account = account;
    this.confirmation = confirmation;
    this.refunds = refunds;
    this.disputes = disputes;
  }

  /** Authenticates or approves a payment intent that requires it or is in processing. */
  public void approve(String intent) {
    act("payment_intent", intent, confirmation::approve);
  }

  /** Fails the authentication or approval of a payment intent, or its processing. */
  public void reject(String intent) {
    act("payment_intent", intent, confirmation::reject);
  }

  /** Lets a pending refund succeed. */
  public void settleRefund(String refund) {
    act("refund", refund, refunds::settle);
  }

  /** Lets a pending or succeeded refund fail. */
  public void failRefund(String refund, String reason) {
    act("refund", refund, (call, found) -> refunds.fail(call, found, reason));
  }

  /** Closes a dispute as {@code won}, {@code lost} or {@code warning_closed}. */
  public void closeDispute(String dispute, String status) {
    act("dispute", dispute, (call, found) -> disputes.close(call, found, status));
  }

  private void act(String object, String id, BiConsumer<ApiCall, JsonObject> action) {
    account.act(call -> action.accept(call, account.named(object, id, "id")));
  }
}

package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.StockStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refunds of claims: details of their operations, and what their outcomes change. A claim whose
 * refund the provider refuses is withdrawn, unless another payment of it was refunded.
 */
public final class ClaimRefunds {

  private ClaimRefunds() {}

  /** Details of the refund of a claim; the payment status of the order does not follow it. */
  public static JsonObject details(String claimId, @Nullable Boolean noNotification) {
    return new JsonObject()
        .put("reason", RefundReason.CLAIM.wireName())
        .put("no_notification", noNotification)
        .put(PaymentOperation.KEEPS_STATUS, true)
        .put(PaymentOperation.CLAIM_ID, claimId);
  }

  static boolean isOf(PaymentOperation operation) {
    return operation.details().containsKey(PaymentOperation.CLAIM_ID);
  }

  /** Whether it is a part of the refund of that claim. */
  public static boolean isOf(PaymentOperation operation, String claimId) {
    return isOf(operation) && claimId(operation).equals(claimId);
  }

  private static String claimId(PaymentOperation operation) {
    return operation.details().getString(PaymentOperation.CLAIM_ID);
  }

  /** Events of a claim that is refunded; none of a part of its amount. */
  static Future<List<Event>> settled(
      CallContext context, SqlClient db, PaymentOperation operation, Instant now) {
    if (!isOf(operation)) {
      return Future.succeededFuture(List.of());
    }
    return ClaimStore.recordRefund(db, claimId(operation), operation.requireRefundId(), now)
        .map(isWhole ->
            isWhole
                ? List.of(
                    OrderEvents.ofPart(
                        context,
                        now,
                        ClaimEvents.REFUND_PROCESSED,
                        new PartOwner.OfClaim(claimId(operation)),
                        operation.orderId(),
                        operation.details().getBoolean("no_notification")))
                : List.of());
  }

  /**
   * Whether a refusal of the operation would end the refund without a refunded payment.
   *
   * @param begun operations of the order
   */
  static boolean isLast(PaymentOperation operation, List<PaymentOperation> begun) {
    return begun.stream()
        .filter(each -> operation.requireRefundId().equals(each.refundId()))
        .filter(each -> !each.id().equals(operation.id()))
        .allMatch(each -> each.state() == PaymentOperation.State.REFUSED);
  }

  /** Returns the stock of a claim that is withdrawn, before the order is locked. */
  static Future<Void> returnStock(
      CallContext context, SqlClient db, PaymentOperation operation, Instant now) {
    return StockStore.giveBack(db, context, claimId(operation), now);
  }

  /** Withdraws the claim: it leaves nothing but the event. */
  static Future<List<Event>> withdraw(
      CallContext context, SqlClient db, Order order, PaymentOperation operation, Instant now) {
    Optional<Claim> found = order.findClaim(claimId(operation));
    if (found.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    Claim claim = found.orElseThrow();
    return LineProgressStore.removeClaimed(db, order.id(), units(order, claim))
        .compose(removed -> ClaimStore.withdraw(db, claim.id()))
        .map(
            List.of(
                OrderEvents.ofPart(
                    context,
                    now,
                    ClaimEvents.CANCELED,
                    claim.owner(),
                    order.id(),
                    claim.noNotification())));
  }

  /** Claimed units, with the quantities of their line items. */
  public static List<LineProgressStore.Units> units(Order order, Claim claim) {
    return claim.items().stream()
        .map((ClaimItem item) ->
            new LineProgressStore.Units(
                item.lineId(),
                order.findLine(item.lineId()).orElseThrow().quantity(),
                item.quantity()))
        .toList();
  }
}

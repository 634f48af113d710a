package dev.tradewind.order.payment;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LineProgressStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Refunds of claims: details of their operations, and effects of their outcomes. A claim whose
 * refund the provider refuses is withdrawn, unless another payment of it was refunded.
 */
public final class ClaimRefunds {

  private ClaimRefunds() {}

  /** Details of the refund of a claim; the payment status of the order does not follow it. */
  public static PaymentDetails details(String claimId, @Nullable Boolean noNotification) {
    return PaymentDetails.of(RefundReason.CLAIM, new PaymentPurpose.OfClaim(claimId))
        .withNoNotification(noNotification);
  }

  static boolean isOf(PaymentOperation operation) {
    return operation.details().purpose() instanceof PaymentPurpose.OfClaim;
  }

  /** Condition of the operations that refund a claim. */
  public static Predicate<PaymentOperation> of(String claimId) {
    return operation -> operation.details().purpose().equals(new PaymentPurpose.OfClaim(claimId));
  }

  private static String claimId(PaymentOperation operation) {
    return ((PaymentPurpose.OfClaim) operation.details().purpose()).claimId();
  }

  /** Events of a claim that is refunded; none if a part of the amount is refunded. */
  static Future<List<Event>> settled(OrderTransaction tx, PaymentOperation operation) {
    if (isOf(operation)) {
      return ClaimStore.recordRefund(
              tx.db(), claimId(operation), operation.requireRefundId(), tx.now())
          .map(isWhole -> events(isWhole, tx, operation, ClaimEvents.REFUND_PROCESSED));
    }
    return Future.succeededFuture(List.of());
  }

  /** Events of a claim whose refund has failed, after the provider had accepted it. */
  static Future<List<Event>> failed(OrderTransaction tx, PaymentOperation operation) {
    if (isOf(operation)) {
      return ClaimStore.recordFailedRefund(tx.db(), claimId(operation), tx.now())
          .map(isFirst -> events(isFirst, tx, operation, ClaimEvents.UPDATED));
    }
    return Future.succeededFuture(List.of());
  }

  private static List<Event> events(
      boolean isChanged, OrderTransaction tx, PaymentOperation operation, String type) {
    if (isChanged) {
      return List.of(
          OrderEvents.ofPart(
              tx.context(),
              tx.now(),
              type,
              new PartOwner.OfClaim(claimId(operation)),
              operation.orderId(),
              operation.details().noNotification()));
    }
    return List.of();
  }

  /** Releases the stock of a claim that is withdrawn. */
  static Future<Void> releaseStock(StockTransaction tx, PaymentOperation operation) {
    return StockStore.release(tx, claimId(operation));
  }

  /** Withdraws the claim, of which the event alone remains. */
  static Future<List<Event>> withdraw(OrderTransaction tx, PaymentOperation operation) {
    Order order = tx.order();
    Optional<Claim> found = order.findClaim(claimId(operation));
    if (found.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    Claim claim = found.orElseThrow();
    return LineProgressStore.removeClaimed(tx.db(), order.id(), units(order, claim))
        .compose(removed -> ClaimStore.withdraw(tx.db(), claim.id()))
        .map(
            List.of(
                OrderEvents.ofPart(
                    tx.context(),
                    tx.now(),
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

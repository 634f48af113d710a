package dev.tradewind.order.payment;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.model.Order;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Audit entries of payment operations: actor, amount, reason and request of each. An authorization
 * by the shopper has no entry.
 */
final class PaymentAudit {

  static final String OPERATION_ID = "operation_id";

  private static final String REFUNDED_TOTAL = "refunded_total";

  private PaymentAudit() {}

  static List<Event> entries(OrderTransaction tx, String path, List<PaymentOperation> operations) {
    CallContext context = tx.context();
    Instant now = tx.now();
    Order order = tx.order();
    List<Event> entries = new ArrayList<>();
    long refunded = order.refundedTotal();
    for (PaymentOperation operation : operations) {
      JsonObject after =
          new JsonObject()
              .put(OPERATION_ID, operation.id())
              .put("payment_id", operation.payment().id())
              .put("amount", operation.amount())
              .put("path", path);
      switch (operation.kind()) {
        case AUTHORIZE -> {}
        case CAPTURE -> entries.add(entry(AuditAction.PAYMENT_CAPTURE, context, order, after, now));
        case CANCEL -> entries.add(entry(AuditAction.PAYMENT_VOID, context, order, after, now));
        case REFUND -> {
          JsonObject before = new JsonObject().put(REFUNDED_TOTAL, refunded);
          refunded += operation.amount();
          entries.add(
              AuditAction.REFUND
                  .on(order.id())
                  .changing(
                      before,
                      after
                          .put(REFUNDED_TOTAL, refunded)
                          .put("refund_id", operation.refundId())
                          .put("reason", operation.details().reason()))
                  .event(context, now));
        }
      }
    }
    return entries;
  }

  /** Entry of a refund that failed after it was accepted. */
  static Event failure(OrderTransaction tx, PaymentOperation refund, String reason) {
    JsonObject after =
        new JsonObject()
            .put(OPERATION_ID, refund.id())
            .put("payment_id", refund.payment().id())
            .put("amount", refund.amount())
            .put("refund_id", refund.refundId())
            .put("reason", reason);
    return entry(AuditAction.REFUND_FAILURE, tx.context(), tx.order(), after, tx.now());
  }

  private static Event entry(
      AuditAction action, CallContext context, Order order, JsonObject after, Instant now) {
    return action.on(order.id()).with(after).event(context, now);
  }
}

package dev.tradewind.cart.completion;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.spi.payment.FoundPayment;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** Entry of the audit log about a payment that is released because no order is to have it. */
final class PaymentRelease {

  private PaymentRelease() {}

  static Event entry(
      CallContext context, FoundPayment paid, String providerId, String reference, Instant now) {
    return AuditAction.PAYMENT_RELEASE
        .on(paid.resourceId())
        .with(
            new JsonObject()
                .put("provider_id", providerId)
                .put("reference", reference)
                .put("amount", paid.amount())
                .put("currency_code", paid.currencyCode()))
        .event(context, now);
  }
}

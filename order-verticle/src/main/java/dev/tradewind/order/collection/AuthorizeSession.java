package dev.tradewind.order.collection;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.payment.PaymentCalls;
import dev.tradewind.order.payment.PaymentEvents;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import java.util.List;

/**
 * Authorization of a payment session. An answer other than authorized ends the attempt: the next
 * one has a key of its own.
 */
final class AuthorizeSession implements CallHandler<PaymentOperation, Authorization> {

  private final PaymentCalls calls;

  AuthorizeSession(PaymentCalls calls) {
    this.calls = calls;
  }

  @Override
  public Future<Authorization> call(CallContext context, PaymentOperation operation) {
    return calls.ask(context, operation, PaymentProvider::authorize);
  }

  @Override
  public Future<List<PaymentOperation>> accepted(
      CallContext context, PaymentOperation operation, Authorization answer) {
    PaymentSessionStatus status = PaymentSessionStatus.of(answer.status());
    boolean isAuthorized = status == PaymentSessionStatus.AUTHORIZED;
    return calls
        .record(
            context,
            operation,
            isAuthorized ? PaymentOperation.State.DONE : PaymentOperation.State.REFUSED,
            tx ->
                PaymentSessionStore.recordAnswer(
                        tx.db(), operation.payment().id(), status, answer.data(), tx.now())
                    .map(
                        Change.ofParts(
                            List.of(),
                            List.of(
                                PaymentEvents.of(
                                    tx.request(),
                                    isAuthorized
                                        ? PaymentEvents.COLLECTION_AUTHORIZED
                                        : PaymentEvents.COLLECTION_UPDATED,
                                    String.valueOf(operation.payment().collectionId()))))))
        .map(List.of());
  }

  @Override
  public Future<List<PaymentOperation>> refused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    return accepted(
        context,
        operation,
        new Authorization(Authorization.Status.ERROR, operation.payment().data()));
  }
}

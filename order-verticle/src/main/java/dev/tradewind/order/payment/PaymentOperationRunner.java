package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.kernel.providercall.RecordedCallRunner;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.function.Predicate;

/** Execution of recorded payment operations at their providers. */
public final class PaymentOperationRunner extends RecordedCallRunner<PaymentOperation> {

  private final SqlClient db;
  private final PaymentOperationStore store;
  private final CallHandler<PaymentOperation, ?> authorization;
  private final CallHandler<PaymentOperation, ?> capture;
  private final CallHandler<PaymentOperation, ?> cancellation;
  private final CallHandler<PaymentOperation, ?> refund;

  /**
   * @param authorization handler of the payment sessions of collections
   */
  public PaymentOperationRunner(
      SqlClient db,
      OrderUnitOfWork work,
      PaymentOperationStore store,
      PaymentCalls calls,
      CallHandler<PaymentOperation, ?> authorization) {
    super(db, store, PaymentFailpoint.PROGRESS);
    this.db = db;
    this.store = store;
    this.authorization = authorization;
    this.capture = new CapturePayment(work, store, calls);
    this.cancellation = new VoidPayment(work, store, calls);
    this.refund = new RefundPayment(db, work, store, calls);
  }

  @Override
  protected CallHandler<PaymentOperation, ?> handler(PaymentOperation operation) {
    return switch (operation.kind()) {
      case AUTHORIZE -> authorization;
      case CAPTURE -> capture;
      case CANCEL -> cancellation;
      case REFUND -> refund;
    };
  }

  /** Recorded operations of an order, oldest first. */
  public Future<List<PaymentOperation>> findOfOrder(SqlClient client, String orderId) {
    return store.findOfOrder(client, orderId);
  }

  /**
   * Write of operations with their entries of the audit log; they are run after the transaction.
   *
   * @param path operation of the contract that requests them
   */
  public record Recording(String path, List<PaymentOperation> operations) implements Change.Write {

    public Recording {
      operations = List.copyOf(operations);
    }

    @Override
    public Future<Void> in(OrderTransaction tx) {
      return PaymentOperationStore.insert(tx, path, operations);
    }
  }

  /** Runs the operations of an order without an outcome that match. */
  public Future<Void> runOpen(
      CallContext context, String orderId, Predicate<PaymentOperation> matching) {
    return store
        .findOpen(db, orderId)
        .compose(open -> runAll(context, open.stream().filter(matching).toList()));
  }
}

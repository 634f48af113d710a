package dev.tradewind.order.collection;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.payment.PaymentCalls;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.PaymentService;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.payment.SettlePayment;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of payments and payment collections, and of the operations at payment providers. */
public final class PaymentModule {

  private final PaymentOperationRunner operations;
  private final RecordedCallRetrier<PaymentOperation> retrier;
  private final PaymentCollections collections;
  private final PaymentService payments;
  private final PaymentCollectionService collectionService;
  private final PaymentSessionService sessions;
  private final SessionAuthorizations authorizations;
  private final SettlePayment settlement;

  public PaymentModule(
      Pool pool,
      OperationClient bus,
      OrderStore orders,
      ProviderRegistry<PaymentProvider> providers,
      OrderUnitOfWork work,
      RefundHooks refunds,
      Clock clock) {
    PaymentCollectionView view = new PaymentCollectionView(pool, bus);
    PaymentCollectionAccess access = new PaymentCollectionAccess(pool, work, new OrderAccess(bus));
    PaymentOperationStore store = new PaymentOperationStore();
    PaymentCalls calls = new PaymentCalls(work, store, providers, clock);
    this.operations = operations(pool, work, store, calls);
    this.retrier = new RecordedCallRetrier<>("payment-operations", operations, clock);
    PaymentSessionProvider provider =
        new PaymentSessionProvider(providers, new CustomerClient(bus), new CartClient(bus), clock);
    this.collections = new PaymentCollections(operations, provider);
    this.payments = new PaymentService(pool, bus, work, operations, refunds, clock);
    this.collectionService = new PaymentCollectionService(pool, work, access, view, clock);
    this.sessions =
        new PaymentSessionService(pool, bus, orders, work, access, provider, view, clock);
    this.authorizations =
        new SessionAuthorizations(pool, work, access, operations, view, providers, clock);
    this.settlement =
        new SettlePayment(
            pool, work, store, calls, providers, authorizations::authorizePaid, clock);
  }

  /** Runner of the operations of all kinds at the installed providers. */
  public static PaymentOperationRunner operations(
      Pool pool, ProviderRegistry<PaymentProvider> providers, OrderUnitOfWork work, Clock clock) {
    PaymentOperationStore store = new PaymentOperationStore();
    return operations(pool, work, store, new PaymentCalls(work, store, providers, clock));
  }

  private static PaymentOperationRunner operations(
      Pool pool, OrderUnitOfWork work, PaymentOperationStore store, PaymentCalls calls) {
    return new PaymentOperationRunner(pool, work, store, calls, new AuthorizeSession(calls));
  }

  public void bind(Operations handlers, Operations internal) {
    settlement.bind(internal);
    payments.bind(handlers);
    collectionService.bind(handlers);
    sessions.bind(handlers);
    authorizations.bind(handlers);
  }

  public BackgroundTask task() {
    return retrier.task();
  }

  public PaymentOperationRunner operations() {
    return operations;
  }

  public PaymentCollections collections() {
    return collections;
  }
}

package dev.tradewind.order.collection;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.view.OrderAccess;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Optional;

/**
 * Access of shoppers to payment collections, by their access to the order. The collections of an
 * account's order exist for its owner alone.
 */
public final class PaymentCollectionAccess {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final OrderAccess access;

  public PaymentCollectionAccess(Pool pool, OrderUnitOfWork work, OrderAccess access) {
    this.pool = pool;
    this.work = work;
    this.access = access;
  }

  /** Collection of an id; fails with {@code NotFound} if it does not exist for the caller. */
  Future<PaymentCollection> require(CallContext context, String id) {
    return PaymentCollectionService.require(pool, id)
        .compose(collection ->
            work.read(collection.orderId())
                .compose(order -> access.visible(context, Optional.of(order)))
                .map(visible -> {
                  if (visible.isEmpty()) {
                    throw PaymentCollectionService.notFound(id);
                  }
                  return collection;
                }));
  }
}

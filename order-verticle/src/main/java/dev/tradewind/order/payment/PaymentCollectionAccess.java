package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderAccess;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Optional;

/**
 * Access of shoppers to payment collections: that to the order. For others than the owner of an
 * account's order its collections do not exist.
 */
public final class PaymentCollectionAccess {

  private final Pool pool;
  private final LockedOrders orders;
  private final OrderAccess access;

  public PaymentCollectionAccess(Pool pool, LockedOrders orders, OrderAccess access) {
    this.pool = pool;
    this.orders = orders;
    this.access = access;
  }

  /** The collection; fails with {@code NotFound} if it does not exist for the caller. */
  Future<PaymentCollection> require(CallContext context, String id) {
    return PaymentCollectionService.require(pool, id)
        .compose(collection ->
            orders
                .read(pool, collection.orderId())
                .compose(order -> access.visible(context, Optional.of(order)))
                .map(visible -> {
                  if (visible.isEmpty()) {
                    throw PaymentCollectionService.notFound(id);
                  }
                  return collection;
                }));
  }
}

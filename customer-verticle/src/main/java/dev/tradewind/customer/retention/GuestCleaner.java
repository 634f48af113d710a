package dev.tradewind.customer.retention;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background task that deletes guests without a cart and an order after the retention time. Each
 * e-mail address that a cart gets makes a guest.
 */
public final class GuestCleaner {

  private static final Logger LOG = LoggerFactory.getLogger(GuestCleaner.class);

  private static final Duration INTERVAL = Duration.ofHours(6);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int BATCH = 500;

  private final GuestStore store = new GuestStore();
  private final Pool pool;
  private final CartClient carts;
  private final OrderClient orders;
  private final Duration retention;
  private final Clock clock;

  public GuestCleaner(Pool pool, OperationClient bus, Duration retention, Clock clock) {
    this.pool = pool;
    this.carts = new CartClient(bus);
    this.orders = new OrderClient(bus);
    this.retention = retention;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "delete-unused-guests", this::delete);
  }

  /** Deletes all unused guests and returns their number. */
  public Future<Integer> delete() {
    return deleteAfter("", clock.instant().minus(retention))
        .onSuccess(deleted -> {
          if (deleted > 0) {
            LOG.info("Deleted {} unused guests", deleted);
          }
        });
  }

  private Future<Integer> deleteAfter(String id, Instant before) {
    return store
        .find(pool, id, before, BATCH)
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(0);
          }
          return deleteUnused(found, before)
              .compose(deleted -> {
                if (found.size() < BATCH) {
                  return Future.succeededFuture(deleted);
                }
                return deleteAfter(found.getLast(), before).map(more -> deleted + more);
              });
        });
  }

  private Future<Integer> deleteUnused(List<String> ids, Instant before) {
    CallContext context = CallContext.system(clock, TIMEOUT);
    Future<Set<String>> withCarts = carts.findCustomersWithCarts(context, ids);
    Future<Set<String>> withOrders = orders.findCustomersWithOrders(context, ids);
    return Future.all(withCarts, withOrders)
        .compose(both -> {
          Set<String> used = new HashSet<>(withCarts.result());
          used.addAll(withOrders.result());
          List<String> unused = ids.stream().filter(id -> !used.contains(id)).toList();
          if (unused.isEmpty()) {
            return Future.succeededFuture(0);
          }
          return store.delete(pool, context, unused, before, clock.instant());
        });
  }
}

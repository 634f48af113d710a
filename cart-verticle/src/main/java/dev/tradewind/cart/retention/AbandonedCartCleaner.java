package dev.tradewind.cart.retention;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background task that deletes abandoned carts: those without an order that have not changed within
 * the retention time. Carts of draft orders, swaps and claims are kept.
 */
public final class AbandonedCartCleaner {

  private static final Logger LOG = LoggerFactory.getLogger(AbandonedCartCleaner.class);

  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final int BATCH = 500;

  private final Pool pool;
  private final AbandonedCartStore store = new AbandonedCartStore();
  private final Duration retention;
  private final Clock clock;

  public AbandonedCartCleaner(Pool pool, Duration retention, Clock clock) {
    this.pool = pool;
    this.retention = retention;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "delete-abandoned-carts", this::delete);
  }

  /** Deletes all abandoned carts and returns their number. */
  public Future<Integer> delete() {
    return Batches.repeat(BATCH, () -> store.delete(pool, clock.instant().minus(retention), BATCH))
        .onSuccess(deleted -> {
          if (deleted > 0) {
            LOG.info("Deleted {} abandoned carts", deleted);
          }
        });
  }
}

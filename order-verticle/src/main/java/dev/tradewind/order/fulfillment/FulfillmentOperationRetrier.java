package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries of fulfillment operations without an outcome. Runs on every node; an operation is leased
 * to one node.
 */
public final class FulfillmentOperationRetrier {

  private static final Logger LOG = LoggerFactory.getLogger(FulfillmentOperationRetrier.class);

  /** Short, so that operations interrupted by a crash are resolved soon after the restart. */
  private static final Duration FIRST_DELAY = Duration.ofSeconds(2);

  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Longer than any request waits for its provider. */
  private static final Duration ASKED_AGO = Duration.ofMinutes(1);

  private final Pool pool;
  private final FulfillmentOperationStore store;
  private final FulfillmentOperationRunner runner;
  private final Clock clock;

  public FulfillmentOperationRetrier(
      Pool pool, FulfillmentOperationStore store, FulfillmentOperationRunner runner, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.runner = runner;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return new BackgroundTask(
        "retry-fulfillment-operations", FIRST_DELAY, INTERVAL, () -> retry(ASKED_AGO));
  }

  public Future<Void> retry(Duration askedAgo) {
    Instant now = clock.instant();
    return store
        .lease(pool, now, now.minus(askedAgo))
        .compose(this::runAll)
        .onFailure(
            failure -> LOG.warn("Retrying fulfillment operations failed: {}", failure.toString()))
        .otherwiseEmpty();
  }

  /** Sequential; a repeated failure does not stop the others. */
  private Future<Void> runAll(List<FulfillmentOperation> operations) {
    Future<Void> finished = Future.succeededFuture();
    for (FulfillmentOperation operation : operations) {
      finished =
          finished.compose(
              done -> runner.run(CallContext.system(clock, TIMEOUT), operation).otherwiseEmpty());
    }
    return finished;
  }
}

package dev.tradewind.order.payment;

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
 * Asks providers again for what they have not answered when it was asked for. Every node runs one;
 * each takes over what no other has taken.
 */
public final class PaymentOperationRetrier {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentOperationRetrier.class);

  /** Short: what a node left when it died is settled soon after it is back. */
  private static final Duration FIRST_DELAY = Duration.ofSeconds(2);

  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Long enough that no request can still be waiting for its provider. */
  private static final Duration ASKED_AGO = Duration.ofMinutes(1);

  private final Pool pool;
  private final PaymentOperationStore store;
  private final PaymentOperationRunner runner;
  private final Clock clock;

  public PaymentOperationRetrier(
      Pool pool, PaymentOperationStore store, PaymentOperationRunner runner, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.runner = runner;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return new BackgroundTask(
        "retry-payment-operations", FIRST_DELAY, INTERVAL, () -> retry(ASKED_AGO));
  }

  public Future<Void> retry(Duration askedAgo) {
    Instant now = clock.instant();
    return store
        .takeOver(pool, now, now.minus(askedAgo))
        .compose(this::settleAll)
        .onFailure(failure -> LOG.warn("Payments were not swept: {}", failure.toString()))
        .otherwiseEmpty();
  }

  /** One that fails again does not keep the others waiting. */
  private Future<Void> settleAll(List<PaymentOperation> left) {
    Future<Void> settled = Future.succeededFuture();
    for (PaymentOperation work : left) {
      settled =
          settled.compose(
              done -> runner.settle(CallContext.system(clock, TIMEOUT), work).otherwiseEmpty());
    }
    return settled;
  }
}

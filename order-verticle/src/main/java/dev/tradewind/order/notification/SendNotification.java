package dev.tradewind.order.notification;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.notification.NotificationStore.Work;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.notification.NotificationProvider;
import dev.tradewind.spi.notification.NotificationProvider.Sent;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorded call that sends a notification; its provider may have nothing to send. Without an answer
 * it is made again with exponential backoff, 24 times at most.
 */
final class SendNotification implements CallHandler<Lease<Work>, Optional<Sent>> {

  private static final Logger LOG = LoggerFactory.getLogger(SendNotification.class);

  private final SqlClient db;
  private final NotificationStore store;
  private final NotifiedResources resources;
  private final ProviderRegistry<NotificationProvider> providers;
  private final NotificationMeters meters;
  private final ProviderCalls calls;
  private final Clock clock;

  SendNotification(
      SqlClient db,
      NotificationStore store,
      NotifiedResources resources,
      ProviderRegistry<NotificationProvider> providers,
      NotificationMeters meters,
      Clock clock) {
    this.db = db;
    this.store = store;
    this.resources = resources;
    this.providers = providers;
    this.meters = meters;
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  @Override
  public Future<Optional<Sent>> call(CallContext context, Lease<Work> leased) {
    Work work = leased.item();
    return resources
        .notification(context, work)
        .compose(notification ->
            calls.ask(
                "notification provider " + work.providerId(),
                context.deadline(),
                () ->
                    providers
                        .get(work.providerId())
                        .send(new ProviderCall(work.id(), context.deadline()), notification)));
  }

  @Override
  public Future<List<Lease<Work>>> accepted(
      CallContext context, Lease<Work> leased, Optional<Sent> answer) {
    return answer
        .map(sent -> counted(meters.sent, store.sent(db, leased, sent, Timestamps.now(clock))))
        .orElseGet(() -> counted(meters.skipped, NotificationStore.QUEUE.finish(db, leased)))
        .map(List.of());
  }

  @Override
  public Future<List<Lease<Work>>> refused(
      CallContext context, Lease<Work> leased, Throwable refusal) {
    Work work = leased.item();
    LOG.warn(
        "Provider {} refused notification {} about {}: {}",
        work.providerId(),
        work.id(),
        work.eventName(),
        refusal.getMessage());
    return counted(meters.refused, NotificationStore.QUEUE.park(db, leased)).map(List.of());
  }

  @Override
  public Future<List<Lease<Work>>> unanswered(
      CallContext context, Lease<Work> leased, Throwable failure) {
    return NotificationStore.QUEUE
        .retry(db, leased, Timestamps.now(clock))
        .map(outcome -> {
          if (outcome == LeasedQueue.Retry.PARKED) {
            meters.abandoned.increment();
            LOG.warn(
                "Abandoned notification {} about {} after {} attempts",
                leased.item().id(),
                leased.item().eventName(),
                leased.attempts());
          }
          return List.of();
        });
  }

  private static Future<Void> counted(Counter counter, Future<?> settled) {
    return settled.<Void>mapEmpty().onSuccess(done -> counter.increment());
  }
}

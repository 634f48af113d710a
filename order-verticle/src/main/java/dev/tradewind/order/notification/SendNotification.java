package dev.tradewind.order.notification;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.retry.Backoff;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorded call that sends a notification; its provider may have nothing to send. Without an answer
 * it is made again with exponential backoff, 24 times at most.
 */
final class SendNotification implements CallHandler<Work, Optional<Sent>> {

  private static final Logger LOG = LoggerFactory.getLogger(SendNotification.class);

  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofHours(1));
  private static final int MAX_ATTEMPTS = 24;

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
  public Future<Optional<Sent>> call(CallContext context, Work work) {
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
  public Future<List<Work>> accepted(CallContext context, Work work, Optional<Sent> answer) {
    Instant now = Timestamps.now(clock);
    return answer
        .map(sent -> counted(meters.sent, store.sent(db, work, sent, now)))
        .orElseGet(() -> counted(meters.skipped, store.settle(db, work, false, now)))
        .map(List.of());
  }

  @Override
  public Future<List<Work>> refused(CallContext context, Work work, Throwable refusal) {
    LOG.warn(
        "Provider {} refused notification {} about {}: {}",
        work.providerId(),
        work.id(),
        work.eventName(),
        refusal.getMessage());
    return counted(meters.refused, store.settle(db, work, true, Timestamps.now(clock)))
        .map(List.of());
  }

  @Override
  public Future<List<Work>> unanswered(CallContext context, Work work, Throwable failure) {
    Instant now = Timestamps.now(clock);
    if (work.attempts() < MAX_ATTEMPTS) {
      return store.postpone(db, work, now.plus(BACKOFF.after(work.attempts())), now).map(List.of());
    }
    LOG.warn(
        "Abandoned notification {} about {} after {} attempts",
        work.id(),
        work.eventName(),
        MAX_ATTEMPTS);
    return counted(meters.abandoned, store.settle(db, work, true, now)).map(List.of());
  }

  private static Future<Void> counted(Counter counter, Future<Void> settled) {
    return settled.onSuccess(done -> counter.increment());
  }
}

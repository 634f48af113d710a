package dev.tradewind.order.notification;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import dev.tradewind.kernel.background.CoalescedWork;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.kernel.providercall.CallProgress;
import dev.tradewind.kernel.providercall.CallRunner;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.notification.NotificationStore.Work;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.notification.NotificationProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of notifications about events, exactly once per event and provider. The outbox relays
 * announce the events ({@code AnnouncingPublisher}); what is to be sent is recorded first, and the
 * provider is called under the id of the record until it has answered, with exponential backoff.
 */
public final class NotificationSender extends CallRunner<Lease<Work>> {

  private static final Logger LOG = LoggerFactory.getLogger(NotificationSender.class);

  private static final Ids IDS = Ids.of("noti");

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

  /**
   * Notifications that an instance of the verticle sends at the same time, each of which reads its
   * resource: a backlog leaves the connections of the database to shoppers.
   */
  private static final int BATCH = 8;

  private static final Duration PRUNE_INTERVAL = Duration.ofHours(1);
  private static final int PRUNE_BATCH = 1_000;
  private static final Duration RETENTION = Duration.ofDays(30);

  private final Pool pool;
  private final NotificationStore store;
  private final ProviderRegistry<NotificationProvider> providers;
  private final SendNotification sending;
  private final BackgroundGate gate;
  private final CoalescedWork drain = new CoalescedWork(this::drain);
  private final Clock clock;

  public NotificationSender(
      Pool pool,
      NotificationStore store,
      OperationClient bus,
      ProviderRegistry<NotificationProvider> providers,
      MeterRegistry meters,
      BackgroundGate gate,
      Clock clock) {
    super(CallProgress.NONE);
    this.pool = pool;
    this.store = store;
    this.providers = providers;
    this.sending =
        new SendNotification(
            pool,
            store,
            new NotifiedResources(bus),
            providers,
            new NotificationMeters(meters),
            clock);
    this.gate = gate;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.ANNOUNCE_EVENTS, this::announce);
  }

  /** Background tasks; none without a provider. */
  public List<BackgroundTask> tasks() {
    if (providers.isEmpty()) {
      return List.of();
    }
    return List.of(
        BackgroundTask.spread(RETRY_INTERVAL, "send-notifications", this::sendDue),
        BackgroundTask.spread(PRUNE_INTERVAL, "prune-notification-work", this::prune));
  }

  private Future<Integer> prune() {
    return Batches.repeat(
        PRUNE_BATCH,
        () -> NotificationStore.QUEUE.prune(pool, clock.instant().minus(RETENTION), PRUNE_BATCH));
  }

  /** Records what is to be sent; the response does not wait until it is. */
  private Future<Reply> announce(Request request) {
    JsonArray works = new JsonArray();
    for (Object announced : request.input().getJsonArray("events")) {
      JsonObject event = (JsonObject) announced;
      for (NotificationProvider provider : about(event.getString("event_name"))) {
        works.add(event.copy().put("id", IDS.next()).put("provider_id", provider.id()));
      }
    }
    if (works.isEmpty()) {
      return Future.succeededFuture(Reply.noContent());
    }
    return store
        .record(pool, works, Timestamps.now(clock))
        .map(recorded -> {
          CurrentCall.withoutCall(this::sendDue)
              .onFailure(failure ->
                  LOG.warn("Sending recorded notifications failed: {}", failure.toString()));
          return Reply.noContent();
        });
  }

  private List<NotificationProvider> about(String eventType) {
    return providers.all().stream()
        .filter(provider -> provider.eventTypes().contains(eventType))
        .toList();
  }

  /** Sends notifications that are due, a batch at a time, however many callers there are. */
  private Future<Void> sendDue() {
    return drain.run();
  }

  private Future<Void> drain() {
    return gate.run(this::sendBatches);
  }

  private Future<Void> sendBatches() {
    return NotificationStore.QUEUE
        .workOnDue(pool, clock, BATCH, work -> run(CallContext.system(clock, TIMEOUT), work))
        .compose(isFull -> isFull ? drain() : Future.succeededFuture());
  }

  @Override
  protected CallHandler<Lease<Work>, ?> handler(Lease<Work> work) {
    return sending;
  }
}

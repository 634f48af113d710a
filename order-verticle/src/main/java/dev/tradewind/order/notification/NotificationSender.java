package dev.tradewind.order.notification;

import dev.tradewind.api.order.NotificationIntake;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.notification.NotificationStore.Work;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.notification.NotificationProvider;
import dev.tradewind.providers.notification.NotificationProviders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of notifications about events, exactly once per event and provider. The outbox relays
 * announce the events ({@link NotificationIntake}); what is to be sent is recorded first, and the
 * provider is called under the id of the record until it has answered, with exponential backoff.
 */
public final class NotificationSender {

  private static final Logger LOG = LoggerFactory.getLogger(NotificationSender.class);

  private static final Ids IDS = Ids.of("noti");

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(5);
  private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);
  private static final int MAX_ATTEMPTS = 24;
  private static final int BATCH = 20;

  private static final Duration PRUNE_INTERVAL = Duration.ofHours(1);
  private static final Duration RETENTION = Duration.ofDays(30);

  private final Pool pool;
  private final NotificationProviders providers;
  private final Clock clock;

  public NotificationSender(Pool pool, NotificationProviders providers, Clock clock) {
    this.pool = pool;
    this.providers = providers;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.ANNOUNCE_EVENTS, this::announce);
  }

  /** Background tasks; none without a provider. */
  public List<BackgroundTask> tasks() {
    return providers.isEmpty()
        ? List.of()
        : List.of(
            BackgroundTask.spread(RETRY_INTERVAL, "send-notifications", this::sendDue),
            BackgroundTask.spread(
                PRUNE_INTERVAL,
                "prune-notification-work",
                () -> NotificationStore.prune(pool, clock.instant().minus(RETENTION))));
  }

  /** Records what is to be sent; the response does not wait until it is. */
  private Future<Reply> announce(Request request) {
    JsonArray works = new JsonArray();
    for (Object announced : request.input().getJsonArray("events")) {
      JsonObject event = (JsonObject) announced;
      for (NotificationProvider provider : providers.about(event.getString("event_name"))) {
        works.add(event.copy().put("id", IDS.next()).put("provider_id", provider.id()));
      }
    }
    if (works.isEmpty()) {
      return Future.succeededFuture(Reply.noContent());
    }
    return NotificationStore.record(pool, works, Timestamps.now(clock))
        .map(recorded -> {
          sendDue()
              .onFailure(failure ->
                  LOG.warn("Sending recorded notifications failed: {}", failure.toString()));
          return Reply.noContent();
        });
  }

  /** Sends notifications that are due, a batch at a time. */
  Future<Void> sendDue() {
    Instant now = clock.instant();
    return NotificationStore.lease(pool, now, now.plus(LEASE), BATCH)
        .compose(due ->
            Future.join(due.stream().map(this::send).toList())
                .compose(sent -> due.size() < BATCH ? Future.succeededFuture() : sendDue()));
  }

  private Future<Void> send(Work work) {
    ProviderCall call = new ProviderCall(work.id(), clock.instant().plus(TIMEOUT));
    return Future.future((Promise<Optional<NotificationProvider.Sent>> answered) ->
            providers
                .get(work.providerId())
                .send(call, work.eventName(), work.data())
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .onComplete(answered))
        .transform(answer ->
            answer.succeeded() ? settle(work, answer.result()) : failed(work, answer.cause()));
  }

  private Future<Void> settle(Work work, Optional<NotificationProvider.Sent> answer) {
    Instant now = Timestamps.now(clock);
    return answer
        .map(sent -> NotificationStore.sent(pool, work, sent, now))
        .orElseGet(() -> NotificationStore.settle(pool, work, false, now));
  }

  private Future<Void> failed(Work work, Throwable failure) {
    Instant now = Timestamps.now(clock);
    boolean isFinal = failure instanceof ProblemException || work.attempts() >= MAX_ATTEMPTS;
    LOG.warn(
        "Sending notification {} about {} by provider {} failed{}: {}",
        work.id(),
        work.eventName(),
        work.providerId(),
        isFinal ? " for good" : "",
        failure.toString());
    return isFinal
        ? NotificationStore.settle(pool, work, true, now)
        : NotificationStore.postpone(pool, work, now.plus(backoff(work.attempts())), now);
  }

  private static Duration backoff(int attempts) {
    Duration doubled = FIRST_BACKOFF.multipliedBy(1L << Math.min(attempts - 1, 20));
    return doubled.compareTo(LONGEST_BACKOFF) < 0 ? doubled : LONGEST_BACKOFF;
  }
}

package dev.tradewind.webhook.delivery;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.CoalescedWork;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.retry.Backoff;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.webhook.delivery.DeliveryStore.Attempt;
import dev.tradewind.webhook.delivery.DeliveryStore.Keyed;
import dev.tradewind.webhook.delivery.DeliveryStore.Pending;
import dev.tradewind.webhook.subscription.SecretEncryption;
import dev.tradewind.webhook.subscription.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker that leases keys with pending deliveries and delivers the events of a key one after the
 * other, different keys at the same time. A lease outlasts an attempt; after a crash another worker
 * takes the key over when it has expired, and repeats the event whose outcome was not recorded.
 */
public final class DeliveryWorker {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryWorker.class);

  private static final String TASK = "deliver-webhooks";

  /** Keys of one subscription that an instance of the verticle delivers at the same time. */
  private static final int MAX_KEYS = 8;

  /** Events of a key before others have their turn. */
  private static final int MAX_EVENTS = 100;

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(2);
  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final int GONE = 410;

  /** Some dozen attempts in a day. */
  static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofHours(1));

  /** A delivery that fails for this long pauses its subscription. */
  static final Duration GIVE_UP = Duration.ofHours(24);

  private final DeliveryStore store;
  private final BackgroundGate gate;
  private final Vertx vertx;
  private final Pool pool;
  private final DeliverySender sender;
  private final SecretEncryption encryption;
  private final Clock clock;
  private final Map<String, Integer> running = new HashMap<>();
  private final CoalescedWork poll = new CoalescedWork(this::leaseDue);
  private boolean stopping;
  private @Nullable Promise<Void> idle;

  DeliveryWorker(
      Vertx vertx,
      Pool pool,
      DeliverySender sender,
      SecretEncryption encryption,
      DeliveryStore store,
      BackgroundGate gate,
      Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.sender = sender;
    this.encryption = encryption;
    this.store = store;
    this.gate = gate;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.every(POLL_INTERVAL, TASK, this::poll).whenIdleEvery(IDLE_INTERVAL);
  }

  /** Starts deliveries that are due, without waiting for them. */
  public void wake() {
    CurrentCall.withoutCall(this::poll)
        .onFailure(
            failure -> LOG.warn("Leasing webhook deliveries failed: {}", failure.toString()));
  }

  /**
   * Leases nothing further, and waits a moment for the attempts in progress. One that takes longer
   * is repeated by another worker when its lease has expired.
   */
  public Future<Void> stop() {
    stopping = true;
    Promise<Void> stopped = Promise.promise();
    idle = stopped;
    if (running.isEmpty()) {
      stopped.tryComplete();
    }
    return Future.any(stopped.future(), vertx.timer(DRAIN.toMillis())).mapEmpty();
  }

  /** Leases keys that are due and starts their deliveries. */
  Future<Void> poll() {
    return poll.run();
  }

  private Future<Void> leaseDue() {
    if (stopping || !gate.isOpen()) {
      return Future.succeededFuture();
    }
    return store
        .due(pool)
        .compose(due -> Future.join(due.stream().map(this::lease).toList()))
        .mapEmpty();
  }

  private Future<Void> lease(String subscriptionId) {
    int free = MAX_KEYS - running.getOrDefault(subscriptionId, 0);
    if (free == 0) {
      return Future.succeededFuture();
    }
    return store
        .lease(pool, subscriptionId, clock.instant(), free)
        .map(leases -> {
          leases.forEach(this::start);
          return null;
        });
  }

  private void start(Lease<Keyed> lease) {
    String subscriptionId = lease.item().subscriptionId();
    running.merge(subscriptionId, 1, Integer::sum);
    // At the closed gate the lease expires.
    gate.run(() -> deliver(lease, MAX_EVENTS))
        .onFailure(failure ->
            LOG.warn(
                "Delivering events of {} to webhook {} failed: {}",
                lease.item().key(),
                subscriptionId,
                failure.toString()))
        .onComplete(ended -> {
          running.computeIfPresent(subscriptionId, (id, keys) -> keys == 1 ? null : keys - 1);
          if (ended.succeeded()) {
            wake();
          }
          if (idle != null && running.isEmpty()) {
            idle.tryComplete();
          }
        });
  }

  private Future<Void> deliver(Lease<Keyed> lease, int left) {
    return store
        .next(pool, lease.item(), clock.instant())
        .compose(found -> {
          if (found.isEmpty()) {
            return end(lease);
          }
          if (stopping || !gate.isOpen() || left == 0 || !found.get().isActive()) {
            return release(lease);
          }
          Pending delivery = found.get();
          return Tracing.background(
                  TASK, List.of(delivery.event().traceparent()), () -> attempt(lease, delivery))
              .compose(held ->
                  held.map(next -> deliver(next, left - 1)).orElse(Future.succeededFuture()));
        });
  }

  private Future<Void> end(Lease<Keyed> lease) {
    return store
        .end(pool, lease)
        .compose(ended -> ended ? Future.succeededFuture() : release(lease));
  }

  private Future<Void> release(Lease<Keyed> lease) {
    return store.release(pool, lease, clock.instant());
  }

  /** The extended lease, if the next event of the key follows. */
  private Future<Optional<Lease<Keyed>>> attempt(Lease<Keyed> lease, Pending delivery) {
    String subscriptionId = lease.item().subscriptionId();
    Optional<List<WebhookSecret>> secrets = secrets(subscriptionId, delivery);
    if (secrets.isEmpty()) {
      return stop(
              subscriptionId,
              Subscription.PAUSED,
              "The key that encrypted the secret was removed: rotate the secret")
          .compose(stopped -> release(lease))
          .map(Optional.empty());
    }
    return sender
        .send(delivery, secrets.get())
        .compose(sent ->
            sent.error() == null
                ? succeeded(lease, delivery, sent)
                : failed(lease, delivery, sent).map(Optional.empty()));
  }

  private Optional<List<WebhookSecret>> secrets(String subscriptionId, Pending delivery) {
    List<WebhookSecret> secrets = new ArrayList<>();
    encryption
        .decrypt(delivery.secret(), subscriptionId)
        .ifPresent(found -> secrets.add(found.secret()));
    String previous = delivery.previousSecret();
    if (previous != null && !secrets.isEmpty()) {
      encryption.decrypt(previous, subscriptionId).ifPresent(found -> secrets.add(found.secret()));
    }
    return secrets.isEmpty() ? Optional.empty() : Optional.of(secrets);
  }

  private Future<Optional<Lease<Keyed>>> succeeded(
      Lease<Keyed> lease, Pending delivery, Attempt sent) {
    long sequence = delivery.event().sequence();
    Lease<Keyed> extended = DeliveryStore.QUEUE.extended(lease, Timestamps.now(clock));
    return Transactions.retrying(
            () -> store.delivered(pool, lease, sequence, sent, extended.until()))
        .map(held -> held ? Optional.of(extended) : Optional.<Lease<Keyed>>empty())
        .compose(held -> {
          if (delivery.hasFailures()) {
            return Transactions.retrying(
                    () -> store.countSuccess(pool, lease.item().subscriptionId()))
                .map(held);
          }
          return Future.succeededFuture(held);
        });
  }

  private Future<Void> failed(Lease<Keyed> lease, Pending delivery, Attempt sent) {
    Duration backoff = BACKOFF.jittered(delivery.failures() + 1, sent.pause());
    Instant next = clock.instant().plus(backoff);
    return Transactions.retrying(
            () -> store.failed(pool, lease, delivery.event().sequence(), sent, next))
        .compose(held -> {
          if (held) {
            return afterFailure(lease.item().subscriptionId(), delivery, sent);
          }
          return Future.succeededFuture();
        });
  }

  private Future<Void> afterFailure(String subscriptionId, Pending delivery, Attempt sent) {
    Instant since = delivery.failingSince();
    Integer status = sent.statusCode();
    if (status != null && status == GONE) {
      return stop(subscriptionId, Subscription.DISABLED, "The receiver answered 410 (Gone)");
    }
    if (since != null && !sent.at().isBefore(since.plus(GIVE_UP))) {
      return stop(
          subscriptionId,
          Subscription.PAUSED,
          "Event %s could not be delivered for %s hours: %s"
              .formatted(delivery.event().eventId(), GIVE_UP.toHours(), sent.error()));
    }
    return store.countFailure(pool, subscriptionId);
  }

  private Future<Void> stop(String id, String status, String reason) {
    AuditEntry entry =
        AuditAction.SETTING_CHANGE
            .on(id)
            .changing(
                new JsonObject().put("status", Subscription.ACTIVE),
                new JsonObject().put("status", status).put("status_reason", reason));
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .stop(db, id, status, reason, clock.instant())
                    .compose(stopped -> {
                      if (stopped) {
                        return Outbox.append(
                                db,
                                entry.event(
                                    CallContext.system(clock, TIMEOUT), Timestamps.now(clock)))
                            .map(true);
                      }
                      return Future.succeededFuture(false);
                    }))
        .map(stopped -> {
          if (stopped) {
            LOG.warn("Stopped webhook {}: {}", id, reason);
          }
          return null;
        });
  }
}

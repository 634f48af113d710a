package dev.tradewind.kernel.outbox;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toMap;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.ClusterActivity;
import dev.tradewind.kernel.operation.Traceparent;
import dev.tradewind.kernel.operation.Tracing;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outbox relay: publishes the events of one schema. Every node runs a relay per schema; a lease in
 * the database lets one relay of a schema work at a time. Events are published in the order of
 * their ids and marked only after the acknowledgement of the publisher, so no event is lost and a
 * repeated event carries the same id. Before, events are announced within the shop, which does not
 * wait for a publisher that is unavailable. An event that the publisher refuses for good is parked,
 * and so are later events of its key; the others go on. Pages of requested snapshots of states come
 * between the batches. While the gate is closed, events wait.
 */
public final class OutboxRelay {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

  private static final int BATCH = 500;

  /** Pause of the holder of the lease while requests of the cluster cause events. */
  private static final long ACTIVE_MILLIS = 100;

  /** Pause in the first second after a quiet time, in which the polls are not under way yet. */
  private static final long WOKEN_MILLIS = 50;

  private static final long WOKEN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Pause of a node without the lease, which takes over an expired lease. */
  private static final long WITHOUT_LEASE_MILLIS = 1_000;

  /** Pause while the cluster is idle; the holder has to renew the lease in between. */
  private static final long IDLE_MILLIS = 2_000;

  private static final long MAX_PAUSE_MILLIS = 2_000;
  private static final int PRUNE_BATCH = 10_000;
  private static final Duration PRUNE_INTERVAL = Duration.ofMinutes(1);

  /**
   * Acquires or renews the lease when it is due, and reads the next batch while it is held: with $3
   * of the events that are not announced yet. Without an event one row tells whether the lease is
   * held.
   */
  private static final String NEXT_BATCH =
      """
      WITH taken AS (
        UPDATE outbox_lease
        SET holder = $1, expires_at = now() + interval '10 seconds'
        WHERE shard = 0
          AND (expires_at < now() OR holder = $1 AND expires_at < now() + interval '5 seconds')
        RETURNING shard
      ),
      lease AS (
        SELECT EXISTS (SELECT FROM taken)
          OR EXISTS (
            SELECT
            FROM outbox_lease
            WHERE shard = 0 AND holder = $1 AND expires_at > now() + interval '4 seconds'
          ) AS is_held
      )
      SELECT lease.is_held, waiting.*
      FROM lease
      LEFT JOIN LATERAL (
        SELECT id, event_id, topic, key, type, subject, aggregate_version, data, occurred_at,
          causation_id, actor, traceparent, tracestate, no_notification,
          announced_at IS NOT NULL AS is_announced,
          EXISTS (
            SELECT
            FROM parked_event AS earlier
            WHERE earlier.topic = outbox.topic
              AND earlier.key = outbox.key
              AND earlier.id < outbox.id
          ) AS is_behind_parked
        FROM outbox
        WHERE sent_at IS NULL
          AND (NOT $3 OR announced_at IS NULL)
          AND lease.is_held
        ORDER BY id
        LIMIT $2
      ) AS waiting ON true
      ORDER BY waiting.id
      """;

  private static final String MARK_ANNOUNCED =
      """
      UPDATE outbox
      SET announced_at = now()
      WHERE id = ANY($1)
      """;

  private static final String MARK_SENT =
      """
      UPDATE outbox
      SET sent_at = now()
      WHERE id = ANY($1)
      """;

  /**
   * Marks a batch whose states were published too. If the lease was lost meanwhile, another node
   * may have published later states before these: the events become unsent, and that node publishes
   * them again with the current states.
   */
  private static final String MARK_SENT_WITH_STATES =
      """
      UPDATE outbox
      SET sent_at = CASE WHEN EXISTS (
        SELECT
        FROM outbox_lease
        WHERE shard = 0 AND holder = $2 AND expires_at > now()
      ) THEN now() END
      WHERE id = ANY($1)
      """;

  /**
   * Retention of sent events: one day, for inspection. No index covers the send time: the events
   * with the lowest ids are the oldest, and at most a batch of them is read.
   */
  private static final String PRUNE =
      """
      DELETE FROM outbox
      WHERE id = ANY (ARRAY(
        SELECT id
        FROM (
          SELECT id, sent_at
          FROM outbox
          ORDER BY id
          LIMIT $2
        ) AS oldest
        WHERE sent_at < now() - interval '1 day'
          AND EXISTS (
            SELECT
            FROM outbox_lease
            WHERE shard = 0 AND holder = $1 AND expires_at > now()
          )
      ))
      """;

  private static final String RELEASE =
      """
      UPDATE outbox_lease
      SET expires_at = '-infinity'
      WHERE shard = 0 AND holder = $1
      """;

  private final Vertx vertx;
  private final Pool pool;
  private final EventPublisher publisher;
  private final String holder;
  private final List<StateSource> states;
  private final EventParking parking;
  private final SnapshotPublisher snapshots;
  private final BackgroundGate gate;
  private final OutboxMeters meters;
  private final ClusterActivity activity;
  private final Promise<Void> stopped = Promise.promise();

  private boolean stopping;
  private boolean working;

  /** Whether the last batch could not be published. */
  private boolean isAway;

  private boolean isHolder;

  /** Pause after a failure, which doubles with each one. */
  private long pauseMillis = ACTIVE_MILLIS;

  private long timer = -1;
  private Runnable onActive = () -> {};
  private long wokenNanos = System.nanoTime() - WOKEN_NANOS;

  public OutboxRelay(Vertx vertx, Pool pool, EventPublisher publisher, String holder) {
    this(
        vertx,
        pool,
        publisher,
        holder,
        List.of(),
        BackgroundGate.opened(),
        new OutboxMeters(holder, new CompositeMeterRegistry(), Clock.systemUTC()));
  }

  /**
   * A relay that also publishes the states of aggregates after their events.
   *
   * @param states none: it executes no further statements
   */
  public OutboxRelay(
      Vertx vertx,
      Pool pool,
      EventPublisher publisher,
      String holder,
      List<StateSource> states,
      BackgroundGate gate,
      OutboxMeters meters) {
    this.vertx = vertx;
    this.activity = ClusterActivity.of(vertx);
    this.pool = pool;
    this.publisher = publisher;
    this.holder = holder;
    this.states = states;
    this.parking = new EventParking(pool, meters);
    this.snapshots = new SnapshotPublisher(pool, publisher, holder, states, Clock.systemUTC());
    this.gate = gate;
    this.meters = meters;
  }

  public void start() {
    Context context = vertx.getOrCreateContext();
    onActive = () -> context.runOnContext(active -> workIfIdle());
    activity.onActive(onActive);
    work();
  }

  /** Looks for events of the first requests after a quiet time, not at the end of a long pause. */
  private void workIfIdle() {
    wokenNanos = System.nanoTime();
    if (!working && !stopping && !isAway) {
      vertx.cancelTimer(timer);
      work();
    }
  }

  /** Finishes the batch in progress and releases the lease. */
  public Future<Void> stop() {
    stopping = true;
    activity.removeListener(onActive);
    vertx.cancelTimer(timer);
    if (!working) {
      stopped.tryComplete();
    }
    return stopped
        .future()
        .compose(done -> pool.preparedQuery(RELEASE).execute(Tuple.of(holder)))
        .mapEmpty();
  }

  private void work() {
    working = true;
    gate.run(false, this::publishWaiting)
        .onFailure(this::report)
        .onComplete(result -> rest(result.succeeded() ? result.result() : null));
  }

  private Future<Boolean> publishWaiting() {
    return announceWaiting()
        .compose(isFull -> isFull ? Future.succeededFuture(true) : publishNext());
  }

  /**
   * While events cannot be published, announces a batch of those that wait and returns whether it
   * was full.
   */
  private Future<Boolean> announceWaiting() {
    if (isAway && publisher.hasListeners()) {
      return nextBatch(true)
          .compose(rows -> traced(rows, () -> announceAndMark(rows)).map(rows.size() == BATCH));
    }
    return Future.succeededFuture(false);
  }

  private Future<?> announceAndMark(List<Row> rows) {
    return announce(rows)
        .compose(done ->
            pool.preparedQuery(MARK_ANNOUNCED)
                .execute(Tuple.of(rows.stream().map(OutboxRelay::id).toArray(Long[]::new))));
  }

  /**
   * Executes the work on rows, if there are any, in a trace with links to the traces of the events.
   */
  private static Future<Void> traced(List<Row> rows, Supplier<Future<?>> work) {
    return Futures.unlessEmpty(
        rows,
        () ->
            Tracing.background(
                "relay-outbox",
                rows.stream().map(OutboxRelay::traceparent).toList(),
                () -> work.get().mapEmpty()));
  }

  private Future<List<Row>> nextBatch(boolean isToAnnounce) {
    return pool.preparedQuery(NEXT_BATCH)
        .execute(Tuple.of(holder, BATCH, isToAnnounce))
        .map(rows -> {
          isHolder = rows.iterator().next().getBoolean("is_held");
          return rows.stream().filter(row -> row.getLong("id") != null).toList();
        });
  }

  private Future<Void> announce(List<Row> rows) {
    List<Event> events =
        rows.stream()
            .filter(row -> !row.getBoolean("is_announced"))
            .map(OutboxRelay::event)
            .toList();
    return events.isEmpty() ? Future.succeededFuture() : publisher.announce(events);
  }

  /** Publishes one batch and a page of a snapshot; returns whether more may wait. */
  private Future<Boolean> publishNext() {
    return publishNextBatch()
        .compose(isFull -> snapshots.publishNextPage().map(isPublished -> isFull || isPublished))
        .onComplete(result -> isAway = result.failed());
  }

  /** Publishes one batch and returns whether it was full. */
  private Future<Boolean> publishNextBatch() {
    return nextBatch(false)
        .compose(rows -> {
          Map<Boolean, List<Row>> rowsByHeld =
              rows.stream().collect(partitioningBy(row -> row.getBoolean("is_behind_parked")));
          List<Row> sendable = rowsByHeld.getOrDefault(false, List.of());
          List<Row> held = rowsByHeld.getOrDefault(true, List.of());
          return traced(
                  rows,
                  () ->
                      publish(sendable)
                          .compose(refused ->
                              parking.park(refused, held.stream().map(OutboxRelay::id).toList())))
              .map(rows.size() == BATCH);
        });
  }

  /** Publishes the events and marks them as sent; returns the refused ones by id. */
  private Future<Map<Long, RefusedEvent>> publish(List<Row> rows) {
    if (rows.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    List<Event> events = rows.stream().map(OutboxRelay::event).toList();
    // The events are committed, so the states contain their changes. A state that cannot be
    // read is a failure before anything is published.
    return statesAfter(events)
        .compose(found ->
            announce(rows)
                .compose(announced -> publisher.publish(events))
                .map(done -> List.<RefusedEvent>of())
                .recover(OutboxRelay::refused)
                .map(refused -> byId(rows, refused))
                .compose(refused ->
                    publishStates(found)
                        .compose(done -> markSent(rows, refused.keySet(), !found.isEmpty()))
                        .onSuccess(marked -> measure(rows, events, refused.keySet()))
                        .map(refused)));
  }

  private void measure(List<Row> rows, List<Event> events, Set<Long> refused) {
    for (int index = 0; index < rows.size(); index++) {
      if (!refused.contains(id(rows.get(index)))) {
        meters.published(events.get(index));
      }
    }
  }

  private static Future<List<RefusedEvent>> refused(Throwable failure) {
    if (failure instanceof RefusedEventsException refusal) {
      return Future.succeededFuture(refusal.events());
    }
    return Future.failedFuture(failure);
  }

  private static Map<Long, RefusedEvent> byId(List<Row> rows, List<RefusedEvent> refused) {
    Map<String, RefusedEvent> byEvent =
        refused.stream().collect(toMap(one -> one.event().eventId(), one -> one));
    Map<Long, RefusedEvent> byId = new LinkedHashMap<>();
    for (Row row : rows) {
      RefusedEvent one = byEvent.get(row.getString("event_id"));
      if (one != null) {
        byId.put(id(row), one);
      }
    }
    return byId;
  }

  private Future<Void> publishStates(List<AggregateState> found) {
    return found.isEmpty() ? Future.succeededFuture() : publisher.publishStates(found);
  }

  private Future<List<AggregateState>> statesAfter(List<Event> events) {
    if (states.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return Future.all(states.stream().map(source -> source.after(pool, events)).toList())
        .map(found -> found.<List<AggregateState>>list().stream().flatMap(List::stream).toList());
  }

  private Future<?> markSent(List<Row> rows, Set<Long> refused, boolean withStates) {
    Long[] sent =
        rows.stream().map(OutboxRelay::id).filter(id -> !refused.contains(id)).toArray(Long[]::new);
    if (withStates) {
      return pool.preparedQuery(MARK_SENT_WITH_STATES).execute(Tuple.of(sent, holder));
    }
    return pool.preparedQuery(MARK_SENT).execute(Tuple.of(sent));
  }

  /**
   * Pauses before the next batch.
   *
   * @param isMoreExpected whether it follows at once; null after a failure
   */
  private void rest(@Nullable Boolean isMoreExpected) {
    working = false;
    if (stopping) {
      stopped.tryComplete();
      return;
    }
    if (isMoreExpected == null) {
      pauseMillis = Math.min(pauseMillis * 2, MAX_PAUSE_MILLIS);
    } else if (!isAway) {
      pauseMillis = ACTIVE_MILLIS;
    }
    timer = vertx.setTimer(pause(isMoreExpected), tick -> work());
  }

  private long pause(@Nullable Boolean isMoreExpected) {
    if (Boolean.TRUE.equals(isMoreExpected)) {
      return 1;
    }
    if (isMoreExpected == null || isAway || !gate.isOpen()) {
      return pauseMillis;
    }
    if (!activity.isActive()) {
      return IDLE_MILLIS;
    }
    if (!isHolder) {
      return WITHOUT_LEASE_MILLIS;
    }
    return System.nanoTime() - wokenNanos < WOKEN_NANOS ? WOKEN_MILLIS : ACTIVE_MILLIS;
  }

  private void report(Throwable failure) {
    meters.failed();
    // Logged once when the failure begins, not at every retry.
    if (pauseMillis == ACTIVE_MILLIS && !stopping) {
      LOG.warn("Publishing outbox events of {} failed: {}", holder, failure.toString());
    }
  }

  /** Background task that deletes old events of the outbox. */
  public BackgroundTask pruning() {
    return BackgroundTask.every(PRUNE_INTERVAL, "prune-outbox", this::prune);
  }

  /** Deletes events beyond their retention, while this node holds the lease. */
  Future<Void> prune() {
    Promise<Void> pruned = Promise.promise();
    pruneBatches(pruned);
    return pruned.future();
  }

  private void pruneBatches(Promise<Void> pruned) {
    pool.preparedQuery(PRUNE)
        .execute(Tuple.of(holder, PRUNE_BATCH))
        .onFailure(pruned::fail)
        .onSuccess(deleted -> {
          // Most of a batch, not all of it: a few unsent events at the front must not delay the
          // others.
          if (deleted.rowCount() > PRUNE_BATCH / 2 && !stopping) {
            pruneBatches(pruned);
          } else {
            pruned.complete();
          }
        });
  }

  private static Long id(Row row) {
    return row.getLong("id");
  }

  /** Null in the row where a statement outside of a request wrote the event. */
  private static String traceparent(Row row) {
    return Traceparent.of(row.getString("traceparent"), row.getString("causation_id"));
  }

  private static Event event(Row row) {
    OffsetDateTime occurredAt = row.getOffsetDateTime("occurred_at");
    return EventBuilder.builder()
        .eventId(row.getString("event_id"))
        .topic(row.getString("topic"))
        .key(row.getString("key"))
        .type(row.getString("type"))
        .subject(row.getString("subject"))
        .aggregateVersion(row.getLong("aggregate_version"))
        .data((JsonObject) row.getJson("data"))
        .occurredAt(occurredAt.toInstant())
        .causationId(row.getString("causation_id"))
        .actor(row.getString("actor"))
        .traceparent(traceparent(row))
        .tracestate(row.getString("tracestate"))
        .noNotification(row.getBoolean("no_notification"))
        .build();
  }
}

package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Tracing;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publisher of requested snapshots: the states of all aggregates, in pages between the batches of
 * the outbox relay. The relay alone publishes states, and one batch or page after the other, so the
 * state after a change never precedes an older one. Deleted aggregates get their tombstones.
 */
final class SnapshotPublisher {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPublisher.class);

  private static final int PAGE = 100;

  /** Time between two looks for a requested snapshot. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Pool pool;
  private final EventPublisher publisher;
  private final String holder;
  private final List<StateSource> sources;
  private final Clock clock;
  private long lastLook = System.nanoTime() - LOOK_NANOS;

  SnapshotPublisher(
      Pool pool, EventPublisher publisher, String holder, List<StateSource> sources, Clock clock) {
    this.pool = pool;
    this.publisher = publisher;
    this.holder = holder;
    this.sources = sources;
    this.clock = clock;
  }

  /** Publishes the next page of a snapshot; returns whether there was one. */
  Future<Boolean> publishNextPage() {
    if (sources.isEmpty() || System.nanoTime() - lastLook < LOOK_NANOS) {
      return Future.succeededFuture(false);
    }
    Future<Boolean> published = Future.succeededFuture(false);
    for (StateSource source : sources) {
      published =
          published.compose(
              isPublished -> isPublished ? Future.succeededFuture(true) : publishNextPage(source));
    }
    return published.onSuccess(isPublished -> {
      if (!isPublished) {
        lastLook = System.nanoTime();
      }
    });
  }

  private Future<Boolean> publishNextPage(StateSource source) {
    return StateSnapshotStore.nextPage(pool, source, holder, PAGE)
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(false);
          }
          return Tracing.background("publish-snapshot", () -> publish(source, found.get()))
              .map(true);
        });
  }

  private Future<Void> publish(StateSource source, StateSnapshotStore.Page page) {
    boolean isLast = page.versions().size() < PAGE;
    return states(source, page)
        .compose(
            states -> states.isEmpty() ? Future.succeededFuture() : publisher.publishStates(states))
        .compose(done -> StateSnapshotStore.complete(pool, source.topic(), holder, page, isLast))
        .onSuccess(completed -> {
          if (isLast) {
            LOG.info(
                "Published the states of {} aggregates on topic {}, snapshot {}",
                page.completed() + page.versions().size(),
                source.topic(),
                page.snapshotId());
          }
        });
  }

  private Future<List<AggregateState>> states(StateSource source, StateSnapshotStore.Page page) {
    List<String> ids = List.copyOf(page.versions().keySet());
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    Instant now = clock.instant();
    CallContext context = new CallContext(page.snapshotId(), now, null, Principal.SYSTEM);
    return source
        .bodies()
        .read(ids)
        .map(bodies ->
            page.versions().entrySet().stream()
                .map(aggregate ->
                    state(source, context, now, aggregate.getKey(), aggregate.getValue(), bodies))
                .toList());
  }

  private static AggregateState state(
      StateSource source,
      CallContext context,
      Instant now,
      String id,
      long version,
      Map<String, JsonObject> bodies) {
    Event cause =
        Event.of(context, now, source.topic(), source.type(), id, version, new JsonObject());
    return new AggregateState(source.topic(), source.type(), cause, version, bodies.get(id));
  }
}

package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.background.BackgroundTask;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead-letter handling of the outbox of one verticle: parks events that the broker refuses for
 * good, so that they do not stop the others, and counts them.
 */
public final class EventParking {

  private static final Logger LOG = LoggerFactory.getLogger(EventParking.class);

  private static final Duration COUNT_INTERVAL = Duration.ofSeconds(30);

  private final Pool pool;
  private final String verticle;
  private final Counter refused;
  private final MultiGauge parked;

  public EventParking(Pool pool, String verticle, MeterRegistry meters) {
    this.pool = pool;
    this.verticle = verticle;
    this.refused =
        Counter.builder("tradewind.outbox.events.refused")
            .description("Events that the broker refused for good")
            .tag("verticle", verticle)
            .register(meters);
    this.parked =
        MultiGauge.builder("tradewind.outbox.events.parked")
            .description("Events that wait for a replay; the same on all nodes")
            .tag("verticle", verticle)
            .register(meters);
    record(0);
  }

  /** Several instances of the verticle share the gauge. */
  private void record(long count) {
    parked.register(List.of(MultiGauge.Row.of(Tags.empty(), count)), true);
  }

  /** Background task that counts the parked events of the schema. */
  public BackgroundTask counting() {
    return BackgroundTask.spread(COUNT_INTERVAL, "count-parked-events", this::count);
  }

  private Future<Long> count() {
    return ParkedEventStore.count(pool).onSuccess(this::record);
  }

  /**
   * Parks events of a batch.
   *
   * @param refusals refused events by id
   * @param behind ids of events behind a parked one of their key
   */
  Future<?> park(Map<Long, RefusedEvent> refusals, List<Long> behind) {
    if (refusals.isEmpty() && behind.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Long> ids = new ArrayList<>(refusals.keySet());
    ids.addAll(behind);
    @Nullable String[] reasons = new String[ids.size()];
    for (int index = 0; index < refusals.size(); index++) {
      reasons[index] = Objects.requireNonNull(refusals.get(ids.get(index))).reason();
    }
    return ParkedEventStore.park(pool, ids.toArray(Long[]::new), reasons)
        .onSuccess(moved -> {
          refused.increment(refusals.size());
          report(moved, List.copyOf(refusals.values()));
        })
        .compose(moved -> count());
  }

  private void report(int moved, List<RefusedEvent> refusals) {
    if (refusals.isEmpty()) {
      LOG.warn("Parked {} events of {} behind earlier ones of their keys", moved, verticle);
      return;
    }
    RefusedEvent first = refusals.getFirst();
    LOG.error(
        "Parked {} events of {}, {} of them refused by Kafka; the first is {} {} of {}: {}",
        moved,
        verticle,
        refusals.size(),
        first.event().type(),
        first.event().eventId(),
        first.event().key(),
        first.reason());
  }
}

package dev.tradewind.kernel.outbox;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead-letter handling of the outbox of one verticle: parks events that the broker refuses for
 * good, so that refused events do not stop the others, and counts the parked events.
 */
final class EventParking {

  private static final Logger LOG = LoggerFactory.getLogger(EventParking.class);

  private final Pool pool;
  private final OutboxMeters meters;

  EventParking(Pool pool, OutboxMeters meters) {
    this.pool = pool;
    this.meters = meters;
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
          meters.refused(refusals.size());
          report(moved, List.copyOf(refusals.values()));
        });
  }

  private void report(int moved, List<RefusedEvent> refusals) {
    if (refusals.isEmpty()) {
      LOG.warn(
          "Parked {} events of {} behind earlier ones of their keys", moved, meters.verticle());
      return;
    }
    RefusedEvent first = refusals.getFirst();
    LOG.error(
        "Parked {} events of {}, {} of them refused by Kafka; the first is {} {} of {}: {}",
        moved,
        meters.verticle(),
        refusals.size(),
        first.event().type(),
        first.event().eventId(),
        first.event().key(),
        first.reason());
  }
}

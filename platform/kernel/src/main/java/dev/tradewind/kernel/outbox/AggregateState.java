package dev.tradewind.kernel.outbox;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * State of one aggregate after an event, published on a compacted topic under the aggregate's id.
 *
 * @param topic compacted topic
 * @param type CloudEvents type
 * @param cause latest event of the aggregate
 * @param version version of the aggregate; the body is of this or a later one
 * @param body representation of the aggregate; null when it was deleted
 */
public record AggregateState(
    String topic, String type, Event cause, long version, @Nullable JsonObject body) {

  /** Unique id, equal for a repeated publication. */
  String id() {
    return cause.eventId() + ".state";
  }
}

package dev.tradewind.catalog.event;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;

/**
 * Product changed by a statement.
 *
 * @param version after the change
 */
public record ChangedProduct(String id, long version) {

  public static final RecordCodec<ChangedProduct> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ChangedProduct.class);

  /** The event of a change of one field. */
  public Event updated(CallContext context, Instant now, String field) {
    return Event.of(
        context,
        now,
        Topics.CATALOG,
        "product.updated",
        id,
        version,
        new JsonObject().put("id", id).put("fields", new JsonArray().add(field)));
  }
}

package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * Events of price lists. A change of a list's prices or customer groups is a change of the list:
 * they tell that prices for shoppers may have changed.
 */
final class PriceListEvents {

  static final String CREATED = "price-list.created";
  static final String UPDATED = "price-list.updated";
  static final String DELETED = "price-list.deleted";

  private PriceListEvents() {}

  static Event of(CallContext context, Instant now, String type, String id) {
    return Event.of(context, now, Topics.COLLECTION, type, id, 1, new JsonObject().put("id", id));
  }
}

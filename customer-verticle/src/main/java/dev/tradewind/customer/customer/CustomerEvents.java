package dev.tradewind.customer.customer;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** Events of customers: the id and, for group memberships, what was added and removed. */
public final class CustomerEvents {

  public static final String CREATED = "customer.created";
  public static final String UPDATED = "customer.updated";
  public static final String GROUPS_CHANGED = "customer.groups_changed";

  private CustomerEvents() {}

  /** Event with the id alone; consumers read the rest from the API. */
  public static Event of(CallContext context, Instant now, String type, String id) {
    return of(context, now, type, id, new JsonObject());
  }

  /** Event with further data. */
  public static Event of(
      CallContext context, Instant now, String type, String id, JsonObject more) {
    JsonObject data = new JsonObject().put("id", id).mergeIn(more);
    return Event.of(context, now, Topics.CUSTOMER, type, id, 0, data);
  }
}

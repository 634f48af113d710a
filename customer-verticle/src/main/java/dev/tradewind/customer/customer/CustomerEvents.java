package dev.tradewind.customer.customer;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Events of customers: the id and, for group memberships, what was added and removed. */
public final class CustomerEvents {

  public static final String CREATED = "customer.created";
  public static final String UPDATED = "customer.updated";
  public static final String GROUPS_CHANGED = "customer.groups_changed";

  private CustomerEvents() {}

  /** Event of a group that customers joined. */
  public static Event joined(
      CallContext context, Instant now, String groupId, List<String> customers) {
    return ofMembers(context, now, "customer_group.customers_added", groupId, customers);
  }

  /** Event of a group that customers left. */
  public static Event left(
      CallContext context, Instant now, String groupId, List<String> customers) {
    return ofMembers(context, now, "customer_group.customers_removed", groupId, customers);
  }

  private static Event ofMembers(
      CallContext context, Instant now, String type, String groupId, List<String> customers) {
    JsonObject data =
        new JsonObject().put("id", groupId).put("customer_ids", new JsonArray(customers));
    return Event.of(context, now, Topics.CUSTOMER_GROUP, type, groupId, 0, data);
  }

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

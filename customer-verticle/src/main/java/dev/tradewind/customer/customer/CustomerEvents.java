package dev.tradewind.customer.customer;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** Events of customers: the id and, for group memberships, what was added and removed. */
public final class CustomerEvents {

  public static final String CREATED = "customer.created";
  public static final String UPDATED = "customer.updated";
  public static final String GROUPS_CHANGED = "customer.groups_changed";

  // Lock order: customers by id.
  private static final String TELL =
      """
      WITH changed AS (
        UPDATE customer
        SET version = customer.version + 1
        FROM (
          SELECT id
          FROM customer
          WHERE id = ANY ($1)
          ORDER BY id
          FOR NO KEY UPDATE
        ) AS locked
        WHERE customer.id = locked.id
        RETURNING customer.id, customer.version
      )
      """
          + Outbox.insertAtVersionOf("$2", "changed")
          + "WHERE event.subject = changed.id";

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

  /**
   * Appends events about data outside the customer's row, one per customer, and raises the version
   * of each customer.
   */
  public static Future<Void> appendEvents(SqlClient db, List<Event> events) {
    String[] ids = events.stream().map(Event::subject).toArray(String[]::new);
    return db.preparedQuery(TELL).execute(Tuple.of(ids, Outbox.rows(events))).mapEmpty();
  }
}

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

/** The events of customers: an id and, of groups, which came and went. */
public final class CustomerEvents {

  public static final String CREATED = "customer.created";
  public static final String UPDATED = "customer.updated";
  public static final String GROUPS_CHANGED = "customer.groups_changed";

  // Everybody locks customers in the order of their ids.
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

  /** An event that says nothing but the id; the rest can be asked for. */
  public static Event of(CallContext context, Instant now, String type, String id) {
    return of(context, now, type, id, new JsonObject());
  }

  /** An event that says something beside the id. */
  public static Event of(
      CallContext context, Instant now, String type, String id, JsonObject more) {
    JsonObject data = new JsonObject().put("id", id).mergeIn(more);
    return Event.of(context, now, Topics.CUSTOMER, type, id, 0, data);
  }

  /**
   * Tells of changes of what belongs to customers and is not in their rows; these get a new version
   * each. One event of each customer.
   */
  public static Future<Void> tell(SqlClient db, List<Event> events) {
    String[] ids = events.stream().map(Event::subject).toArray(String[]::new);
    return db.preparedQuery(TELL).execute(Tuple.of(ids, Outbox.rows(events))).mapEmpty();
  }
}

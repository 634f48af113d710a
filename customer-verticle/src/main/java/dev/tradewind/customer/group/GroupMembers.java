package dev.tradewind.customer.group;

import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.customer.CustomerEvents;
import dev.tradewind.customer.schema.GroupResources;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.read.Selection;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Membership of customers in groups. Adding a member and removing a non-member have no effect; one
 * unknown customer makes the whole batch fail.
 */
public final class GroupMembers {

  private static final Selection WHOLE = Selection.of(GroupResources.GROUP);

  private static final String LOCK =
      """
      SELECT version
      FROM customer_group
      WHERE id = $1
      FOR NO KEY UPDATE
      """;

  // Lock order: a change of memberships locks its customers, by id.
  private static final String LOCK_CUSTOMERS =
      """
      SELECT id
      FROM customer
      WHERE id = ANY ($1)
        AND deleted_at IS NULL
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  private static final String ADD =
      """
      INSERT INTO customer_group_customers (customer_group_id, customer_id)
      SELECT $1, wanted.id
      FROM unnest($2::text[]) AS wanted (id)
      ORDER BY wanted.id
      ON CONFLICT DO NOTHING
      RETURNING customer_id
      """;

  private static final String REMOVE =
      """
      DELETE FROM customer_group_customers
      WHERE customer_group_id = $1
        AND customer_id = ANY ($2)
      RETURNING customer_id
      """;

  private static final String TELL =
      """
      WITH changed AS (
        UPDATE customer_group
        SET version = version + 1
        WHERE id = $1
        RETURNING version
      )
      """
          + Outbox.insertAtVersionOf("$2", "changed");

  /** Effect of a batch on its customers. */
  private enum Step {
    ADDED(ADD, "customer_group.customers_added", "added_group_ids"),
    REMOVED(REMOVE, "customer_group.customers_removed", "removed_group_ids");

    private final String statement;
    private final String event;
    private final String member;

    Step(String statement, String event, String member) {
      this.statement = statement;
      this.event = event;
      this.member = member;
    }
  }

  private final ResourceReader reader;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public GroupMembers(Pool pool, EventBus eventBus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminAddCustomersToCustomerGroup", request -> change(request, Step.ADDED))
        .on("adminRemoveCustomersFromCustomerGroup", request -> change(request, Step.REMOVED));
  }

  private Future<Reply> change(Request request, Step step) {
    String id = request.path("id");
    List<String> customers =
        request.body().getJsonArray("customer_ids").stream()
            .map(each -> ((JsonObject) each).getString("id"))
            .distinct()
            .toList();
    return Transactions.inTransaction(pool, db -> change(db, request, step, customers))
        .onSuccess(changed -> {
          if (!changed.isEmpty()) {
            CustomerCacheInvalidation.publishCustomers(eventBus, changed);
          }
        })
        .compose(changed -> reader.find(WHOLE, id))
        .map(found ->
            Reply.ok(GroupResources.OBJECT, found.orElseThrow(() -> GroupResources.notFound(id))));
  }

  private Future<List<String>> change(
      SqlClient db, Request request, Step step, List<String> customers) {
    String id = request.path("id");
    String[] wanted = customers.toArray(String[]::new);
    return lock(db, id)
        .compose(locked -> db.preparedQuery(LOCK_CUSTOMERS).execute(Tuple.of(wanted)))
        .map(rows -> Set.copyOf(column(rows, "id")))
        .compose(present -> {
          switch (step) {
            case ADDED -> requireAll(customers, present);
            case REMOVED -> {
              // An unknown customer is not a member either.
            }
          }
          return db.preparedQuery(step.statement)
              .execute(Tuple.tuple().addString(id).addArrayOfString(wanted));
        })
        .map(rows -> column(rows, "customer_id"))
        .compose(changed ->
            changed.isEmpty()
                ? Future.succeededFuture(changed)
                : appendEvents(db, request, step, changed).map(changed));
  }

  private static Future<Void> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> {
          if (rows.size() == 0) {
            throw GroupResources.notFound(id);
          }
          return null;
        });
  }

  private static void requireAll(List<String> customers, Set<String> present) {
    List<String> missing = customers.stream().filter(id -> !present.contains(id)).toList();
    if (!missing.isEmpty()) {
      throw new Problem.NotFound(
              "The following customer ids do not exist: \"" + String.join(", ", missing) + "\"")
          .toException();
    }
  }

  /** Appends one event of the group, and one per customer whose groups changed. */
  private Future<Void> appendEvents(
      SqlClient db, Request request, Step step, List<String> customers) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id).put("customer_ids", new JsonArray(customers));
    Event ofGroup =
        Event.of(request.context(), now, Topics.CUSTOMER_GROUP, step.event, id, 0, data);
    List<Event> ofCustomers = new ArrayList<>();
    for (String customer : customers) {
      ofCustomers.add(
          CustomerEvents.of(
              request.context(),
              now,
              CustomerEvents.GROUPS_CHANGED,
              customer,
              new JsonObject().put(step.member, new JsonArray().add(id))));
    }
    return db.preparedQuery(TELL)
        .execute(Tuple.of(id, Outbox.rows(List.of(ofGroup))))
        .compose(told -> CustomerEvents.appendEvents(db, ofCustomers));
  }

  private static List<String> column(RowSet<Row> rows, String name) {
    return rows.stream().map(row -> row.getString(name)).sorted().toList();
  }
}

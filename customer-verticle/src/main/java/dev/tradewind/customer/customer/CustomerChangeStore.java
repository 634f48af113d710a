package dev.tradewind.customer.customer;

import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of the lock of a customer, and of changes of data outside its row, with their events. */
public final class CustomerChangeStore {

  /**
   * Customer whose row is locked until the end of the transaction.
   *
   * @param hasAccount immutable; a guest that registers becomes another customer
   */
  public record LockedCustomer(
      String id, String email, boolean hasAccount, @Nullable String billingAddressId) {}

  private static final String LOCK =
      """
      SELECT email, has_account, billing_address_id
      FROM customer
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  // Lock order: groups by id, before customers.
  private static final String LOCK_GROUPS =
      """
      SELECT id
      FROM customer_group
      WHERE id = ANY ($2)
        OR id IN (SELECT customer_group_id FROM customer_group_customers WHERE customer_id = $1)
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  // Lock order: customers, or groups, by id.
  private static final String TELL =
      """
      WITH changed AS (
        UPDATE %1$s
        SET version = %1$s.version + 1
        FROM (
          SELECT id
          FROM %1$s
          WHERE id = ANY ($1)
          ORDER BY id
          FOR NO KEY UPDATE
        ) AS locked
        WHERE %1$s.id = locked.id
        RETURNING %1$s.id, %1$s.version
      )
      """
          + Outbox.insertAtVersionOf("$2", "changed")
          + "WHERE event.subject = changed.id";

  private static final String TELL_CUSTOMERS = TELL.formatted("customer");
  private static final String TELL_GROUPS = TELL.formatted("customer_group");

  private static final String REPLACE =
      """
      WITH removed AS (
        DELETE FROM customer_group_customers
        WHERE customer_id = $1
          AND customer_group_id <> ALL ($2::text[])
        RETURNING customer_group_id
      ),
      added AS (
        INSERT INTO customer_group_customers (customer_group_id, customer_id)
        SELECT wanted.id, $1
        FROM unnest($2::text[]) AS wanted (id)
        GROUP BY wanted.id
        ORDER BY wanted.id
        ON CONFLICT DO NOTHING
        RETURNING customer_group_id
      )
      SELECT customer_group_id, true AS is_added
      FROM added
      UNION ALL
      SELECT customer_group_id, false
      FROM removed
      ORDER BY customer_group_id
      """;

  /** Locks the customer; fails with {@code NotFound} if it does not exist. */
  public Future<LockedCustomer> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> {
          if (rows.size() == 0) {
            throw CustomerResources.notFound(id);
          }
          Row row = rows.iterator().next();
          return new LockedCustomer(
              id,
              row.getString("email"),
              row.getBoolean("has_account"),
              row.getString("billing_address_id"));
        });
  }

  /**
   * Appends events about data outside the customer's row, one per customer, and raises the version
   * of each customer.
   */
  public Future<Void> tell(SqlClient db, List<Event> events) {
    return tell(db, TELL_CUSTOMERS, events);
  }

  /** Appends events of groups, at most two per group, and raises the version of each group. */
  Future<Void> tellGroups(SqlClient db, List<Event> events) {
    return tell(db, TELL_GROUPS, events);
  }

  private static Future<Void> tell(SqlClient db, String statement, List<Event> events) {
    String[] ids = events.stream().map(Event::subject).toArray(String[]::new);
    return db.preparedQuery(statement).execute(Tuple.of(ids, Outbox.rows(events))).mapEmpty();
  }

  /** Locks the groups that the customer is in, and those that it is to be in. */
  Future<Void> lockGroups(SqlClient db, String customerId, List<String> groups) {
    return db.preparedQuery(LOCK_GROUPS)
        .execute(
            Tuple.tuple().addString(customerId).addArrayOfString(groups.toArray(String[]::new)))
        .mapEmpty();
  }

  /** Replaces the groups of the customer; fails with {@code NotFound} for an unknown one. */
  Future<GroupMembershipChange> replaceGroups(
      SqlClient db, String customerId, List<String> groups) {
    return ConstraintViolations.mapped(
            db.preparedQuery(REPLACE)
                .execute(
                    Tuple.tuple()
                        .addString(customerId)
                        .addArrayOfString(groups.toArray(String[]::new))))
        .map(rows -> {
          JsonArray added = new JsonArray();
          JsonArray removed = new JsonArray();
          for (Row row : rows) {
            (row.getBoolean("is_added") ? added : removed).add(row.getString("customer_group_id"));
          }
          return new GroupMembershipChange(added, removed);
        });
  }
}

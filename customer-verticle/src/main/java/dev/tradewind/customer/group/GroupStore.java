package dev.tradewind.customer.group;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** SQL of customer groups and of the customers in them. */
public final class GroupStore {

  /** Addition of customers to a group, or their removal. */
  enum MemberChange {
    ADD(ADD_CUSTOMERS),
    REMOVE(REMOVE_CUSTOMERS);

    private final String statement;

    MemberChange(String statement) {
      this.statement = statement;
    }
  }

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

  private static final String ADD_CUSTOMERS =
      """
      INSERT INTO customer_group_customers (customer_group_id, customer_id)
      SELECT $1, wanted.id
      FROM unnest($2::text[]) AS wanted (id)
      ORDER BY wanted.id
      ON CONFLICT DO NOTHING
      RETURNING customer_id
      """;

  private static final String REMOVE_CUSTOMERS =
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

  // Deletes the memberships too; other verticles remove their references when they get the event.
  private static final String DELETE =
      """
      WITH gone AS (
        DELETE FROM customer_group
        WHERE id = $1
        RETURNING version + 1 AS version
      ),
      told AS (
        %s
      )
      SELECT
      FROM gone
      """
          .formatted(Outbox.insertAtVersionOf("$2", "gone"));

  /** Locks the group until the end of the transaction; false if it is missing. */
  Future<Boolean> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Locks the customers and returns the ids of the existing ones. */
  Future<List<String>> lockCustomers(SqlClient db, String[] ids) {
    return db.preparedQuery(LOCK_CUSTOMERS).execute(Tuple.of(ids)).map(rows -> column(rows, "id"));
  }

  /** Adds or removes customers and returns the ids of the changed ones. */
  Future<List<String>> change(SqlClient db, MemberChange change, String id, String[] customers) {
    return db.preparedQuery(change.statement)
        .execute(Tuple.tuple().addString(id).addArrayOfString(customers))
        .map(rows -> column(rows, "customer_id"));
  }

  /** Appends the event with the next version of the group. */
  Future<Void> tell(SqlClient db, String id, Event event) {
    return db.preparedQuery(TELL).execute(Tuple.of(id, Outbox.rows(List.of(event)))).mapEmpty();
  }

  /** Deletes the group; false if it is missing. */
  Future<Boolean> delete(SqlClient db, String id, List<Event> events) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(id, Outbox.rows(events)))
        .map(gone -> gone.size() > 0);
  }

  private static List<String> column(RowSet<Row> rows, String name) {
    return rows.stream().map(row -> row.getString(name)).sorted().toList();
  }
}

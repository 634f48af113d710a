package dev.tradewind.customer.customer;

import dev.tradewind.kernel.database.ConstraintViolations;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Groups that a customer joins and leaves in one change.
 *
 * @param added ids of groups
 * @param removed ids of groups
 */
record GroupMembershipChange(JsonArray added, JsonArray removed) {

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

  /** Replaces the groups of the customer; fails with {@code NotFound} for an unknown one. */
  static Future<GroupMembershipChange> replace(
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

  boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty();
  }

  /** Data of the customer's event. */
  JsonObject toJson() {
    return new JsonObject().put("added_group_ids", added).put("removed_group_ids", removed);
  }
}

package dev.tradewind.cart.privacy;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** Store of the personal data in carts. */
final class CartPrivacyStore {

  private static final String HAS_LIVE_ATTEMPT =
      """
      EXISTS (
        SELECT
        FROM payment_attempt AS attempt
        WHERE attempt.cart_id = cart.id
          AND attempt.status IN ('authorizing', 'authorized', 'voiding')
      )
      """;

  // A cart without an order is of no further use; one with an order belongs to it.
  private static final String DELETE =
      """
      WITH gone AS (
        SELECT id
        FROM cart
        WHERE customer_id = $1
          AND completed_at IS NULL
          AND type = 'default'
          AND NOT %s
        ORDER BY id
        FOR UPDATE
      ),
      attempts AS (
        DELETE FROM payment_attempt
        USING gone
        WHERE payment_attempt.cart_id = gone.id
      )
      DELETE FROM cart
      USING gone
      WHERE cart.id = gone.id
      """
          .formatted(HAS_LIVE_ATTEMPT);

  private static final String ERASE =
      """
      UPDATE cart
      SET email = $2, updated_at = $3, version = version + 1,
        state = state || '{
          "shipping_address": null, "billing_address": null, "context": {}, "metadata": null
        }'
      WHERE customer_id = $1
        AND email IS DISTINCT FROM $2
        AND (completed_at IS NOT NULL OR type <> 'default')
      """;

  private static final String COUNT_LIVE =
      """
      SELECT count(*)
      FROM cart
      WHERE customer_id = $1
        AND completed_at IS NULL
        AND type = 'default'
      """;

  private static final String EXPORT =
      """
      SELECT jsonb_build_object(
        'id', id,
        'created_at', created_at,
        'updated_at', updated_at,
        'completed_at', completed_at,
        'email', email,
        'shipping_address', state -> 'shipping_address',
        'billing_address', state -> 'billing_address',
        'context', state -> 'context',
        'metadata', state -> 'metadata',
        'items', state -> 'items'
      ) AS record
      FROM cart
      WHERE customer_id = $1
      ORDER BY created_at, id
      OFFSET $2
      LIMIT $3
      """;

  private static final String FIND_CUSTOMERS =
      """
      SELECT DISTINCT customer_id
      FROM cart
      WHERE customer_id = ANY ($1)
      """;

  Future<Void> deleteUncompleted(SqlClient db, String customerId) {
    return db.preparedQuery(DELETE).execute(Tuple.of(customerId)).mapEmpty();
  }

  Future<Void> erase(SqlClient db, String customerId, String erasedEmail, Instant now) {
    return db.preparedQuery(ERASE)
        .execute(Tuple.of(customerId, erasedEmail, Timestamps.utc(now)))
        .mapEmpty();
  }

  Future<Long> countLive(SqlClient db, String customerId) {
    return db.preparedQuery(COUNT_LIVE)
        .execute(Tuple.of(customerId))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  Future<List<String>> findCustomers(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_CUSTOMERS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }

  Future<List<JsonObject>> export(SqlClient db, String customerId, int offset, int limit) {
    return db.preparedQuery(EXPORT)
        .execute(Tuple.of(customerId, (long) offset, (long) limit))
        .map(rows -> rows.stream().map(row -> row.getJsonObject("record")).toList());
  }
}

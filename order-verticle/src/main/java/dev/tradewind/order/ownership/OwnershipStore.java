package dev.tradewind.order.ownership;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Store of ownership claims: the e-mail addresses and owners of orders, and used tokens. */
final class OwnershipStore {

  private static final String FIND_EMAILS =
      """
      SELECT id, email
      FROM "order"
      WHERE id = ANY ($1)
      ORDER BY id
      """;

  private static final String FIND_OWNER =
      """
      SELECT customer_id
      FROM "order"
      WHERE id = $1
      """;

  /** Expired tokens are refused without a record. */
  private static final String USE_TOKEN =
      """
      WITH expired AS (
        DELETE FROM used_ownership_token
        WHERE expires_at < now()
      )
      INSERT INTO used_ownership_token (id, expires_at)
      VALUES ($1, $2)
      ON CONFLICT DO NOTHING
      """;

  /** Ids of these orders by their e-mail address; unknown orders are left out. */
  Future<Map<String, List<String>>> findByEmail(SqlClient db, Collection<String> ids) {
    return db.preparedQuery(FIND_EMAILS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            rows.stream()
                .collect(
                    Collectors.groupingBy(
                        (Row row) -> row.getString("email"),
                        TreeMap::new,
                        Collectors.mapping(row -> row.getString("id"), Collectors.toList()))));
  }

  /** Id of the customer of an order; empty without the order. */
  Future<Optional<String>> findOwner(SqlClient db, String id) {
    return db.preparedQuery(FIND_OWNER)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getString("customer_id")).findFirst());
  }

  /** Marks the token as used; false if it was used before. */
  Future<Boolean> useToken(SqlClient db, String id, Instant expiresAt) {
    return db.preparedQuery(USE_TOKEN)
        .execute(Tuple.of(id, Timestamps.utc(expiresAt)))
        .map(rows -> rows.rowCount() == 1);
  }
}

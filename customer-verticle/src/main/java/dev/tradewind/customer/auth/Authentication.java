package dev.tradewind.customer.auth;

import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;

/**
 * Authentication of a request's credentials: one statement and no cache, so that a revocation takes
 * effect on all nodes at once.
 */
final class Authentication {

  // Ordered by precedence.
  private static final String FIND =
      """
      SELECT 'user' AS who, 'SESSION' AS how, "user".id, role, 1 AS rank
      FROM session
      JOIN "user" ON "user".id = session.user_id
      WHERE session.id_hash = $1
        AND session.user_expires_at > $2
        AND session.user_credential_version = "user".credential_version
        AND "user".deleted_at IS NULL
      UNION ALL
      SELECT 'user', 'JWT', id, role, 2
      FROM "user"
      WHERE id = $3
        AND credential_version = $4
        AND deleted_at IS NULL
      UNION ALL
      SELECT 'user', 'API_TOKEN', id, role, 3
      FROM "user"
      WHERE api_token_hash = ANY ($5)
        AND deleted_at IS NULL
      UNION ALL
      SELECT 'customer', 'SESSION', customer.id, NULL, 1
      FROM session
      JOIN customer ON customer.id = session.customer_id
      WHERE session.id_hash = $1
        AND session.customer_expires_at > $2
        AND session.customer_credential_version = customer.credential_version
        AND customer.has_account
        AND customer.deleted_at IS NULL
      UNION ALL
      SELECT 'customer', 'JWT', id, NULL, 2
      FROM customer
      WHERE id = $6
        AND credential_version = $7
        AND has_account
        AND deleted_at IS NULL
      ORDER BY rank, id
      """;

  private static final JsonObject NONE = new JsonObject();

  private final Pool pool;
  private final Clock clock;

  Authentication(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  void bind(Operations internal) {
    internal.on(CustomerOperation.AUTHENTICATE, this::authenticate);
  }

  private Future<Reply> authenticate(Request request) {
    JsonObject shown = request.input();
    JsonObject user = shown.getJsonObject("user_token", NONE);
    JsonObject customer = shown.getJsonObject("customer_token", NONE);
    Tuple credentials =
        Tuple.tuple()
            .addString(shown.getString("session"))
            .addOffsetDateTime(Timestamps.utc(clock.instant()))
            .addString(user.getString("id"))
            .addInteger(user.getInteger("version"))
            .addArrayOfString(
                shown.getJsonArray("api_token_hashes", new JsonArray()).stream()
                    .map(String.class::cast)
                    .toArray(String[]::new))
            .addString(customer.getString("id"))
            .addInteger(customer.getInteger("version"));
    return pool.preparedQuery(FIND).execute(credentials).map(rows -> Reply.ok(known(rows)));
  }

  private static JsonObject known(Iterable<Row> rows) {
    JsonObject known = new JsonObject();
    for (Row row : rows) {
      if (!known.containsKey(row.getString("who"))) {
        JsonObject found =
            new JsonObject().put("id", row.getString("id")).put("how", row.getString("how"));
        String role = row.getString("role");
        known.put(row.getString("who"), role == null ? found : found.put("role", role));
      }
    }
    return known;
  }
}

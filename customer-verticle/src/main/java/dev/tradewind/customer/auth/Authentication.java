package dev.tradewind.customer.auth;

import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.Clock;

/**
 * Authentication of a request's credentials: one statement and no cache, so that a revocation takes
 * effect on all nodes at once.
 */
final class Authentication {

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
    return CredentialStore.find(pool, request.input(), clock.instant())
        .map(rows -> Reply.ok(known(rows)));
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

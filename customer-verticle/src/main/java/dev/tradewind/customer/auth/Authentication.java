package dev.tradewind.customer.auth;

import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * Authentication of a request's credentials: one statement and no cache, so that a revocation takes
 * effect on all nodes at once. The use of a session is noted once a minute.
 */
final class Authentication {

  private static final Duration NOTED_EVERY = Duration.ofMinutes(1);

  private final Pool pool;
  private final SessionSettings settings;
  private final Clock clock;

  Authentication(Pool pool, SessionSettings settings, Clock clock) {
    this.pool = pool;
    this.settings = settings;
    this.clock = clock;
  }

  void bind(Operations internal) {
    internal.on(CustomerOperation.AUTHENTICATE, this::authenticate);
  }

  private Future<Reply> authenticate(Request request) {
    Instant now = clock.instant();
    Instant idleSince = settings.idle().isZero() ? Instant.EPOCH : now.minus(settings.idle());
    return CredentialStore.find(pool, request.input(), now, idleSince)
        .compose(rows -> see(rows, request.input(), now).map(Reply.ok(known(rows))));
  }

  private Future<Void> see(Iterable<Row> rows, JsonObject shown, Instant now) {
    Instant earlier = now.minus(NOTED_EVERY);
    for (Row row : rows) {
      OffsetDateTime seen = row.getOffsetDateTime("seen_at");
      if (seen != null && seen.toInstant().isBefore(earlier)) {
        return CredentialStore.see(pool, shown.getString("session"), now, earlier);
      }
    }
    return Future.succeededFuture();
  }

  private static JsonObject known(Iterable<Row> rows) {
    JsonObject known = new JsonObject();
    for (Row row : rows) {
      if (!known.containsKey(row.getString("who"))) {
        known.put(row.getString("who"), account(row));
      }
    }
    return known;
  }

  private static JsonObject account(Row row) {
    JsonObject account =
        new JsonObject().put("id", row.getString("id")).put("how", row.getString("how"));
    String role = row.getString("role");
    if (role != null) {
      account.put("role", role);
    }
    if (Boolean.TRUE.equals(row.getBoolean("has_second_factor"))) {
      account.put("has_second_factor", true);
    }
    String[] permissions = row.getArrayOfStrings("permissions");
    if (permissions != null) {
      account.put("permissions", new JsonArray(List.of(permissions)));
    }
    return account;
  }
}

package dev.tradewind.api.customer;

import dev.tradewind.kernel.changelog.SharedStatement;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Authentication of credentials against the customer schema, by the customer verticle, and by every
 * other one while that is unavailable. The result is never kept, so that a revocation takes effect
 * on all nodes immediately; but concurrent requests share the statement that starts after they
 * arrived. The use of a session is noted once a minute.
 */
public final class Authentication {

  private static final Duration NOTED_EVERY = Duration.ofMinutes(1);

  /**
   * Result of a lookup.
   *
   * @param isUseToBeNoted whether the last noted use of the session is too long ago
   */
  private record Found(Reply reply, boolean isUseToBeNoted) {}

  private static final Found NOTHING = new Found(Reply.ok(new JsonObject()), false);

  private final AuthenticationStore credentials = new AuthenticationStore();
  private final Pool pool;
  private final Duration idle;
  private final Clock clock;
  private final SharedStatement<JsonObject, Map<JsonObject, Found>> lookup;
  private final SharedStatement<String, Void> uses;

  /**
   * @param pool of any verticle
   * @param idle time without a request after which a session ends; zero: none
   */
  public Authentication(Pool pool, Duration idle, Clock clock) {
    this.pool = pool;
    this.idle = idle;
    this.clock = clock;
    this.lookup = new SharedStatement<>(this::find);
    this.uses = new SharedStatement<>(this::noteUse);
  }

  public void bind(Operations operations) {
    operations.on(CustomerOperation.AUTHENTICATE, this::authenticate);
  }

  private Future<Reply> authenticate(Request request) {
    JsonObject document = request.input();
    return lookup
        .run(document)
        .map(found -> found.getOrDefault(document, NOTHING))
        .compose(found -> {
          if (found.isUseToBeNoted()) {
            return uses.run(document.getString("session")).map(found.reply());
          }
          return Future.succeededFuture(found.reply());
        });
  }

  private Future<Map<JsonObject, Found>> find(Set<JsonObject> document) {
    Instant now = clock.instant();
    Instant idleSince = idle.isZero() ? Instant.EPOCH : now.minus(idle);
    List<JsonObject> positions = List.copyOf(document);
    return credentials
        .find(pool, positions, now, idleSince)
        .map(rows -> {
          Map<JsonObject, List<Row>> byCredentials = new LinkedHashMap<>();
          for (Row row : rows) {
            byCredentials
                .computeIfAbsent(
                    positions.get(row.getInteger("position")), first -> new ArrayList<>())
                .add(row);
          }
          Map<JsonObject, Found> found = new HashMap<>();
          byCredentials.forEach((one, known) -> found.put(one, found(known, now)));
          return found;
        });
  }

  private Future<Void> noteUse(Set<String> sessions) {
    Instant now = clock.instant();
    return credentials.noteUse(pool, sessions, now, now.minus(NOTED_EVERY));
  }

  private static Found found(List<Row> rows, Instant now) {
    Instant earlier = now.minus(NOTED_EVERY);
    JsonObject known = new JsonObject();
    boolean isUseToBeNoted = false;
    for (Row row : rows) {
      if (!known.containsKey(row.getString("who"))) {
        known.put(row.getString("who"), account(row));
      }
      OffsetDateTime seen = row.getOffsetDateTime("seen_at");
      isUseToBeNoted |= seen != null && seen.toInstant().isBefore(earlier);
    }
    return new Found(Reply.ok(known), isUseToBeNoted);
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

package dev.tradewind.customer.user;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** API tokens of users, created by an operator in the database. */
public final class ApiTokens {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String FIND =
      """
      SELECT id, api_token
      FROM "user"
      WHERE email = $1
        AND deleted_at IS NULL
      """;

  private static final String REPLACE =
      """
      WITH changed AS (
        UPDATE "user"
        SET api_token = $2, updated_at = $3, version = version + 1
        WHERE id = $1
          AND deleted_at IS NULL
          AND api_token IS NOT DISTINCT FROM $4
        RETURNING version
      ), told AS (
      """
          + Outbox.insertAtVersionOf("$5", "changed")
          + """
          )
          SELECT version FROM changed
          """;

  private final Pool pool;
  private final Clock clock;

  /**
   * @param pool of the customer schema
   */
  public ApiTokens(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /**
   * API token of the user with that e-mail address, created if absent; fails with {@code NotFound}
   * for an unknown user.
   *
   * @param renew whether an existing token is replaced
   */
  public Future<String> of(String email, boolean renew) {
    String normal = EmailAddress.normalized(email);
    return pool.preparedQuery(FIND)
        .execute(Tuple.of(normal))
        .compose(rows ->
            rows.stream()
                .findFirst()
                .map(user -> of(user, normal, renew))
                .orElseGet(() ->
                    Future.failedFuture(
                        new Problem.NotFound("There is no user with the e-mail " + normal)
                            .toException())));
  }

  private Future<String> of(Row user, String email, boolean renew) {
    String old = user.getString("api_token");
    if (old != null && !old.isEmpty() && !renew) {
      return Future.succeededFuture(old);
    }
    String id = user.getString("id");
    String made = random();
    Instant now = Timestamps.now(clock);
    Event updated =
        Event.of(
            CallContext.system(clock, TIMEOUT),
            now,
            Topics.ACCESS,
            "user.updated",
            id,
            0,
            new JsonObject().put("id", id));
    return pool.preparedQuery(REPLACE)
        .execute(Tuple.of(id, made, Timestamps.utc(now), old, Outbox.rows(List.of(updated))))
        // A concurrent call created the token; it is equally valid.
        .compose(rows -> rows.size() > 0 ? Future.succeededFuture(made) : of(email, false));
  }

  private static String random() {
    byte[] token = new byte[BYTES];
    RANDOM.nextBytes(token);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }
}

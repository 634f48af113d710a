package dev.tradewind.customer.user;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the API tokens in the records of users, which a trigger hashes. */
final class ApiTokenStore {

  /**
   * User with the hash of its token.
   *
   * @param hash absent if the user has no token
   */
  record Holder(String id, @Nullable String hash) {}

  private static final String FIND =
      """
      SELECT id, api_token_hash
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
          AND api_token_hash IS NOT DISTINCT FROM $4
        RETURNING version
      ), told AS (
      """
          + Outbox.insertAtVersionOf("$5", "changed")
          + """
          )
          SELECT version FROM changed
          """;

  Future<Optional<Holder>> find(SqlClient db, String email) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(email))
        .map(rows ->
            rows.stream()
                .map(row -> new Holder(row.getString("id"), row.getString("api_token_hash")))
                .findFirst());
  }

  /** Replaces the token if it is unchanged since the user was read; false if it has changed. */
  Future<Boolean> replace(
      SqlClient db, Holder user, String token, Instant now, List<Event> events) {
    return db.preparedQuery(REPLACE)
        .execute(Tuple.of(user.id(), token, Timestamps.utc(now), user.hash(), Outbox.rows(events)))
        .map(rows -> rows.size() > 0);
  }
}

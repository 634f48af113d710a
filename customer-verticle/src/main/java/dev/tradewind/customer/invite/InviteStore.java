package dev.tradewind.customer.invite;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of invites. */
public final class InviteStore {

  /** Invited e-mail address and its future role. */
  record Invite(String id, String email, String role) {}

  private static final String NAME_OF_USER =
      """
      SELECT coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) AS name
      FROM "user"
      WHERE id = $1
      """;

  // An e-mail address has one open invite; another request changes its role, also concurrently.
  private static final String OPEN =
      """
      INSERT INTO invite (
        id, user_email, role, token, expires_at, created_at, updated_at
      )
      SELECT $1, $2, $3, '', $4, $4, $4
      WHERE NOT EXISTS (
        SELECT
        FROM "user"
        WHERE email = $2
          AND deleted_at IS NULL
      )
      ON CONFLICT (user_email) WHERE deleted_at IS NULL DO UPDATE
      SET role = excluded.role, accepted = false
      RETURNING id, user_email, role
      """;

  private static final String LOCK =
      """
      SELECT id, user_email, role
      FROM invite
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  private static final String RENEW =
      """
      WITH changed AS (
        UPDATE invite
        SET token = $2, expires_at = $3, updated_at = $4, version = version + 1
        WHERE id = $1
        RETURNING version
      )
      """
          + Outbox.insertAtVersionOf("$5", "changed");

  private static final String OF_TOKEN =
      """
      FROM invite
      WHERE id = $1
        AND user_email = $2
        AND token = $3
        AND expires_at > $4
        AND NOT accepted
        AND deleted_at IS NULL
      """;

  private static final String FIND = "SELECT id, user_email, role " + OF_TOKEN;
  private static final String TAKE = "DELETE " + OF_TOKEN + " RETURNING id, user_email, role";

  private static final String HAS_JOINED =
      """
      SELECT
      FROM "user"
      WHERE email = $1
        AND deleted_at IS NULL
      """;

  private static final String DELETE = "DELETE FROM invite WHERE id = $1";

  /** Open invite of that e-mail address, without a token yet; empty if it belongs to a user. */
  Future<Optional<Invite>> open(
      SqlClient db, String newId, String email, String role, Instant now) {
    return db.preparedQuery(OPEN)
        .execute(Tuple.of(newId, email, role, Timestamps.utc(now)))
        .map(InviteStore::first);
  }

  Future<Optional<Invite>> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).map(InviteStore::first);
  }

  Future<Void> renew(
      SqlClient db, String id, String token, Instant expires, Instant now, List<Event> events) {
    return db.preparedQuery(RENEW)
        .execute(
            Tuple.of(id, token, Timestamps.utc(expires), Timestamps.utc(now), Outbox.rows(events)))
        .mapEmpty();
  }

  /** Unexpired invite whose current token this is. */
  Future<Optional<Invite>> find(SqlClient db, String id, String email, String token, Instant now) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(id, email, token, Timestamps.utc(now)))
        .map(InviteStore::first);
  }

  /** Finds and deletes the invite; only one of several concurrent calls gets it. */
  Future<Optional<Invite>> take(SqlClient db, String id, String email, String token, Instant now) {
    return db.preparedQuery(TAKE)
        .execute(Tuple.of(id, email, token, Timestamps.utc(now)))
        .map(InviteStore::first);
  }

  /** Name of a user, or else the e-mail address; empty without such a user. */
  Future<Optional<String>> nameOfUser(SqlClient db, @Nullable String id) {
    return db.preparedQuery(NAME_OF_USER)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getString("name")).findFirst());
  }

  Future<Boolean> hasJoined(SqlClient db, String email) {
    return db.preparedQuery(HAS_JOINED).execute(Tuple.of(email)).map(rows -> rows.size() > 0);
  }

  Future<Void> delete(SqlClient db, String id) {
    return db.preparedQuery(DELETE).execute(Tuple.of(id)).mapEmpty();
  }

  private static Optional<Invite> first(RowSet<Row> rows) {
    return rows.stream()
        .map(row ->
            new Invite(row.getString("id"), row.getString("user_email"), row.getString("role")))
        .findFirst();
  }
}

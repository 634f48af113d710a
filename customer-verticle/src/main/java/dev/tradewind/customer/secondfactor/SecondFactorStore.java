package dev.tradewind.customer.secondfactor;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Store of second factors and recovery codes. */
public final class SecondFactorStore {

  /**
   * Second factor of a user.
   *
   * @param stored secret as it is stored: encrypted, or in clear by an earlier version
   * @param confirmedAt absent until it is in force
   * @param recoveryCodes number of unused ones
   */
  record SecondFactor(byte[] stored, @Nullable Instant confirmedAt, int recoveryCodes) {}

  private static final String FIND =
      """
      SELECT secret, confirmed_at,
        (SELECT count(*) FROM recovery_code WHERE user_id = $1)::integer AS recovery_codes
      FROM second_factor
      WHERE user_id = $1
      """;

  // A factor in force is not replaced.
  private static final String ENROLL =
      """
      INSERT INTO second_factor (user_id, secret, created_at)
      VALUES ($1, $2, $3)
      ON CONFLICT (user_id) DO UPDATE
      SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      WHERE second_factor.confirmed_at IS NULL
      RETURNING user_id
      """;

  private static final String CONFIRM =
      """
      WITH confirmed AS (
        UPDATE second_factor
        SET confirmed_at = $2, last_step = $3
        WHERE user_id = $1
          AND confirmed_at IS NULL
          AND secret = $4
        RETURNING user_id
      ),
      recorded AS (
      %s
      )
      INSERT INTO recovery_code (user_id, code_hash)
      SELECT user_id, unnest($5::text[])
      FROM confirmed
      RETURNING user_id
      """
          .formatted(Outbox.insertWhenChanged("$6", "confirmed"));

  // Of concurrent uses of one password only one finds an earlier step.
  private static final String USE_STEP =
      """
      UPDATE second_factor
      SET last_step = $2, secret = coalesce($3, secret)
      WHERE user_id = $1
        AND last_step < $2
        AND confirmed_at IS NOT NULL
      RETURNING user_id
      """;

  private static final String USE_RECOVERY_CODE =
      """
      DELETE FROM recovery_code
      WHERE user_id = $1
        AND code_hash = $2
      RETURNING user_id
      """;

  private static final String REMOVE =
      """
      WITH removed AS (
        DELETE FROM second_factor
        WHERE user_id = $1
        RETURNING user_id
      ),
      recorded AS (
      %s
      )
      SELECT user_id
      FROM removed
      """
          .formatted(Outbox.insertWhenChanged("$2", "removed"));

  private static final String FIND_USER =
      """
      SELECT id
      FROM "user"
      WHERE email = $1
        AND deleted_at IS NULL
      """;

  private static final String FIND_ALL = "SELECT user_id, secret FROM second_factor";

  // A secret that was replaced meanwhile stays.
  private static final String REPLACE_SECRETS =
      """
      UPDATE second_factor AS factor
      SET secret = given.secret
      FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS given (user_id, before, secret)
      WHERE factor.user_id = given.user_id
        AND factor.secret = given.before
      """;

  Future<Optional<SecondFactor>> find(SqlClient db, String userId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(userId))
        .map(rows ->
            rows.stream()
                .map(row -> {
                  OffsetDateTime confirmed = row.getOffsetDateTime("confirmed_at");
                  return new SecondFactor(
                      row.getBuffer("secret").getBytes(),
                      confirmed == null ? null : confirmed.toInstant(),
                      row.getInteger("recovery_codes"));
                })
                .findFirst());
  }

  /** Stores a secret that is not in force yet; false if the user has a factor in force. */
  Future<Boolean> enroll(SqlClient db, String userId, byte[] stored, Instant now) {
    return changes(db, ENROLL, Tuple.of(userId, Buffer.buffer(stored), Timestamps.utc(now)));
  }

  /** Puts the secret in force; false if it is in force or was replaced meanwhile. */
  Future<Boolean> confirm(
      SqlClient db,
      String userId,
      byte[] stored,
      long step,
      List<String> codeHashes,
      Instant now,
      Event entry) {
    return changes(
        db,
        CONFIRM,
        Tuple.of(
            userId,
            Timestamps.utc(now),
            step,
            Buffer.buffer(stored),
            codeHashes.toArray(String[]::new),
            Outbox.rows(List.of(entry))));
  }

  /**
   * Uses the password of a time step; false if it or a later one was used before.
   *
   * @param renewed secret as it is to be stored from now on; null: as it is
   */
  Future<Boolean> useStep(SqlClient db, String userId, long step, byte @Nullable [] renewed) {
    return changes(
        db, USE_STEP, Tuple.of(userId, step, renewed == null ? null : Buffer.buffer(renewed)));
  }

  Future<Boolean> useRecoveryCode(SqlClient db, String userId, String hash) {
    return changes(db, USE_RECOVERY_CODE, Tuple.of(userId, hash));
  }

  Future<Boolean> remove(SqlClient db, String userId, Event entry) {
    return changes(db, REMOVE, Tuple.of(userId, Outbox.rows(List.of(entry))));
  }

  /** Id of the user with that e-mail address. */
  Future<Optional<String>> findUser(SqlClient db, String email) {
    return db.preparedQuery(FIND_USER)
        .execute(Tuple.of(email))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Secrets of all users as they are stored, by their ids. */
  Future<Map<String, byte[]>> findAll(SqlClient db) {
    return db.query(FIND_ALL)
        .execute()
        .map(rows ->
            rows.stream()
                .collect(
                    Collectors.toMap(
                        row -> row.getString("user_id"),
                        row -> row.getBuffer("secret").getBytes())));
  }

  /**
   * Replaces secrets that are unchanged since they were read.
   *
   * @param before as they were read, by the ids of their users
   * @param after as they are to be stored, by the same ids
   */
  Future<Integer> replaceSecrets(
      SqlClient db, Map<String, byte[]> before, Map<String, byte[]> after) {
    List<String> ids = List.copyOf(after.keySet());
    return db.preparedQuery(REPLACE_SECRETS)
        .execute(
            Tuple.of(
                ids.toArray(String[]::new), buffers(ids, before), (Object) buffers(ids, after)))
        .map(SqlResult::rowCount);
  }

  private static Buffer[] buffers(List<String> ids, Map<String, byte[]> secrets) {
    return ids.stream()
        .map(id -> Buffer.buffer(Objects.requireNonNull(secrets.get(id))))
        .toArray(Buffer[]::new);
  }

  private static Future<Boolean> changes(SqlClient db, String statement, Tuple values) {
    return db.preparedQuery(statement).execute(values).map(changed -> changed.size() > 0);
  }
}

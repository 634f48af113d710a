package dev.tradewind.customer.secondfactor;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of second factors and recovery codes. */
final class SecondFactorStore {

  /**
   * Second factor of a user.
   *
   * @param confirmedAt absent until it is in force
   * @param recoveryCodes number of unused ones
   */
  record SecondFactor(byte[] secret, @Nullable Instant confirmedAt, int recoveryCodes) {}

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
      )
      INSERT INTO recovery_code (user_id, code_hash)
      SELECT user_id, unnest($5::text[])
      FROM confirmed
      RETURNING user_id
      """;

  // Of concurrent uses of one password only one finds an earlier step.
  private static final String USE_STEP =
      """
      UPDATE second_factor
      SET last_step = $2
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
      DELETE FROM second_factor
      WHERE user_id = $1
      RETURNING user_id
      """;

  private static final String REMOVE_BY_EMAIL =
      """
      DELETE FROM second_factor
      USING "user" AS owner
      WHERE owner.id = second_factor.user_id
        AND owner.email = $1
        AND owner.deleted_at IS NULL
      RETURNING user_id
      """;

  private SecondFactorStore() {}

  static Future<Optional<SecondFactor>> find(SqlClient db, String userId) {
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
  static Future<Boolean> enroll(SqlClient db, String userId, byte[] secret, Instant now) {
    return changes(db, ENROLL, Tuple.of(userId, Buffer.buffer(secret), Timestamps.utc(now)));
  }

  /** Puts the secret in force; false if it is in force or was replaced meanwhile. */
  static Future<Boolean> confirm(
      SqlClient db, String userId, byte[] secret, long step, List<String> codeHashes, Instant now) {
    return changes(
        db,
        CONFIRM,
        Tuple.of(
            userId,
            Timestamps.utc(now),
            step,
            Buffer.buffer(secret),
            codeHashes.toArray(String[]::new)));
  }

  /** Uses the password of a time step; false if it or a later one was used before. */
  static Future<Boolean> useStep(SqlClient db, String userId, long step) {
    return changes(db, USE_STEP, Tuple.of(userId, step));
  }

  static Future<Boolean> useRecoveryCode(SqlClient db, String userId, String hash) {
    return changes(db, USE_RECOVERY_CODE, Tuple.of(userId, hash));
  }

  static Future<Boolean> remove(SqlClient db, String userId) {
    return changes(db, REMOVE, Tuple.of(userId));
  }

  static Future<Boolean> removeOf(SqlClient db, String email) {
    return changes(db, REMOVE_BY_EMAIL, Tuple.of(email));
  }

  private static Future<Boolean> changes(SqlClient db, String statement, Tuple values) {
    return db.preparedQuery(statement).execute(values).map(changed -> changed.size() > 0);
  }
}

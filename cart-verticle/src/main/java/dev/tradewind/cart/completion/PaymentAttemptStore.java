package dev.tradewind.cart.completion;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The SQL of payment attempts. Each method is one statement, and each step checks where it comes
 * from.
 */
final class PaymentAttemptStore {

  /** Opens an attempt, or finds the one that is open: a cart has at most one. */
  private static final String OPEN =
      """
      INSERT INTO payment_attempt (
        id, cart_id, cart_version, provider_id, amount, currency_code, session_data, created_at,
        updated_at
      )
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
      ON CONFLICT (cart_id) WHERE status IN ('authorizing', 'authorized')
      DO UPDATE SET cart_id = EXCLUDED.cart_id
      RETURNING *
      """;

  private static final String ANSWER =
      """
      UPDATE payment_attempt
      SET status = $2, data = $3, updated_at = $4
      WHERE id = $1 AND status = 'authorizing'
      """;

  /** Nobody gives an attempt up unless it holds the cart and the cart has no order. */
  private static final String BEGIN_VOIDING =
      """
      WITH held AS (
        SELECT cart.id
        FROM cart
        WHERE cart.id = $2 AND cart.order_id IS NULL
        FOR NO KEY UPDATE
      )
      UPDATE payment_attempt
      SET status = 'voiding', updated_at = $3
      FROM held
      WHERE payment_attempt.id = $1
        AND payment_attempt.cart_id = held.id
        AND payment_attempt.status IN ('authorizing', 'authorized')
      """;

  private static final String FINISH_VOIDING =
      """
      UPDATE payment_attempt
      SET status = 'voided', data = $2, updated_at = $3
      WHERE id = $1 AND status = 'voiding'
      """;

  private static final String FIND_UNSETTLED =
      """
      SELECT *
      FROM payment_attempt
      WHERE status = 'voiding' AND updated_at < $1
        OR status = 'authorizing' AND updated_at < $1
        OR status = 'authorized' AND updated_at < $2
      ORDER BY updated_at
      LIMIT 100
      """;

  Future<PaymentAttempt> open(SqlClient db, PaymentAttempt attempt, Instant now) {
    return db.preparedQuery(OPEN)
        .execute(
            Tuple.tuple()
                .addString(attempt.id())
                .addString(attempt.cartId())
                .addLong(attempt.cartVersion())
                .addString(attempt.providerId())
                .addLong(attempt.amount())
                .addString(attempt.currencyCode())
                .addJsonObject(attempt.sessionData())
                .addOffsetDateTime(Timestamps.utc(now)))
        .map(rows -> attempt(rows.iterator().next()));
  }

  /** Notes what the provider said; false when somebody else has noted something already. */
  Future<Boolean> noteAnswer(SqlClient db, PaymentAttempt answered, Instant now) {
    return changed(
        db,
        ANSWER,
        Tuple.of(answered.id(), answered.status().stored(), answered.data(), Timestamps.utc(now)));
  }

  /** False when the attempt is used or given up already. */
  Future<Boolean> beginVoiding(SqlClient db, PaymentAttempt attempt, Instant now) {
    return changed(
        db, BEGIN_VOIDING, Tuple.of(attempt.id(), attempt.cartId(), Timestamps.utc(now)));
  }

  Future<Boolean> finishVoiding(SqlClient db, PaymentAttempt voided, Instant now) {
    return changed(db, FINISH_VOIDING, Tuple.of(voided.id(), voided.data(), Timestamps.utc(now)));
  }

  /**
   * Attempts that nobody seems to be working on.
   *
   * @param askedBefore those without an answer, and those to be given up, since before this time
   * @param authorizedBefore those that were authorised before this time and never used
   */
  Future<List<PaymentAttempt>> findUnsettled(
      SqlClient db, Instant askedBefore, Instant authorizedBefore) {
    return db.preparedQuery(FIND_UNSETTLED)
        .execute(Tuple.of(Timestamps.utc(askedBefore), Timestamps.utc(authorizedBefore)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false)
                .map(PaymentAttemptStore::attempt)
                .toList());
  }

  private static Future<Boolean> changed(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).map(rows -> rows.rowCount() == 1);
  }

  private static PaymentAttempt attempt(Row row) {
    return new PaymentAttempt(
        row.getString("id"),
        row.getString("cart_id"),
        row.getLong("cart_version"),
        row.getString("provider_id"),
        row.getLong("amount"),
        row.getString("currency_code"),
        PaymentAttempt.Status.read(row.getString("status")),
        row.getJsonObject("session_data"),
        row.getJsonObject("data"));
  }
}

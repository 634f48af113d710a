package dev.tradewind.cart.completion;

import dev.tradewind.kernel.database.PgErrors;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Store of payment attempts. Each method is one statement, conditional on the status that it
 * changes.
 */
final class PaymentAttemptStore {

  private static final String SESSION_INDEX = "payment_attempt_session";

  /**
   * Opens an attempt, or finds the live one: a cart has at most one. The row of the cart is locked
   * against its placement and concurrent changes; a cart that is completed or has another version
   * opens no attempt.
   */
  private static final String OPEN =
      """
      INSERT INTO payment_attempt (
        id, cart_id, cart_version, provider_id, amount, currency_code, session_data, created_at,
        updated_at, session_reference
      )
      SELECT $1, cart.id, $3, $4, $5, $6, $7, $8, $8, $9
      FROM cart
      WHERE cart.id = $2
        AND cart.version = $3
        AND cart.order_id IS NULL
        AND cart.deleted_at IS NULL
      FOR NO KEY UPDATE
      ON CONFLICT (cart_id) WHERE status IN ('authorizing', 'authorized', 'used')
      DO UPDATE SET cart_id = EXCLUDED.cart_id
      RETURNING *
      """;

  /**
   * Records money that no order of the cart is to have, unless an attempt uses the session or
   * releases it already. The row of the cart is locked like the row of an attempt.
   */
  private static final String RELEASE =
      """
      WITH released AS (
        INSERT INTO payment_attempt (
          id, cart_id, cart_version, provider_id, amount, currency_code, status, session_data,
          data, created_at, updated_at, session_reference
        )
        SELECT $1, cart.id, cart.version, $3, $4, $5, 'voiding', $6, $6, $7, $7, $8
        FROM cart
        WHERE cart.id = $2
        FOR NO KEY UPDATE
        ON CONFLICT DO NOTHING
        RETURNING *
      ), appended AS (
      %s)
      SELECT *
      FROM released
      """
          .formatted(Outbox.insertWhenChanged("$9", "released"));

  private static final String ANSWER =
      """
      UPDATE payment_attempt
      SET status = $2, data = $3, updated_at = $4
      WHERE id = $1 AND status = 'authorizing'
      """;

  /**
   * Both the use of an attempt by an order and its voiding are conditional on the status of its
   * row, so that only one of them succeeds.
   */
  private static final String BEGIN_VOIDING =
      """
      UPDATE payment_attempt
      SET status = 'voiding', data = $2, updated_at = $3
      WHERE id = $1 AND status = ANY ($4)
      """;

  private static final String BEGIN_VOIDING_OF_CART =
      """
      UPDATE payment_attempt
      SET status = 'voiding', updated_at = $2
      WHERE cart_id = $1 AND status IN ('authorizing', 'authorized')
      RETURNING *
      """;

  private static final String FINISH_VOIDING =
      """
      UPDATE payment_attempt
      SET status = 'voided', data = $2, updated_at = $3
      WHERE id = $1 AND status = 'voiding'
      """;

  /**
   * Leases unresolved attempts until they are due again, so that no other node takes them and an
   * unavailable provider does not delay the attempts of others. A completed cart needs no other
   * payment.
   */
  private static final String LEASE_UNRESOLVED =
      """
      UPDATE payment_attempt
      SET updated_at = $1
      WHERE id = ANY (ARRAY(
        SELECT attempt.id
        FROM payment_attempt AS attempt
        JOIN cart ON cart.id = attempt.cart_id
        WHERE attempt.status IN ('voiding', 'authorizing') AND attempt.updated_at < $2
          OR attempt.status = 'authorized'
            AND attempt.updated_at < CASE WHEN cart.order_id IS NULL THEN $3 ELSE $2 END
        ORDER BY attempt.updated_at
        LIMIT $4
        FOR NO KEY UPDATE OF attempt SKIP LOCKED
      ))
      RETURNING *
      """;

  private static final String COUNT_UNRESOLVED =
      """
      SELECT status, count(*) AS attempts, min(created_at) AS oldest
      FROM payment_attempt
      WHERE status IN ('authorizing', 'authorized', 'voiding')
      GROUP BY status
      """;

  /**
   * Live attempt of the cart, this one or another; empty if the cart changed meanwhile.
   *
   * @param sessionReference of a session that is its authorization; null for others. Fails with a
   *     {@link SessionTakenException} if an attempt that is not live has it
   */
  Future<Optional<PaymentAttempt>> open(
      SqlClient db, PaymentAttempt attempt, @Nullable String sessionReference, Instant now) {
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
                .addOffsetDateTime(Timestamps.utc(now))
                .addString(sessionReference))
        .map(rows -> attempts(rows).stream().findFirst())
        .recover(failure -> Future.failedFuture(taken(failure)));
  }

  /** Session of which an attempt is used or being voided, so that no other one can have it. */
  static final class SessionTakenException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SessionTakenException() {
      super("Another payment attempt has the session", null, false, false);
    }
  }

  private static Throwable taken(Throwable failure) {
    if (PgErrors.violatedUnique(failure).filter(SESSION_INDEX::equals).isPresent()) {
      return new SessionTakenException();
    }
    return failure;
  }

  /**
   * Marks a paid session for voiding that no order uses; empty if an attempt has it.
   *
   * @param entry of the audit log
   */
  Future<Optional<PaymentAttempt>> release(
      SqlClient db, PaymentAttempt money, String sessionReference, Event entry, Instant now) {
    return db.preparedQuery(RELEASE)
        .execute(
            Tuple.tuple()
                .addString(money.id())
                .addString(money.cartId())
                .addString(money.providerId())
                .addLong(money.amount())
                .addString(money.currencyCode())
                .addJsonObject(money.data())
                .addOffsetDateTime(Timestamps.utc(now))
                .addString(sessionReference)
                .addJsonArray(Outbox.rows(List.of(entry))))
        .map(rows -> attempts(rows).stream().findFirst());
  }

  /** Records the provider's answer; false if the attempt has an answer or is voided already. */
  Future<Boolean> recordAnswer(SqlClient db, PaymentAttempt answered, Instant now) {
    return changed(
        db,
        ANSWER,
        Tuple.of(answered.id(), answered.status().stored(), answered.data(), Timestamps.utc(now)));
  }

  /**
   * Marks the attempt for voiding, with the provider's data; false if its status is none of these,
   * or another attempt has its session meanwhile.
   */
  Future<Boolean> beginVoiding(
      SqlClient db, PaymentAttempt attempt, Set<PaymentAttempt.Status> from, Instant now) {
    return changed(
            db,
            BEGIN_VOIDING,
            Tuple.tuple()
                .addString(attempt.id())
                .addJsonObject(attempt.data())
                .addOffsetDateTime(Timestamps.utc(now))
                .addArrayOfString(
                    from.stream().map(PaymentAttempt.Status::stored).toArray(String[]::new)))
        .recover(failure -> {
          if (taken(failure) instanceof SessionTakenException) {
            return Future.succeededFuture(false);
          }
          return Future.failedFuture(failure);
        });
  }

  /** Marks the open attempts of a cart for voiding; its order needs no payment. */
  Future<List<PaymentAttempt>> beginVoidingOfCart(SqlClient db, String cartId, Instant now) {
    return db.preparedQuery(BEGIN_VOIDING_OF_CART)
        .execute(Tuple.of(cartId, Timestamps.utc(now)))
        .map(PaymentAttemptStore::attempts);
  }

  Future<Boolean> finishVoiding(SqlClient db, PaymentAttempt voided, Instant now) {
    return changed(db, FINISH_VOIDING, Tuple.of(voided.id(), voided.data(), Timestamps.utc(now)));
  }

  /**
   * Attempts that no completion works on any more, longest waiting first, leased to this node.
   *
   * @param requestedBefore limit for attempts without an answer, attempts to be voided, and
   *     attempts of completed carts
   * @param authorizedBefore limit for attempts that were authorized and not used
   */
  Future<List<PaymentAttempt>> leaseUnresolved(
      SqlClient db, Instant now, Instant requestedBefore, Instant authorizedBefore, int limit) {
    return db.preparedQuery(LEASE_UNRESOLVED)
        .execute(
            Tuple.of(
                Timestamps.utc(now),
                Timestamps.utc(requestedBefore),
                Timestamps.utc(authorizedBefore),
                limit))
        .map(PaymentAttemptStore::attempts);
  }

  /**
   * Number of attempts in one status that is not final.
   *
   * @param oldest opening time of the oldest one
   */
  record UnresolvedCount(PaymentAttempt.Status status, long attempts, Instant oldest) {}

  Future<List<UnresolvedCount>> countUnresolved(SqlClient db) {
    return db.preparedQuery(COUNT_UNRESOLVED)
        .execute()
        .map(rows ->
            rows.stream()
                .map(row ->
                    new UnresolvedCount(
                        PaymentAttempt.Status.read(row.getString("status")),
                        row.getLong("attempts"),
                        row.getOffsetDateTime("oldest").toInstant()))
                .toList());
  }

  private static List<PaymentAttempt> attempts(RowSet<Row> rows) {
    return rows.stream().map(PaymentAttemptStore::attempt).toList();
  }

  private static Future<Boolean> changed(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).map(rows -> rows.rowCount() == 1);
  }

  private static PaymentAttempt attempt(Row row) {
    return PaymentAttemptBuilder.builder()
        .id(row.getString("id"))
        .cartId(row.getString("cart_id"))
        .cartVersion(row.getLong("cart_version"))
        .providerId(row.getString("provider_id"))
        .amount(row.getLong("amount"))
        .currencyCode(row.getString("currency_code"))
        .status(PaymentAttempt.Status.read(row.getString("status")))
        .sessionData(row.getJsonObject("session_data"))
        .data(row.getJsonObject("data"))
        .build();
  }
}

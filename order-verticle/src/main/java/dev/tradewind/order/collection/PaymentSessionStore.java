package dev.tradewind.order.collection;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.model.Payment;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Store of the sessions of payment collections, and of their authorizations. */
final class PaymentSessionStore {

  private static final String REPLACE_SESSIONS =
      """
      WITH collection AS (
        UPDATE payment_collection
        SET version = version + 1, updated_at = $4
        WHERE id = $1
          AND version = $2
          AND status IN ('not_paid', 'awaiting')
        RETURNING id
      ),
      dropped AS (
        DELETE FROM payment_session
        WHERE payment_collection_id = (SELECT id FROM collection)
          AND id NOT IN (SELECT id FROM jsonb_to_recordset($3) AS kept (id text))
      )
      INSERT INTO payment_session AS session (
        id, payment_collection_id, position, provider_id, status, data, amount, created_at,
        updated_at
      )
      SELECT given.id, collection.id, given.position, given.provider_id, given.status, given.data,
        given.amount, given.created_at, given.updated_at
      FROM collection
      CROSS JOIN jsonb_populate_recordset(NULL::payment_session, $3) AS given
      ON CONFLICT (id) DO UPDATE
      SET position = excluded.position, status = excluded.status, data = excluded.data,
        amount = excluded.amount, updated_at = excluded.updated_at
      """;

  private static final String EXCHANGE_SESSION =
      """
      WITH collection AS (
        UPDATE payment_collection
        SET version = version + 1, updated_at = $5
        WHERE id = $1
          AND version = $2
          AND status IN ('not_paid', 'awaiting', 'partially_authorized')
        RETURNING id
      ),
      dropped AS (
        DELETE FROM payment_session
        WHERE id = $3
          AND payment_collection_id = (SELECT id FROM collection)
          AND payment_id IS NULL
        RETURNING position
      )
      INSERT INTO payment_session (
        id, payment_collection_id, position, provider_id, status, data, amount, created_at,
        updated_at
      )
      SELECT given.id, $1, dropped.position, given.provider_id, given.status, given.data,
        given.amount, given.created_at, given.updated_at
      FROM dropped
      CROSS JOIN jsonb_populate_record(NULL::payment_session, $4) AS given
      """;

  private static final String BEGIN_AUTHORIZATION =
      """
      WITH begun AS (
        INSERT INTO payment (
          id, payment_collection_id, amount, currency_code, provider_id, data,
          awaits_authorization, created_at, updated_at
        )
        SELECT id, payment_collection_id, amount, currency_code, provider_id, data, true,
          created_at, updated_at
        FROM jsonb_populate_recordset(NULL::payment, $1)
        RETURNING id
      )
      UPDATE payment_session AS session
      SET payment_id = given.payment_id
      FROM jsonb_to_recordset($2) AS given (session_id text, payment_id text)
      WHERE session.id = given.session_id
        AND session.payment_id IS NULL
      """;

  private static final String RECORD_AUTHORIZED =
      """
      WITH paid AS (
        UPDATE payment
        SET awaits_authorization = false, data = $2, created_at = $3, updated_at = $3
        WHERE id = $1
          AND awaits_authorization
        RETURNING id
      ),
      session AS (
        UPDATE payment_session
        SET status = 'authorized', data = $2, payment_authorized_at = $3, updated_at = $3
        WHERE payment_id = (SELECT id FROM paid)
        RETURNING payment_collection_id, amount
      )
      UPDATE payment_collection AS c
      SET authorized_amount = coalesce(c.authorized_amount, 0) + session.amount,
        status = CASE
          WHEN coalesce(c.authorized_amount, 0) + session.amount = c.amount THEN 'authorized'
          ELSE 'partially_authorized'
        END,
        version = c.version + 1, updated_at = $3
      FROM session
      WHERE c.id = session.payment_collection_id
      """;

  // Nothing remains of an authorization that the provider has not given.
  private static final String RECORD_NOT_AUTHORIZED =
      """
      WITH operation AS (
        DELETE FROM payment_work
        WHERE payment_id = $1
      ),
      attempted AS (
        DELETE FROM payment
        WHERE id = $1
      ),
      session AS (
        UPDATE payment_session
        SET status = $4, data = $2, payment_id = NULL, updated_at = $3
        WHERE payment_id = $1
        RETURNING payment_collection_id
      )
      UPDATE payment_collection AS c
      SET status = CASE c.status WHEN 'not_paid' THEN 'awaiting' ELSE c.status END,
        authorized_amount = coalesce(c.authorized_amount, 0),
        version = c.version + 1, updated_at = $3
      FROM session
      WHERE c.id = session.payment_collection_id
      """;

  private static final String FIND_SESSION_OWNER =
      "SELECT payment_collection_id FROM payment_session WHERE id = $1";

  private PaymentSessionStore() {}

  /** Collection that a session belongs to. */
  static Future<Optional<String>> findOwner(SqlClient db, String sessionId) {
    return db.preparedQuery(FIND_SESSION_OWNER)
        .execute(Tuple.of(sessionId))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Replaces the sessions of the collection as it was read; false if it changed meanwhile. */
  static Future<Boolean> replaceSessions(
      SqlClient db, PaymentCollection collection, List<PaymentSession> sessions, Instant now) {
    JsonArray rows = new JsonArray();
    for (int position = 0; position < sessions.size(); position++) {
      rows.add(sessions.get(position).row(collection.id(), position));
    }
    return changed(
        db,
        REPLACE_SESSIONS,
        Tuple.of(collection.id(), collection.version(), rows, Timestamps.utc(now)));
  }

  /** Replaces one session of the collection as it was read; false if it changed meanwhile. */
  static Future<Boolean> exchangeSession(
      SqlClient db,
      PaymentCollection collection,
      PaymentSession session,
      PaymentSession fresh,
      Instant now) {
    return changed(
        db,
        EXCHANGE_SESSION,
        Tuple.of(
            collection.id(),
            collection.version(),
            session.id(),
            fresh.row(collection.id(), 0),
            Timestamps.utc(now)));
  }

  /** Inserts the payments that authorizations of these sessions are to make, in their order. */
  static Future<Void> beginAuthorizations(
      SqlClient db, List<PaymentSession> sessions, List<Payment> payments) {
    JsonArray rows = new JsonArray();
    JsonArray links = new JsonArray();
    for (int index = 0; index < sessions.size(); index++) {
      Payment payment = payments.get(index);
      rows.add(
          new JsonObject()
              .put("id", payment.id())
              .put("payment_collection_id", payment.paymentCollectionId())
              .put("amount", payment.amount())
              .put("currency_code", payment.currencyCode())
              .put("provider_id", payment.providerId())
              .put("data", payment.data())
              .put("created_at", Timestamps.format(payment.createdAt()))
              .put("updated_at", Timestamps.format(payment.updatedAt())));
      links.add(
          new JsonObject()
              .put("session_id", sessions.get(index).id())
              .put("payment_id", payment.id()));
    }
    return db.preparedQuery(BEGIN_AUTHORIZATION)
        .execute(Tuple.of(rows, links))
        .map(result -> {
          if (result.rowCount() != sessions.size()) {
            throw new IllegalStateException(
                "%s of %s payment sessions are free".formatted(result.rowCount(), sessions.size()));
          }
          return null;
        });
  }

  /** Records the answer to an authorization. */
  static Future<Void> recordAnswer(
      SqlClient db, String paymentId, PaymentSessionStatus status, JsonObject data, Instant now) {
    if (status == PaymentSessionStatus.AUTHORIZED) {
      return db.preparedQuery(RECORD_AUTHORIZED)
          .execute(Tuple.of(paymentId, data, Timestamps.utc(now)))
          .mapEmpty();
    }
    return db.preparedQuery(RECORD_NOT_AUTHORIZED)
        .execute(Tuple.of(paymentId, data, Timestamps.utc(now), status.wireName()))
        .mapEmpty();
  }

  private static Future<Boolean> changed(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).map(rows -> rows.rowCount() > 0);
  }
}

package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.store.OrderPartStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Store of payment collections with their sessions, and of payments by their ids. */
public final class PaymentCollectionStore {

  private static final String FIND =
      """
      SELECT to_jsonb(c) || jsonb_build_object(
        'payment_sessions', (
          SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.position, s.id), '[]')
          FROM payment_session AS s
          WHERE s.payment_collection_id = c.id
        ),
        'payments', (
          SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.created_at, p.id), '[]')
          FROM payment_session AS s
          JOIN payment AS p ON p.id = s.payment_id
          WHERE s.payment_collection_id = c.id
            AND NOT p.awaits_authorization
        )) AS collection
      FROM payment_collection AS c
      WHERE c.id = ANY ($1)
        AND c.deleted_at IS NULL
      """;

  private static final String INSERT =
      """
      INSERT INTO payment_collection (
        id, order_id, description, amount, region_id, currency_code, created_by, created_at,
        updated_at
      )
      SELECT id, order_id, description, amount, region_id, currency_code, created_by, created_at,
        updated_at
      FROM jsonb_populate_record(NULL::payment_collection, $1)
      """;

  private static final String UPDATE =
      """
      UPDATE payment_collection
      SET description = CASE WHEN $3::jsonb ? 'description' THEN $3 ->> 'description'
          ELSE description END,
        metadata = CASE WHEN $3 ? 'metadata' THEN $3 -> 'metadata' ELSE metadata END,
        version = version + 1, updated_at = $2
      WHERE id = $1
      """;

  private static final String MARK_AUTHORIZED =
      """
      UPDATE payment_collection
      SET status = 'authorized', authorized_amount = amount, version = version + 1, updated_at = $2
      WHERE id = $1
        AND status IN ('not_paid', 'awaiting', 'partially_authorized')
      """;

  // An earlier authorization that had no effect leaves nothing to pay.
  private static final String SET_AMOUNT =
      """
      WITH dropped AS (
        DELETE FROM payment_session
        WHERE payment_collection_id = $1
      )
      UPDATE payment_collection
      SET amount = $3, description = coalesce($4, description), status = 'not_paid',
        authorized_amount = NULL, version = version + 1, updated_at = $2
      WHERE id = $1
        AND status IN ('not_paid', 'awaiting')
      """;

  private static final String CANCEL =
      """
      WITH dropped AS (
        DELETE FROM payment_session
        WHERE payment_collection_id = $1
          AND status <> 'authorized'
      )
      UPDATE payment_collection
      SET status = 'canceled', version = version + 1, updated_at = $2
      WHERE id = $1
        AND status <> 'canceled'
      """;

  private static final String DELETE =
      """
      WITH detached AS (
        UPDATE order_edit
        SET payment_collection_id = NULL
        WHERE payment_collection_id = $1
      )
      UPDATE payment_collection
      SET deleted_at = $2, updated_at = $2, version = version + 1
      WHERE id = $1
        AND deleted_at IS NULL
      """;

  // A session that keeps its id is updated. The version makes concurrent changes of the sessions
  // visible to each other.
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

  private static final String ATTACH =
      """
      UPDATE payment
      SET order_id = $2, updated_at = $3
      WHERE payment_collection_id = $1
        AND id IN (SELECT payment_id FROM payment_session WHERE payment_collection_id = $1)
        AND NOT awaits_authorization
        AND order_id IS NULL
      """;

  // An edit that was declined or canceled no longer needs its collection.
  private static final String IS_USED =
      """
      SELECT EXISTS (
        SELECT
        FROM order_edit
        WHERE payment_collection_id = $1
          AND declined_at IS NULL
          AND canceled_at IS NULL
      )
      """;

  private static final String FIND_SESSION_OWNER =
      "SELECT payment_collection_id FROM payment_session WHERE id = $1";

  private static final String FIND_PAYMENT =
      """
      SELECT to_jsonb(p) AS payment, coalesce(p.order_id, c.order_id) AS owner
      FROM payment AS p
      LEFT JOIN payment_collection AS c ON c.id = p.payment_collection_id
      WHERE p.id = $1
        AND NOT p.awaits_authorization
      """;

  private static final String FIND_REFUND =
      "SELECT to_jsonb(refund) AS refund FROM refund WHERE id = $1";

  /** Payment with the id of the order that it is for, attached or not. */
  record Found(Payment payment, String orderId) {}

  private PaymentCollectionStore() {}

  public static Future<Optional<PaymentCollection>> find(SqlClient db, String id) {
    return findAll(db, List.of(id)).map(found -> Optional.ofNullable(found.get(id)));
  }

  /** Payment collections by their ids. */
  public static Future<Map<String, PaymentCollection>> findAll(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            rows.stream()
                .map(row -> PaymentCollection.of(row.getJsonObject(0)))
                .collect(Collectors.toMap(PaymentCollection::id, Function.identity())));
  }

  /** Collection that a session belongs to. */
  static Future<Optional<String>> findOwner(SqlClient db, String sessionId) {
    return db.preparedQuery(FIND_SESSION_OWNER)
        .execute(Tuple.of(sessionId))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  public static Future<Void> insert(SqlClient db, PaymentCollection collection) {
    return db.preparedQuery(INSERT)
        .execute(Tuple.of(collection.own().put("order_id", collection.orderId())))
        .mapEmpty();
  }

  /** Writes those of description and metadata that are given. */
  static Future<Void> update(SqlClient db, String id, JsonObject given, Instant now) {
    return db.preparedQuery(UPDATE).execute(Tuple.of(id, Timestamps.utc(now), given)).mapEmpty();
  }

  static Future<Boolean> markAuthorized(SqlClient db, String id, Instant now) {
    return changed(db, MARK_AUTHORIZED, Tuple.of(id, Timestamps.utc(now)));
  }

  /** Sets the amount anew and drops the sessions; false if something is authorized. */
  public static Future<Boolean> setAmount(
      SqlClient db, String id, long amount, @Nullable String description, Instant now) {
    return changed(db, SET_AMOUNT, Tuple.of(id, Timestamps.utc(now), amount, description));
  }

  /** Cancels the collection and drops its open sessions. */
  public static Future<Boolean> cancel(SqlClient db, String id, Instant now) {
    return changed(db, CANCEL, Tuple.of(id, Timestamps.utc(now)));
  }

  public static Future<Boolean> delete(SqlClient db, String id, Instant now) {
    return changed(db, DELETE, Tuple.of(id, Timestamps.utc(now)));
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

  /** Whether an edit that is active or confirmed has the collection. */
  static Future<Boolean> isUsed(SqlClient db, String id) {
    return db.preparedQuery(IS_USED)
        .execute(Tuple.of(id))
        .map(rows -> rows.iterator().next().getBoolean(0));
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
                "%d of %d payment sessions are free".formatted(result.rowCount(), sessions.size()));
          }
          return null;
        });
  }

  /** Records the answer to an authorization. */
  static Future<Void> recordAnswer(
      SqlClient db, String paymentId, PaymentSessionStatus status, JsonObject data, Instant now) {
    return status == PaymentSessionStatus.AUTHORIZED
        ? db.preparedQuery(RECORD_AUTHORIZED)
            .execute(Tuple.of(paymentId, data, Timestamps.utc(now)))
            .mapEmpty()
        : db.preparedQuery(RECORD_NOT_AUTHORIZED)
            .execute(Tuple.of(paymentId, data, Timestamps.utc(now), status.wireName()))
            .mapEmpty();
  }

  /** Attaches the payments to the order; whether there were any to attach. */
  public static Future<Boolean> attach(SqlClient db, String id, String orderId, Instant now) {
    return db.preparedQuery(ATTACH)
        .execute(Tuple.of(id, orderId, Timestamps.utc(now)))
        .map(rows -> rows.rowCount() > 0);
  }

  static Future<Optional<Found>> findPayment(SqlClient db, String id) {
    return db.preparedQuery(FIND_PAYMENT)
        .execute(Tuple.of(id))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Found(
                        OrderPartStore.payment(row.getJsonObject("payment")),
                        row.getString("owner")))
                .findFirst());
  }

  static Future<Optional<JsonObject>> findRefund(SqlClient db, String id) {
    return db.preparedQuery(FIND_REFUND)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getJsonObject(0)).findFirst());
  }

  private static Future<Boolean> changed(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).map(rows -> rows.rowCount() > 0);
  }
}

package dev.tradewind.order.payment;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.ChangeTransaction;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.Refund;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Store of payments and refunds of orders, swaps and payment collections. */
public final class PaymentStore {

  private static final String FIND_PAYMENT =
      """
      SELECT to_jsonb(p) AS payment, coalesce(p.order_id, c.order_id) AS owner
      FROM payment AS p
      LEFT JOIN payment_collection AS c ON c.id = p.payment_collection_id
      WHERE p.id = $1
        AND NOT p.awaits_authorization
      """;

  // Of the order of a cart or of the cart of a swap, and of a payment collection.
  private static final String FIND_OF_RESOURCE =
      """
      WITH owner AS (
        SELECT id FROM "order" WHERE cart_id = $1
        UNION ALL
        SELECT order_id FROM swap WHERE cart_id = $1
        UNION ALL
        SELECT order_id FROM payment_collection WHERE id = $1
      )
      SELECT to_jsonb(p) AS payment, owner.id AS owner
      FROM owner
      JOIN payment AS p ON p.order_id = owner.id
      UNION ALL
      SELECT to_jsonb(p), owner.id
      FROM owner
      JOIN payment AS p ON p.payment_collection_id = $1 AND NOT p.awaits_authorization
      """;

  private static final String FIND_REFUND =
      "SELECT to_jsonb(refund) AS refund FROM refund WHERE id = $1";

  private static final String FIND_MOVED_REFUNDS =
      """
      SELECT id, amount, created_at
      FROM refund
      WHERE order_id = $1
        AND NOT EXISTS (
          SELECT FROM payment_work WHERE order_id = $1 AND refund_id = refund.id
        )
      """;

  /** Payment with the id of the order that it is for, attached or not. */
  public record Found(Payment payment, String orderId) {}

  private static final String CAPTURED =
      "UPDATE payment SET captured_at = $2, updated_at = $2, data = $3 WHERE id = $1";

  private static final String LIMITED =
      "UPDATE payment SET amount = $2 WHERE id = $1 AND amount > $2 AND captured_at IS NULL";

  // A collection whose edit waits for the payment asks for it again; what staff marked as
  // authorized, whatever its sessions are, stays so.
  private static final String CANCELED =
      """
      WITH canceled AS (
        UPDATE payment
        SET canceled_at = $2, updated_at = $2, data = $3
        WHERE id = $1
        RETURNING id, order_id
      ),
      session AS (
        UPDATE payment_session AS s
        SET status = 'canceled', payment_id = NULL, payment_authorized_at = NULL, updated_at = $2
        FROM canceled, payment_collection AS c
        WHERE s.payment_id = canceled.id
          AND s.status = 'authorized'
          AND canceled.order_id IS NULL
          AND c.id = s.payment_collection_id
          AND c.status <> 'canceled'
        RETURNING s.payment_collection_id, s.amount
      )
      UPDATE payment_collection AS c
      SET authorized_amount = c.authorized_amount - session.amount,
        status = CASE c.authorized_amount WHEN session.amount THEN 'awaiting'
          ELSE 'partially_authorized' END,
        version = c.version + 1, updated_at = $2
      FROM session
      WHERE c.id = session.payment_collection_id
        AND c.authorized_amount = (
          SELECT sum(amount)
          FROM payment_session
          WHERE payment_collection_id = c.id
            AND status = 'authorized'
        )
      RETURNING c.id
      """;

  private static final String REFUNDED =
      """
      UPDATE payment
      SET amount_refunded = amount_refunded + $4, updated_at = $2, data = $3
      WHERE id = $1
      """;

  // The row keeps its amount; what of it failed stands in its metadata.
  private static final String REFUND_FAILED =
      """
      UPDATE refund
      SET updated_at = $4,
        metadata = coalesce(metadata, '{}') || jsonb_build_object(
          'failed_amount', coalesce((metadata -> 'failed_amount')::bigint, 0) + $2,
          'failure_reason', $3::text)
      WHERE id = $1
      """;

  private static final String DISPUTED =
      """
      INSERT INTO payment_dispute AS known (
        payment_id, id, amount, status, reason, created_at, updated_at
      )
      SELECT $1, told.id, told.amount, told.status, told.reason, $3, $3
      FROM jsonb_to_recordset($2) AS told (id text, amount bigint, status text, reason text)
      ON CONFLICT (payment_id, id) DO UPDATE
      SET amount = EXCLUDED.amount, status = EXCLUDED.status, reason = EXCLUDED.reason,
        updated_at = EXCLUDED.updated_at
      WHERE (known.amount, known.status, known.reason)
        IS DISTINCT FROM (EXCLUDED.amount, EXCLUDED.status, EXCLUDED.reason)
      RETURNING id
      """;

  private static final String DATA = "UPDATE payment SET data = $3, updated_at = $2 WHERE id = $1";

  private PaymentStore() {}

  public static Future<Optional<Found>> find(SqlClient db, String id) {
    return db.preparedQuery(FIND_PAYMENT)
        .execute(Tuple.of(id))
        .map(rows -> found(rows).stream().findFirst());
  }

  /** Payments of the order of a cart, or of a payment collection. */
  static Future<List<Found>> findOfResource(SqlClient db, String resourceId) {
    return db.preparedQuery(FIND_OF_RESOURCE)
        .execute(Tuple.of(resourceId))
        .map(PaymentStore::found);
  }

  private static List<Found> found(RowSet<Row> rows) {
    return rows.stream()
        .map(row ->
            new Found(Payment.CODEC.read(row.getJsonObject("payment")), row.getString("owner")))
        .toList();
  }

  public static Future<Optional<Refund>> findRefund(SqlClient db, String id) {
    return db.preparedQuery(FIND_REFUND)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> Refund.CODEC.read(row.getJsonObject(0))).findFirst());
  }

  /** Refunds of an order that no operation has made. */
  static Future<List<MovedRefunds.Row>> findMovedRefunds(SqlClient db, String orderId) {
    return db.preparedQuery(FIND_MOVED_REFUNDS)
        .execute(Tuple.of(orderId))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new MovedRefunds.Row(
                        row.getString("id"),
                        row.getLong("amount"),
                        row.getOffsetDateTime("created_at").toInstant()))
                .toList());
  }

  static Future<Void> capture(ChangeTransaction tx, String id, JsonObject data) {
    return tx.db().preparedQuery(CAPTURED).execute(parameters(tx, id, data)).mapEmpty();
  }

  /** Limits the amount of a payment to what is captured of it. */
  static Future<Void> limit(ChangeTransaction tx, String id, long captured) {
    return tx.db().preparedQuery(LIMITED).execute(Tuple.of(id, captured)).mapEmpty();
  }

  /** Cancels a payment; returns the id of the collection that is to be paid again. */
  static Future<Optional<String>> cancel(ChangeTransaction tx, String id, JsonObject data) {
    return tx.db()
        .preparedQuery(CANCELED)
        .execute(parameters(tx, id, data))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  static Future<Void> refund(ChangeTransaction tx, String id, JsonObject data, long amount) {
    return tx.db()
        .preparedQuery(REFUNDED)
        .execute(parameters(tx, id, data).addLong(amount))
        .mapEmpty();
  }

  /** Takes back the refund of an amount, which failed at the provider after it was accepted. */
  static Future<Void> failRefund(
      ChangeTransaction tx, PaymentOperation refund, JsonObject data, String reason) {
    return refund(tx, refund.payment().id(), data, -refund.amount())
        .compose(taken ->
            tx.db()
                .preparedQuery(REFUND_FAILED)
                .execute(
                    Tuple.of(
                        refund.requireRefundId(),
                        refund.amount(),
                        reason,
                        Timestamps.utc(tx.now()))))
        .mapEmpty();
  }

  /** Stores disputes; returns the ids of those that are new or have changed. */
  static Future<List<String>> dispute(
      ChangeTransaction tx, String id, JsonObject data, List<PaymentState.Dispute> disputes) {
    JsonArray rows = new JsonArray();
    disputes.forEach(dispute ->
        rows.add(
            new JsonObject()
                .put("id", dispute.id())
                .put("amount", dispute.amount())
                .put("status", dispute.status())
                .put("reason", dispute.reason())));
    return tx.db()
        .preparedQuery(DISPUTED)
        .execute(Tuple.of(id, rows, Timestamps.utc(tx.now())))
        .map(changed -> changed.stream().map(row -> row.getString(0)).toList())
        .compose(changed -> {
          if (changed.isEmpty()) {
            return Future.succeededFuture(changed);
          }
          return tx.db().preparedQuery(DATA).execute(parameters(tx, id, data)).map(changed);
        });
  }

  private static Tuple parameters(ChangeTransaction tx, String id, JsonObject data) {
    return Tuple.of(id, Timestamps.utc(tx.now()), data);
  }
}

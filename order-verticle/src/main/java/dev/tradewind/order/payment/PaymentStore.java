package dev.tradewind.order.payment;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.ChangeTransaction;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.Refund;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
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

  private static final String FIND_REFUND =
      "SELECT to_jsonb(refund) AS refund FROM refund WHERE id = $1";

  /** Payment with the id of the order that it is for, attached or not. */
  public record Found(Payment payment, String orderId) {}

  private static final String CAPTURED =
      "UPDATE payment SET captured_at = $2, updated_at = $2, data = $3 WHERE id = $1";

  private static final String CANCELED =
      "UPDATE payment SET canceled_at = $2, updated_at = $2, data = $3 WHERE id = $1";

  private static final String REFUNDED =
      """
      UPDATE payment
      SET amount_refunded = amount_refunded + $4, updated_at = $2, data = $3
      WHERE id = $1
      """;

  private PaymentStore() {}

  public static Future<Optional<Found>> find(SqlClient db, String id) {
    return db.preparedQuery(FIND_PAYMENT)
        .execute(Tuple.of(id))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Found(
                        Payment.CODEC.read(row.getJsonObject("payment")), row.getString("owner")))
                .findFirst());
  }

  public static Future<Optional<Refund>> findRefund(SqlClient db, String id) {
    return db.preparedQuery(FIND_REFUND)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> Refund.CODEC.read(row.getJsonObject(0))).findFirst());
  }

  static Future<Void> capture(ChangeTransaction tx, String id, JsonObject data) {
    return tx.db().preparedQuery(CAPTURED).execute(parameters(tx, id, data)).mapEmpty();
  }

  static Future<Void> cancel(ChangeTransaction tx, String id, JsonObject data) {
    return tx.db().preparedQuery(CANCELED).execute(parameters(tx, id, data)).mapEmpty();
  }

  static Future<Void> refund(ChangeTransaction tx, String id, JsonObject data, long amount) {
    return tx.db()
        .preparedQuery(REFUNDED)
        .execute(parameters(tx, id, data).addLong(amount))
        .mapEmpty();
  }

  private static Tuple parameters(ChangeTransaction tx, String id, JsonObject data) {
    return Tuple.of(id, Timestamps.utc(tx.now()), data);
  }
}

package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.store.OrderPartStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/** Store of payment operations. */
public final class PaymentOperationStore {

  private static final String FIND =
      """
      SELECT work.id, work.order_id, work.kind, work.amount, work.status, work.details,
        work.idempotency_key, to_jsonb(payment) AS payment
      FROM payment_work AS work
      JOIN payment ON payment.id = work.payment_id
      WHERE %s
      ORDER BY work.created_at, work.id
      """;

  private static final String FIND_OF_ORDER = FIND.formatted("work.order_id = $1");
  private static final String FIND_BY_IDS = FIND.formatted("work.id = ANY ($1)");

  private static final String INSERT =
      """
      INSERT INTO payment_work (
        id, order_id, payment_id, kind, amount, status, details, idempotency_key, created_at,
        updated_at
      )
      SELECT id, order_id, payment_id, kind, amount, status, details, idempotency_key, created_at,
        updated_at
      FROM jsonb_populate_recordset(NULL::payment_work, $1)
      ON CONFLICT (id) DO NOTHING
      """;

  // Lease: the new timestamp keeps other nodes from taking the operation over until it is due
  // again.
  private static final String LEASE =
      """
      UPDATE payment_work
      SET updated_at = $1
      WHERE id IN (
        SELECT id
        FROM payment_work
        WHERE status = 'asked'
          AND updated_at < $2
        ORDER BY updated_at
        LIMIT 50
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id
      """;

  private static final String FINISH =
      "UPDATE payment_work SET status = 'done', updated_at = $2 WHERE id = $1 AND status = 'asked'";

  private static final String CAPTURED =
      "UPDATE payment SET captured_at = $2, updated_at = $2, data = $3 WHERE id = $1";

  private static final String CANCELED =
      "UPDATE payment SET canceled_at = $2, updated_at = $2, data = $3 WHERE id = $1";

  private static final String REFUNDED =
      """
      WITH paid_back AS (
        UPDATE payment
        SET amount_refunded = amount_refunded + $4, updated_at = $2, data = $3
        WHERE id = $1
        RETURNING id, order_id
      )
      INSERT INTO refund (
        id, order_id, payment_id, amount, note, reason, idempotency_key, created_at, updated_at
      )
      SELECT $5, order_id, id, $4, $6, $7, $8, $2, $2
      FROM paid_back
      """;

  public Future<List<PaymentOperation>> findOfOrder(SqlClient db, String orderId) {
    return db.preparedQuery(FIND_OF_ORDER)
        .execute(Tuple.of(orderId))
        .map(PaymentOperationStore::operations);
  }

  public Future<Void> insert(SqlClient db, List<PaymentOperation> operations, Instant now) {
    if (operations.isEmpty()) {
      return Future.succeededFuture();
    }
    JsonArray rows = new JsonArray();
    operations.forEach(operation -> rows.add(operation.row(now)));
    return db.preparedQuery(INSERT).execute(Tuple.of(rows)).mapEmpty();
  }

  /** Open operations from before that moment, leased to this node. */
  Future<List<PaymentOperation>> lease(SqlClient db, Instant now, Instant before) {
    return db.preparedQuery(LEASE)
        .execute(Tuple.of(Timestamps.utc(now), Timestamps.utc(before)))
        .compose(leased -> {
          String[] ids =
              StreamSupport.stream(leased.spliterator(), false)
                  .map(row -> row.getString(0))
                  .toArray(String[]::new);
          return ids.length == 0
              ? Future.succeededFuture(List.of())
              : db.preparedQuery(FIND_BY_IDS)
                  .execute(Tuple.of(ids))
                  .map(PaymentOperationStore::operations);
        });
  }

  /** Marks the operation as done; false if its outcome was recorded before. */
  Future<Boolean> finish(SqlClient db, PaymentOperation operation, Instant now) {
    return db.preparedQuery(FINISH)
        .execute(Tuple.of(operation.id(), Timestamps.utc(now)))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Records the outcome in the payment. */
  Future<Void> recordOutcome(
      SqlClient db, PaymentOperation operation, JsonObject data, Instant now) {
    Tuple parameters = Tuple.of(operation.payment().id(), Timestamps.utc(now), data);
    return switch (operation.kind()) {
      case CAPTURE -> db.preparedQuery(CAPTURED).execute(parameters).mapEmpty();
      case CANCEL -> db.preparedQuery(CANCELED).execute(parameters).mapEmpty();
      case REFUND ->
          db.preparedQuery(REFUNDED)
              .execute(
                  parameters
                      .addLong(operation.amount())
                      .addString(operation.id())
                      .addString(operation.details().getString("note"))
                      .addString(operation.details().getString("reason"))
                      .addString(operation.idempotencyKey()))
              .mapEmpty();
    };
  }

  private static List<PaymentOperation> operations(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(PaymentOperationStore::operation)
        .toList();
  }

  private static PaymentOperation operation(Row row) {
    return new PaymentOperation(
        row.getString("id"),
        row.getString("order_id"),
        PaymentOperation.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
        row.getLong("amount"),
        row.getJsonObject("details"),
        row.getString("idempotency_key"),
        "done".equals(row.getString("status")),
        PaymentOperation.Paid.of(OrderPartStore.payment(row.getJsonObject("payment"))));
  }
}

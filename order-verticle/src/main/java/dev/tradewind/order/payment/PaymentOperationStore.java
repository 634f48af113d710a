package dev.tradewind.order.payment;

import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.kernel.providercall.RecordedCallStore;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.model.Payment;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Store of payment operations. */
public final class PaymentOperationStore implements RecordedCallStore<PaymentOperation> {

  private static final String FIND =
      """
      SELECT work.id, work.order_id, work.kind,
        work.refund_id,
        work.amount, work.status, work.details,
        work.idempotency_key, to_jsonb(payment) AS payment
      FROM payment_work AS work
      JOIN payment ON payment.id = work.payment_id
      WHERE %s
      ORDER BY work.created_at, work.id
      """;

  private static final String FIND_OF_ORDER = FIND.formatted("work.order_id = $1");
  private static final String FIND_OPEN =
      FIND.formatted("work.order_id = $1 AND work.status = 'asked'");
  private static final String FIND_BY_IDS = FIND.formatted("work.id = ANY ($1)");

  // A refused capture or cancellation may be requested again; it is the same operation, and has no
  // further entry in the audit log. One that is open or done is not requested.
  private static final String INSERT =
      """
      WITH wanted AS (
        SELECT * FROM jsonb_populate_recordset(NULL::payment_work, $1)
      ),
      requested_again AS (
      UPDATE payment_work AS work
      SET status = 'asked', details = wanted.details, updated_at = wanted.updated_at
      FROM wanted
      WHERE work.id = wanted.id AND work.status = 'refused'
      ),
      recorded AS (
      INSERT INTO payment_work (
        id, order_id, payment_id, kind, refund_id, amount, status, details, idempotency_key,
        created_at, updated_at
      )
      SELECT id, order_id, payment_id, kind, refund_id, amount, status, details, idempotency_key,
        created_at, updated_at
      FROM wanted
      ON CONFLICT (id) DO NOTHING
      RETURNING id
      )
      """
          + Outbox.insertForRows("$2", "recorded", PaymentAudit.OPERATION_ID);

  /** Due by its last change: each lease is one. */
  public static final LeasedQueue<String> QUEUE =
      LeasedQueue.<String>in("payment_work", "retry-payment-operations", List.of("id"))
          .due("updated_at")
          .waiting("status = 'asked'")
          .reading("id", row -> row.getString("id"))
          .leasedFor(RecordedCallRetrier.MIN_AGE)
          .build();

  private static final int BATCH = 50;

  private static final String FINISH =
      """
      UPDATE payment_work
      SET status = $3, updated_at = $2
      WHERE id = $1
        AND status = 'asked'
      """;

  private static final String FAIL =
      "UPDATE payment_work SET status = 'failed', updated_at = $2 WHERE id = $1 AND status = 'done'";

  // Once per request of the capture, however often it is retried.
  private static final String RECORD_FAILURE =
      """
      UPDATE payment_work
      SET details = details || '{"failed": true}'
      WHERE id = $1
        AND status = 'asked'
        AND NOT details ? 'failed'
      """;

  private static final String INSERT_SETTLED_REFUND =
      """
      INSERT INTO refund (id, order_id, payment_id, amount, note, reason, created_at, updated_at)
      SELECT $2, $1, min(details ->> 'payment_id'), sum(amount) FILTER (WHERE status = 'done'),
        min(details ->> 'note'), min(details ->> 'reason'), $3, $3
      FROM payment_work
      WHERE order_id = $1
        AND kind = 'refund'
        AND refund_id = $2
      HAVING bool_and(status <> 'asked')
        AND bool_or(status = 'done')
      """;

  Future<List<PaymentOperation>> findOfOrder(SqlClient db, String orderId) {
    return db.preparedQuery(FIND_OF_ORDER)
        .execute(Tuple.of(orderId))
        .map(PaymentOperationStore::operations);
  }

  /**
   * Inserts operations, with their entries of the audit log.
   *
   * @param path operation of the contract that requests them
   */
  static Future<Void> insert(OrderTransaction tx, String path, List<PaymentOperation> operations) {
    if (operations.isEmpty()) {
      return Future.succeededFuture();
    }
    JsonArray rows = new JsonArray();
    operations.forEach(operation -> rows.add(operation.row(tx.now())));
    JsonArray entries = Outbox.rows(PaymentAudit.entries(tx, path, operations));
    return tx.db().preparedQuery(INSERT).execute(Tuple.of(rows, entries)).mapEmpty();
  }

  @Override
  public Future<List<PaymentOperation>> findOpen(SqlClient db, String orderId) {
    return db.preparedQuery(FIND_OPEN)
        .execute(Tuple.of(orderId))
        .map(PaymentOperationStore::operations);
  }

  @Override
  public Future<List<PaymentOperation>> lease(SqlClient db, Instant before) {
    return QUEUE
        .lease(db, before, BATCH)
        .compose(leased -> {
          String[] ids = leased.stream().map(Lease::item).toArray(String[]::new);
          if (ids.length == 0) {
            return Future.succeededFuture(List.of());
          }
          return db.preparedQuery(FIND_BY_IDS)
              .execute(Tuple.of(ids))
              .map(PaymentOperationStore::operations);
        });
  }

  /** Records that the outcome of the operation is known; false if it was recorded before. */
  public Future<Boolean> finish(
      OrderTransaction tx, PaymentOperation operation, PaymentOperation.State outcome) {
    return tx.db()
        .preparedQuery(FINISH)
        .execute(Tuple.of(operation.id(), Timestamps.utc(tx.now()), outcome.stored()))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Records that a refund failed after it was accepted; false if that was recorded before. */
  Future<Boolean> fail(OrderTransaction tx, PaymentOperation refund) {
    return tx.db()
        .preparedQuery(FAIL)
        .execute(Tuple.of(refund.id(), Timestamps.utc(tx.now())))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Records that a call failed without an outcome; false if that was recorded before. */
  Future<Boolean> recordFailure(SqlClient db, PaymentOperation operation) {
    return db.preparedQuery(RECORD_FAILURE)
        .execute(Tuple.of(operation.id()))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Inserts the refund if the outcomes of all its operations are known; whether it did. */
  Future<Boolean> insertSettledRefund(OrderTransaction tx, PaymentOperation operation) {
    return tx.db()
        .preparedQuery(INSERT_SETTLED_REFUND)
        .execute(
            Tuple.of(operation.orderId(), operation.requireRefundId(), Timestamps.utc(tx.now())))
        .map(rows -> rows.rowCount() == 1);
  }

  private static List<PaymentOperation> operations(RowSet<Row> rows) {
    return rows.stream().map(PaymentOperationStore::operation).toList();
  }

  private static PaymentOperation operation(Row row) {
    return PaymentOperationBuilder.builder()
        .id(row.getString("id"))
        .orderId(row.getString("order_id"))
        .kind(PaymentOperation.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)))
        .refundId(row.getString("refund_id"))
        .amount(row.getLong("amount"))
        .details(new PaymentDetails(row.getJsonObject("details")))
        .idempotencyKey(row.getString("idempotency_key"))
        .state(PaymentOperation.State.valueOf(row.getString("status").toUpperCase(Locale.ROOT)))
        .payment(PaymentOperation.Paid.of(Payment.CODEC.read(row.getJsonObject("payment"))))
        .build();
  }
}

package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.kernel.providercall.RecordedCallStore;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Store of operations at fulfillment providers. */
public final class FulfillmentOperationStore implements RecordedCallStore<FulfillmentOperation> {

  private static final String COLUMNS =
      "order_id, kind, coalesce(fulfillment_id, return_id) AS subject_id, provider_id, details";

  private static final String FIND_OPEN =
      """
      SELECT %s
      FROM fulfillment_work
      WHERE order_id = $1
        AND status = 'asked'
      ORDER BY created_at, id
      """
          .formatted(COLUMNS);

  // A refused operation may be requested again.
  private static final String INSERT =
      """
      INSERT INTO fulfillment_work AS work (
        id, order_id, fulfillment_id, return_id, kind, provider_id, status, details, created_at,
        updated_at
      )
      SELECT id, order_id, fulfillment_id, return_id, kind, provider_id, status, details,
        created_at, updated_at
      FROM jsonb_populate_recordset(NULL::fulfillment_work, $1)
      ON CONFLICT (id) DO UPDATE
      SET status = 'asked', updated_at = excluded.updated_at
      WHERE work.status = 'refused'
      """;

  /** Due by its last change: each lease is one. */
  public static final LeasedQueue<FulfillmentOperation> QUEUE =
      LeasedQueue.<FulfillmentOperation>in(
              "fulfillment_work", "retry-fulfillment-operations", List.of("id"))
          .due("updated_at")
          .waiting("status = 'asked'")
          .reading(COLUMNS, FulfillmentOperationStore::operation)
          .leasedFor(RecordedCallRetrier.MIN_AGE)
          .build();

  private static final int BATCH = 50;

  private static final String FINISH =
      """
      UPDATE fulfillment_work
      SET status = $3, updated_at = $2
      WHERE id = $1
        AND status = 'asked'
      """;

  /** Operations of an order, its swaps and its claims without an outcome, oldest first. */
  @Override
  public Future<List<FulfillmentOperation>> findOpen(SqlClient db, String orderId) {
    return db.preparedQuery(FIND_OPEN)
        .execute(Tuple.of(orderId))
        .map(FulfillmentOperationStore::operations);
  }

  Future<Void> insert(SqlClient db, List<FulfillmentOperation> operations, Instant now) {
    if (operations.isEmpty()) {
      return Future.succeededFuture();
    }
    JsonArray rows = new JsonArray();
    operations.forEach(operation -> rows.add(operation.row(now)));
    return db.preparedQuery(INSERT).execute(Tuple.of(rows)).mapEmpty();
  }

  /** Operations without an outcome from before that moment, leased to this node. */
  @Override
  public Future<List<FulfillmentOperation>> lease(SqlClient db, Instant before) {
    return QUEUE.lease(db, before, BATCH).map(leased -> leased.stream().map(Lease::item).toList());
  }

  /** Records the outcome of the operation; false if it was recorded before. */
  Future<Boolean> finish(
      SqlClient db, FulfillmentOperation operation, boolean isAccepted, Instant now) {
    return db.preparedQuery(FINISH)
        .execute(Tuple.of(operation.key(), Timestamps.utc(now), isAccepted ? "done" : "refused"))
        .map(rows -> rows.rowCount() == 1);
  }

  private static List<FulfillmentOperation> operations(RowSet<Row> rows) {
    return rows.stream().map(FulfillmentOperationStore::operation).toList();
  }

  private static FulfillmentOperation operation(Row row) {
    return new FulfillmentOperation(
        row.getString("order_id"),
        FulfillmentOperation.Kind.of(row.getString("kind")),
        Objects.requireNonNull(row.getString("subject_id")),
        row.getString("provider_id"),
        row.getJsonObject("details"));
  }
}

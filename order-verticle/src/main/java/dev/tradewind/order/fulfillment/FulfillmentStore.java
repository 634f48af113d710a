package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.Fulfillment;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Store of fulfillments and their shipments. */
public final class FulfillmentStore {

  private static final String FIND =
      """
      SELECT to_jsonb(f) || jsonb_build_object(
        'items', (
          SELECT jsonb_agg(to_jsonb(item) ORDER BY item.item_id)
          FROM fulfillment_item AS item
          WHERE item.fulfillment_id = f.id
        ),
        'tracking_links', '[]'::jsonb) AS fulfillment
      FROM fulfillment AS f
      WHERE f.id = $1
      """;

  private static final String FIND_PENDING =
      """
      SELECT item.item_id, sum(item.quantity)::bigint AS quantity
      FROM fulfillment
      JOIN fulfillment_item AS item ON item.fulfillment_id = fulfillment.id
      WHERE fulfillment.order_id = $1
        AND fulfillment.accepted_at IS NULL
      GROUP BY item.item_id
      """;

  private static final RecordCodec.Writer<Fulfillment> ROW =
      Fulfillment.CODEC.writerWithout(Set.of("items", "tracking_links"));

  private static final String INSERT =
      """
      WITH created AS (
        INSERT INTO fulfillment (%1$s)
        SELECT %1$s
        FROM jsonb_populate_recordset(NULL::fulfillment, $1)
      )
      INSERT INTO fulfillment_item (fulfillment_id, item_id, quantity)
      SELECT fulfillment_id, item_id, quantity
      FROM jsonb_populate_recordset(NULL::fulfillment_item, $2)
      """
          .formatted(ROW.columns());

  private static final String ACCEPT =
      """
      UPDATE fulfillment
      SET accepted_at = $2, updated_at = $2, data = $3
      WHERE id = $1
        AND accepted_at IS NULL
      """;

  private static final String DISCARD =
      "DELETE FROM fulfillment WHERE id = $1 AND accepted_at IS NULL";

  private static final String CANCEL =
      """
      UPDATE fulfillment
      SET canceled_at = $2, updated_at = $2, data = $3
      WHERE id = $1
        AND canceled_at IS NULL
        AND shipped_at IS NULL
      """;

  private static final String SHIP =
      """
      WITH shipped AS (
        UPDATE fulfillment
        SET shipped_at = $2, updated_at = $2, no_notification = coalesce($3, no_notification)
        WHERE id = $1
          AND canceled_at IS NULL
          AND shipped_at IS NULL
        RETURNING id
      ), linked AS (
        INSERT INTO tracking_link (id, fulfillment_id, tracking_number, created_at, updated_at)
        SELECT link.id, shipped.id, link.tracking_number, $2, $2
        FROM shipped
        CROSS JOIN jsonb_to_recordset($4) AS link (id text, tracking_number text)
      )
      SELECT FROM shipped
      """;

  /** Fulfillment by its id, also while its provider has not accepted it. */
  public Future<Optional<Fulfillment>> find(SqlClient db, String id) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows ->
            rows.stream().map(row -> Fulfillment.CODEC.read(row.getJsonObject(0))).findFirst());
  }

  /** Fulfillment that exists. */
  Future<Fulfillment> get(SqlClient db, String id) {
    return find(db, id)
        .map(found ->
            found.orElseThrow(
                () -> new IllegalStateException("Fulfillment %s is missing".formatted(id))));
  }

  /** Units in fulfillments that no provider has accepted yet, by line item. */
  public Future<Map<String, Long>> findPendingUnits(SqlClient db, String orderId) {
    return db.preparedQuery(FIND_PENDING)
        .execute(Tuple.of(orderId))
        .map(rows -> {
          Map<String, Long> pending = new HashMap<>();
          rows.forEach(row -> pending.put(row.getString("item_id"), row.getLong("quantity")));
          return pending;
        });
  }

  /** Inserts fulfillments that their providers have yet to accept. */
  public Future<Void> insert(SqlClient db, List<Fulfillment> fulfillments) {
    JsonArray items = new JsonArray();
    for (Fulfillment fulfillment : fulfillments) {
      fulfillment
          .items()
          .forEach(item ->
              items.add(
                  new JsonObject()
                      .put("fulfillment_id", fulfillment.id())
                      .put("item_id", item.lineId())
                      .put("quantity", item.quantity())));
    }
    return db.preparedQuery(INSERT).execute(Tuple.of(ROW.writeAll(fulfillments), items)).mapEmpty();
  }

  /** Records the acceptance of a fulfillment by its provider. */
  Future<Void> accept(SqlClient db, String id, JsonObject data, Instant now) {
    return changeOne(db, ACCEPT, id, Tuple.of(id, Timestamps.utc(now), data));
  }

  /** Deletes a fulfillment that its provider has refused. */
  Future<Void> discard(SqlClient db, String id) {
    return changeOne(db, DISCARD, id, Tuple.of(id));
  }

  /** Records the cancellation of a fulfillment by its provider. */
  Future<Void> cancel(SqlClient db, String id, JsonObject data, Instant now) {
    return changeOne(db, CANCEL, id, Tuple.of(id, Timestamps.utc(now), data));
  }

  /** Records the shipment of a fulfillment, with its tracking links. */
  public Future<Void> ship(
      SqlClient db,
      String id,
      List<Fulfillment.TrackingLink> links,
      @Nullable Boolean noNotification,
      Instant now) {
    JsonArray rows = new JsonArray();
    links.forEach(link ->
        rows.add(
            new JsonObject().put("id", link.id()).put("tracking_number", link.trackingNumber())));
    return changeOne(
        db,
        SHIP,
        id,
        Tuple.tuple()
            .addString(id)
            .addOffsetDateTime(Timestamps.utc(now))
            .addBoolean(noNotification)
            .addJsonArray(rows));
  }

  /** The state was checked under the lock of the order, so that no change is a defect. */
  private static Future<Void> changeOne(
      SqlClient db, String statement, String id, Tuple parameters) {
    return db.preparedQuery(statement)
        .execute(parameters)
        .map(rows -> {
          if (rows.rowCount() != 1) {
            throw new IllegalStateException("Fulfillment %s has another state".formatted(id));
          }
          return null;
        });
  }
}

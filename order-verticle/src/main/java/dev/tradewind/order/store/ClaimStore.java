package dev.tradewind.order.store;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderMutation;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Store of claims. Every statement is conditional on the status that it changes, and is executed
 * under the lock of the order.
 */
public final class ClaimStore {

  /** Claims of the order {@code o} of a statement. */
  static final String OF_ORDER =
      """
      (
        SELECT coalesce(
          jsonb_agg(
            to_jsonb(c) || jsonb_build_object(
              'items', (
                SELECT coalesce(
                  jsonb_agg(
                    to_jsonb(item) || jsonb_build_object(
                      'images', (
                        SELECT coalesce(
                          jsonb_agg(to_jsonb(image) ORDER BY image.position, image.id), '[]')
                        FROM claim_image AS image
                        WHERE image.claim_item_id = item.id
                      ),
                      'tags', (
                        SELECT coalesce(jsonb_agg(to_jsonb(tag) ORDER BY tag.value), '[]')
                        FROM claim_item_tag AS link
                        JOIN claim_tag AS tag ON tag.id = link.claim_tag_id
                        WHERE link.claim_item_id = item.id
                      ))
                    ORDER BY item.created_at, item.id),
                  '[]')
                FROM claim_item AS item
                WHERE item.claim_order_id = c.id
              ))
            ORDER BY c.created_at, c.id),
          '[]')
        FROM claim_order AS c
        WHERE c.order_id = o.id
      ) AS claims\
      """;

  private static final String FIND_BY_KEY =
      "SELECT id, request_hash FROM claim_order WHERE order_id = $1 AND idempotency_key = $2";

  private static final String FIND_ORDER = "SELECT order_id FROM claim_order WHERE id = $1";

  private static final RecordCodec.Writer<Claim> ROW =
      Claim.CODEC.writerWithout(
          Set.of("items", "additional_items", "shipping_methods"),
          "additional_items",
          "shipping_methods",
          "request_hash");

  private static final String INSERT =
      """
      WITH created AS (
        INSERT INTO claim_order (%1$s)
        SELECT %1$s
        FROM jsonb_populate_record(NULL::claim_order, $1)
      ),
      lines AS (
        INSERT INTO order_line (item_id, order_id)
        SELECT line.id, $1 ->> 'order_id'
        FROM unnest($3::text[]) AS line (id)
      )
      INSERT INTO claim_item (%2$s)
      SELECT %2$s
      FROM jsonb_populate_recordset(NULL::claim_item, $2)
      """
          .formatted(ROW.columns(), ClaimItemStore.ROW.columns());

  private static final String UPDATE =
      """
      UPDATE claim_order
      SET metadata = $3, no_notification = $4, shipping_methods = $5::text::json, updated_at = $2
      WHERE id = $1
        AND canceled_at IS NULL
      """;

  private static final String SET_FULFILLMENT_STATUS =
      """
      UPDATE claim_order
      SET fulfillment_status = $3, updated_at = $2
      WHERE id = $1
        AND canceled_at IS NULL
      """;

  private static final String CANCEL =
      """
      UPDATE claim_order
      SET fulfillment_status = 'canceled', canceled_at = $2, updated_at = $2
      WHERE id = $1
        AND canceled_at IS NULL
        AND coalesce(refund_amount, 0) = 0
      """;

  private static final String REFUND_FAILED =
      """
      UPDATE claim_order
      SET payment_status = 'not_refunded', updated_at = $2
      WHERE id = $1 AND payment_status = 'refunded'
      """;

  // Only once the whole amount is refunded.
  private static final String REFUNDED =
      """
      UPDATE claim_order
      SET payment_status = 'refunded', updated_at = $2
      WHERE id = $1
        AND payment_status = 'not_refunded'
        AND refund_amount = (SELECT amount FROM refund WHERE id = $3)
      """;

  // Nothing of a claim is left whose refund was refused; it has no fulfillments.
  private static final String WITHDRAW =
      """
      WITH returned AS (
        DELETE FROM "return"
        WHERE claim_order_id = $1
      ),
      lines AS (
        DELETE FROM order_line
        WHERE item_id IN (
          SELECT line ->> 'id'
          FROM claim_order AS claim
          CROSS JOIN json_array_elements(claim.additional_items) AS line
          WHERE claim.id = $1)
      )
      DELETE FROM claim_order
      WHERE id = $1
        AND payment_status = 'not_refunded'
      """;

  private ClaimStore() {}

  public static Future<Optional<RequestedPart>> findByKey(
      SqlClient db, String orderId, String key) {
    return db.preparedQuery(FIND_BY_KEY)
        .execute(Tuple.of(orderId, key))
        .map(rows ->
            rows.stream()
                .map(row -> new RequestedPart(row.getString("id"), row.getString("request_hash")))
                .findFirst());
  }

  /** Id of the order of a claim. */
  public static Future<Optional<String>> findOrder(SqlClient db, String id) {
    return db.preparedQuery(FIND_ORDER)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Inserts a claim with its items, whose images and tags are labels. */
  public static Future<Void> insert(SqlClient db, Claim claim, String requestHash) {
    return db.preparedQuery(INSERT)
        .execute(
            Tuple.of(
                row(claim, requestHash),
                ClaimItemStore.rows(claim.id(), claim.items()),
                claim.additionalLines().stream().map(OrderLine::id).toArray(String[]::new)))
        .compose(inserted -> ClaimItemStore.label(db, claim.items(), claim.createdAt()));
  }

  private static JsonObject row(Claim claim, String requestHash) {
    OrderLineView view = OrderLineView.of(claim.owner());
    JsonArray lines = new JsonArray();
    claim.additionalLines().forEach(line -> lines.add(view.render(line)));
    return ROW.write(claim)
        .put("additional_items", lines)
        .put("shipping_methods", methods(claim))
        .put("request_hash", requestHash);
  }

  private static JsonArray methods(Claim claim) {
    OrderLineView view = OrderLineView.of(claim.owner());
    JsonArray methods = new JsonArray();
    claim.shippingMethods().forEach(method -> methods.add(view.render(method)));
    return methods;
  }

  /** Writes the mutable fields of a claim, and the fields of the changed ones of its items. */
  public static Future<Void> update(
      SqlClient db, Claim claim, List<ClaimItem> changed, Instant now) {
    Future<Void> written =
        changeOne(
            db,
            UPDATE,
            claim.id(),
            Tuple.of(
                claim.id(),
                Timestamps.utc(now),
                claim.metadata(),
                claim.noNotification(),
                methods(claim).encode()));
    if (changed.isEmpty()) {
      return written;
    }
    return written.compose(done -> ClaimItemStore.update(db, claim.id(), changed, now));
  }

  /** Writes what a change of an order changes in its claims. */
  public static Future<Void> update(SqlClient db, OrderMutation mutation, Instant now) {
    if (mutation
        instanceof
        OrderMutation.FulfillmentStatusChange(PartOwner.OfClaim claim, FulfillmentStatus status)) {
      return changeOne(
          db,
          SET_FULFILLMENT_STATUS,
          claim.claimId(),
          Tuple.of(claim.claimId(), Timestamps.utc(now), status.wireName()));
    }
    return Future.succeededFuture();
  }

  public static Future<Void> cancel(SqlClient db, String id, Instant now) {
    return changeOne(db, CANCEL, id, Tuple.of(id, Timestamps.utc(now)));
  }

  /** Records the refund of a claim; false if it is not the whole amount, or was recorded before. */
  public static Future<Boolean> recordRefund(
      SqlClient db, String id, String refundId, Instant now) {
    return db.preparedQuery(REFUNDED)
        .execute(Tuple.of(id, Timestamps.utc(now), refundId))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Takes the refund of a claim back, which has failed; false if it was not recorded. */
  public static Future<Boolean> recordFailedRefund(SqlClient db, String id, Instant now) {
    return db.preparedQuery(REFUND_FAILED)
        .execute(Tuple.of(id, Timestamps.utc(now)))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Deletes a claim whose refund was refused, with its return. */
  public static Future<Void> withdraw(SqlClient db, String id) {
    return changeOne(db, WITHDRAW, id, Tuple.of(id));
  }

  /** The state was checked under the lock of the order, so that no change is a defect. */
  private static Future<Void> changeOne(
      SqlClient db, String statement, String id, Tuple parameters) {
    return db.preparedQuery(statement)
        .execute(parameters)
        .map(rows -> {
          if (rows.rowCount() != 1) {
            throw new IllegalStateException("Claim %s has another state".formatted(id));
          }
          return null;
        });
  }
}

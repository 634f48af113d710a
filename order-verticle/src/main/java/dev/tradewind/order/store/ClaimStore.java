package dev.tradewind.order.store;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.line.OrderLine;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Store of claims, and their row mapping. Every statement is conditional on the status that it
 * changes, and is executed under the lock of the order.
 */
public final class ClaimStore {

  /** Claim requested under an idempotency key, and the body it was requested with. */
  public record Requested(String id, String requestHash) {}

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

  private static final String INSERT =
      """
      WITH created AS (
        INSERT INTO claim_order (
          id, order_id, type, payment_status, fulfillment_status, additional_items,
          shipping_methods, shipping_address, refund_amount, no_notification, metadata,
          idempotency_key, request_hash, created_at, updated_at
        )
        SELECT id, order_id, type, payment_status, fulfillment_status, additional_items,
          shipping_methods, shipping_address, refund_amount, no_notification, metadata,
          idempotency_key, request_hash, created_at, updated_at
        FROM jsonb_populate_record(NULL::claim_order, $1)
      ),
      lines AS (
        INSERT INTO order_line (item_id, order_id)
        SELECT line.id, $1 ->> 'order_id'
        FROM unnest($3::text[]) AS line (id)
      )
      INSERT INTO claim_item (
        id, claim_order_id, item_id, variant_id, reason, note, quantity, metadata, created_at,
        updated_at
      )
      SELECT id, claim_order_id, item_id, variant_id, reason, note, quantity, metadata, created_at,
        updated_at
      FROM jsonb_populate_recordset(NULL::claim_item, $2)
      """;

  // The values are sorted, so that concurrent claims of several orders do not deadlock.
  private static final String INSERT_TAGS =
      """
      INSERT INTO claim_tag (id, value, created_at, updated_at)
      SELECT id, value, $2, $2
      FROM jsonb_to_recordset($1) AS tag (id text, value text)
      ORDER BY value
      ON CONFLICT (value) DO NOTHING
      """;

  // Images that are not among the given ones are removed, tags too.
  private static final String LABEL_ITEMS =
      """
      WITH image AS (
        SELECT *
        FROM jsonb_populate_recordset(NULL::claim_image, $2)
      ),
      tagged AS (
        SELECT link.claim_item_id, tag.id AS claim_tag_id
        FROM jsonb_to_recordset($3) AS link (claim_item_id text, value text)
        JOIN claim_tag AS tag ON tag.value = link.value
      ),
      removed AS (
        DELETE FROM claim_image
        WHERE claim_item_id = ANY ($1)
          AND id NOT IN (SELECT id FROM image)
      ),
      untagged AS (
        DELETE FROM claim_item_tag AS link
        WHERE link.claim_item_id = ANY ($1)
          AND NOT EXISTS (
            SELECT
            FROM tagged
            WHERE tagged.claim_item_id = link.claim_item_id
              AND tagged.claim_tag_id = link.claim_tag_id)
      ),
      added AS (
        INSERT INTO claim_image (id, claim_item_id, url, position, created_at, updated_at)
        SELECT id, claim_item_id, url, position, created_at, updated_at
        FROM image
        ON CONFLICT (id) DO UPDATE
        SET position = excluded.position
      )
      INSERT INTO claim_item_tag (claim_item_id, claim_tag_id)
      SELECT claim_item_id, claim_tag_id
      FROM tagged
      ON CONFLICT DO NOTHING
      """;

  private static final String UPDATE_ITEMS =
      """
      UPDATE claim_item AS item
      SET note = changed.note, reason = changed.reason, metadata = changed.metadata,
        updated_at = $3
      FROM jsonb_populate_recordset(NULL::claim_item, $2) AS changed
      WHERE item.id = changed.id
        AND item.claim_order_id = $1
      """;

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

  /** Claim of a row with its items. */
  public static Claim claim(JsonObject row) {
    JsonObject address = row.getJsonObject("shipping_address");
    return new Claim(
        row.getString("id"),
        OrderPartStore.instant(row.getString("created_at")),
        OrderPartStore.instant(row.getString("updated_at")),
        row.getString("order_id"),
        ClaimType.of(row.getString("type")),
        ClaimPaymentStatus.of(row.getString("payment_status")),
        FulfillmentStatus.of(row.getString("fulfillment_status")),
        OrderPartStore.each(row.getJsonArray("items"), ClaimStore::item),
        OrderPartStore.each(row.getJsonArray("additional_items"), OrderSnapshotCodec::line),
        OrderPartStore.each(row.getJsonArray("shipping_methods"), OrderSnapshotCodec::method),
        address == null ? null : Address.parse(address),
        row.getLong("refund_amount"),
        OrderPartStore.time(row.getString("canceled_at")),
        row.getBoolean("no_notification"),
        row.getJsonObject("metadata"),
        row.getString("idempotency_key"));
  }

  private static ClaimItem item(JsonObject row) {
    return new ClaimItem(
        row.getString("id"),
        OrderPartStore.instant(row.getString("created_at")),
        OrderPartStore.instant(row.getString("updated_at")),
        row.getString("item_id"),
        row.getString("variant_id"),
        row.getString("reason"),
        row.getString("note"),
        row.getLong("quantity"),
        row.getJsonObject("metadata"),
        OrderPartStore.each(
            row.getJsonArray("images"),
            image ->
                new ClaimItem.Image(
                    image.getString("id"),
                    OrderPartStore.instant(image.getString("created_at")),
                    OrderPartStore.instant(image.getString("updated_at")),
                    image.getString("url"))),
        OrderPartStore.each(
            row.getJsonArray("tags"),
            tag ->
                new ClaimItem.Tag(
                    tag.getString("id"),
                    OrderPartStore.instant(tag.getString("created_at")),
                    OrderPartStore.instant(tag.getString("updated_at")),
                    tag.getString("value"))));
  }

  public static Future<Optional<Requested>> findByKey(SqlClient db, String orderId, String key) {
    return db.preparedQuery(FIND_BY_KEY)
        .execute(Tuple.of(orderId, key))
        .map(rows ->
            rows.stream()
                .map(row -> new Requested(row.getString("id"), row.getString("request_hash")))
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
    OrderLineView view = OrderLineView.of(claim.owner());
    JsonArray lines = new JsonArray();
    claim.additionalLines().forEach(line -> lines.add(view.render(line)));
    Address address = claim.shippingAddress();
    JsonObject row =
        new JsonObject()
            .put("id", claim.id())
            .put("order_id", claim.orderId())
            .put("type", claim.type().wireName())
            .put("payment_status", claim.paymentStatus().wireName())
            .put("fulfillment_status", claim.fulfillmentStatus().wireName())
            .put("additional_items", lines)
            .put("shipping_methods", methods(claim))
            .put("shipping_address", address == null ? null : address.toJson())
            .put("refund_amount", claim.refundAmount())
            .put("no_notification", claim.noNotification())
            .put("metadata", claim.metadata())
            .put("idempotency_key", claim.idempotencyKey())
            .put("request_hash", requestHash)
            .put("created_at", Timestamps.format(claim.createdAt()))
            .put("updated_at", Timestamps.format(claim.updatedAt()));
    return db.preparedQuery(INSERT)
        .execute(
            Tuple.of(
                row,
                items(claim.id(), claim.items()),
                claim.additionalLines().stream().map(OrderLine::id).toArray(String[]::new)))
        .compose(inserted -> label(db, claim.items(), claim.createdAt()));
  }

  private static JsonArray methods(Claim claim) {
    OrderLineView view = OrderLineView.of(claim.owner());
    JsonArray methods = new JsonArray();
    claim.shippingMethods().forEach(method -> methods.add(view.render(method)));
    return methods;
  }

  private static JsonArray items(String claimId, List<ClaimItem> items) {
    JsonArray rows = new JsonArray();
    items.forEach(item ->
        rows.add(
            new JsonObject()
                .put("id", item.id())
                .put("claim_order_id", claimId)
                .put("item_id", item.lineId())
                .put("variant_id", item.variantId())
                .put("reason", item.reason())
                .put("note", item.note())
                .put("quantity", item.quantity())
                .put("metadata", item.metadata())
                .put("created_at", Timestamps.format(item.createdAt()))
                .put("updated_at", Timestamps.format(item.updatedAt()))));
    return rows;
  }

  /** Replaces the images and tags of these claim items. */
  private static Future<Void> label(SqlClient db, List<ClaimItem> items, Instant now) {
    JsonArray tags = new JsonArray();
    JsonArray links = new JsonArray();
    JsonArray images = new JsonArray();
    for (ClaimItem item : items) {
      for (ClaimItem.Tag tag : item.tags()) {
        tags.add(new JsonObject().put("id", tag.id()).put("value", tag.value()));
        links.add(new JsonObject().put("claim_item_id", item.id()).put("value", tag.value()));
      }
      for (int position = 0; position < item.images().size(); position++) {
        ClaimItem.Image image = item.images().get(position);
        images.add(
            new JsonObject()
                .put("id", image.id())
                .put("claim_item_id", item.id())
                .put("url", image.url())
                .put("position", position)
                .put("created_at", Timestamps.format(image.createdAt()))
                .put("updated_at", Timestamps.format(image.updatedAt())));
      }
    }
    Future<?> known =
        tags.isEmpty()
            ? Future.succeededFuture()
            : db.preparedQuery(INSERT_TAGS).execute(Tuple.of(tags, Timestamps.utc(now)));
    String[] ids = items.stream().map(ClaimItem::id).toArray(String[]::new);
    return known
        .compose(done -> db.preparedQuery(LABEL_ITEMS).execute(Tuple.of(ids, images, links)))
        .mapEmpty();
  }

  /** Writes the mutable fields of a claim, and those of the changed ones of its items. */
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
    return changed.isEmpty()
        ? written
        : written
            .compose(done ->
                db.preparedQuery(UPDATE_ITEMS)
                    .execute(Tuple.of(claim.id(), items(claim.id(), changed), Timestamps.utc(now))))
            .compose(done -> label(db, changed, now));
  }

  static Future<Void> setFulfillmentStatus(
      SqlClient db, String id, FulfillmentStatus status, Instant now) {
    return changeOne(
        db, SET_FULFILLMENT_STATUS, id, Tuple.of(id, Timestamps.utc(now), status.wireName()));
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

package dev.tradewind.catalog.inventory;

import dev.tradewind.api.catalog.StockSqlState;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL of inventory items, levels, reservations and stock locations, beside their plain rows. */
public final class InventoryStore {

  private static final String LOCK_VARIANT =
      "SELECT FROM product_variant WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE";

  /** Conflicts with a deletion of the row, not with other levels of it. */
  private static final String SHARE_ITEM =
      "SELECT FROM inventory_item WHERE id = $1 AND deleted_at IS NULL FOR SHARE";

  private static final String SHARE_LOCATION =
      "SELECT FROM stock_location WHERE id = $1 AND deleted_at IS NULL FOR SHARE";

  private static final String SHARE_CHANNEL =
      "SELECT FROM sales_channel WHERE id = $1 AND deleted_at IS NULL FOR SHARE";

  private static final String LINK_VARIANT =
      """
      INSERT INTO product_variant_inventory_item (
        id, created_at, updated_at, variant_id, inventory_item_id
      )
      VALUES ($1, $4, $4, $2, $3)
      ON CONFLICT (variant_id) DO NOTHING
      """;

  private static final String FIND_LEVEL =
      """
      SELECT id
      FROM inventory_level
      WHERE inventory_item_id = $1
        AND location_id = $2
        AND deleted_at IS NULL
      """;

  private static final String LINK_CHANNEL =
      """
      INSERT INTO sales_channel_location (
        id, created_at, updated_at, sales_channel_id, location_id
      )
      VALUES ($1, $4, $4, $2, $3)
      ON CONFLICT (sales_channel_id, location_id) WHERE deleted_at IS NULL DO NOTHING
      """;

  private static final String UNLINK_CHANNEL =
      "DELETE FROM sales_channel_location WHERE sales_channel_id = $1 AND location_id = $2";

  private static final String CHANNEL_EXISTS =
      "SELECT FROM sales_channel WHERE id = ANY ($1) AND deleted_at IS NULL";

  private static final String DELETE_ITEMS =
      Outbox.traced(5, "delete_inventory_items($1, $2, $3, $4)");

  private static final String DELETE_ITEMS_OF_VARIANTS =
      Outbox.traced(5, "delete_items_of_variants($1, $2, $3, $4)");

  private static final String LOCATE_VARIANTS =
      Outbox.traced(5, "locate_written_variants($1, $2, $3, $4) AS items");

  private static final String DELETE_LOCATION =
      Outbox.traced(5, "delete_stock_location($1, $2, $3, $4)");

  private static final String CREATE_RESERVATION =
      Outbox.traced(5, "create_reservation($1, NULL, $2, $3, $4)");

  private static final String CHANGE_RESERVATION =
      Outbox.traced(6, "change_reservation($1, $2, NULL, $3, $4, $5)");

  private static final String DELETE_RESERVATION =
      Outbox.traced(5, "delete_reservation($1, $2, $3, $4)");

  private static final String FIND_ORDER_OF_LINE =
      "SELECT taker FROM stock_line WHERE line_item_id = $1";

  private static final String FIND_LINE_OF_RESERVATION =
      """
      SELECT line_item_id, taker
      FROM reservation_item
      WHERE id = $1
        AND taker IS NOT NULL
        AND line_item_id IS NOT NULL
        AND deleted_at IS NULL
      """;

  /**
   * Stock of variants: those with an item have what is available at the locations of the channels
   * $2, of the default one if $3, else of all.
   */
  private static final String FIND_STOCK =
      """
      SELECT variant.id, variant.manage_inventory, variant.allow_backorder,
        variant.inventory_quantity, link.id IS NOT NULL AS is_located,
        (
          SELECT coalesce(sum(level.available_quantity), 0)::bigint
          FROM inventory_level AS level
          WHERE level.inventory_item_id = link.inventory_item_id
            AND level.deleted_at IS NULL
            AND EXISTS (
              SELECT
              FROM sales_channel_location AS sold
              WHERE sold.location_id = level.location_id
                AND sold.deleted_at IS NULL
                AND ($2::text[] IS NULL OR sold.sales_channel_id = ANY ($2))
                AND (
                  NOT $3
                  OR sold.sales_channel_id = (SELECT default_sales_channel_id FROM store)
                )
            )
        ) / link.required_quantity AS available
      FROM product_variant AS variant
      LEFT JOIN product_variant_inventory_item AS link ON link.variant_id = variant.id
      WHERE variant.id = ANY ($1) AND EXISTS (SELECT FROM product_variant_inventory_item)
      """;

  private static final String FIND_AVAILABLE_BY_CHANNEL =
      """
      SELECT channel.id, channel.name,
        (
          SELECT coalesce(sum(level.available_quantity), 0)::bigint
          FROM sales_channel_location AS sold
          JOIN inventory_level AS level
            ON level.location_id = sold.location_id
              AND level.inventory_item_id = $1
              AND level.deleted_at IS NULL
          WHERE sold.sales_channel_id = channel.id
            AND sold.deleted_at IS NULL
        ) AS available
      FROM sales_channel AS channel
      WHERE channel.deleted_at IS NULL
      ORDER BY channel.created_at, channel.id
      """;

  private static final String FIND_ITEMS_OF_VARIANT =
      """
      SELECT inventory_item_id
      FROM product_variant_inventory_item
      WHERE variant_id = $1
      """;

  /** Order and line that a reservation is for. */
  record ReservedLine(@JsonName("taker") String orderId, String lineItemId) {

    private static final RecordCodec<ReservedLine> CODEC =
        RecordCodec.of(MethodHandles.lookup(), ReservedLine.class);
  }

  /**
   * Stock of a variant.
   *
   * @param isLocated whether it has an inventory item
   * @param located available units of the item; absent without one
   */
  record VariantStock(
      String id,
      @JsonName("manage_inventory") boolean isManaged,
      @JsonName("allow_backorder") boolean mayBackorder,
      boolean isLocated,
      long inventoryQuantity,
      @JsonName("available") @Nullable Long located) {

    private static final RecordCodec<VariantStock> CODEC =
        RecordCodec.of(MethodHandles.lookup(), VariantStock.class);

    long available() {
      return located == null ? inventoryQuantity : located;
    }
  }

  /** Variant's units in a sales channel. */
  record ChannelStock(String id, String name, long available) {

    private static final RecordCodec<ChannelStock> CODEC =
        RecordCodec.of(MethodHandles.lookup(), ChannelStock.class);
  }

  /** Locks the variant until the end of the transaction; false if it does not exist. */
  Future<Boolean> lockVariant(SqlClient db, String id) {
    return exists(db, LOCK_VARIANT, id);
  }

  /** Keeps the item from being deleted until the end of the transaction; false without it. */
  Future<Boolean> keepItem(SqlClient db, String id) {
    return exists(db, SHARE_ITEM, id);
  }

  /** Keeps the location from being deleted until the end of the transaction; false without it. */
  Future<Boolean> keepLocation(SqlClient db, String id) {
    return exists(db, SHARE_LOCATION, id);
  }

  /** Keeps the channel from being deleted until the end of the transaction; false without it. */
  Future<Boolean> keepChannel(SqlClient db, String id) {
    return exists(db, SHARE_CHANNEL, id);
  }

  private static Future<Boolean> exists(SqlClient db, String statement, String id) {
    return db.preparedQuery(statement).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Links the item to the variant; false if the variant has one. */
  Future<Boolean> linkVariant(
      SqlClient db, String id, String variantId, String itemId, Instant now) {
    return db.preparedQuery(LINK_VARIANT)
        .execute(Tuple.of(id, variantId, itemId, Timestamps.utc(now)))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Optional<String>> findLevel(SqlClient db, String itemId, String locationId) {
    return db.preparedQuery(FIND_LEVEL)
        .execute(Tuple.of(itemId, locationId))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Links the location to the channel; a linked one stays. */
  Future<Void> linkChannel(
      SqlClient db, String id, String channelId, String locationId, Instant now) {
    return db.preparedQuery(LINK_CHANNEL)
        .execute(Tuple.of(id, channelId, locationId, Timestamps.utc(now)))
        .mapEmpty();
  }

  Future<Void> unlinkChannel(SqlClient db, String channelId, String locationId) {
    return db.preparedQuery(UNLINK_CHANNEL).execute(Tuple.of(channelId, locationId)).mapEmpty();
  }

  /** Number of existing channels among these. */
  Future<Integer> countChannels(SqlClient db, Collection<String> ids) {
    return db.preparedQuery(CHANNEL_EXISTS).execute(Tuple.of(array(ids))).map(rows -> rows.size());
  }

  Future<Void> deleteItem(SqlClient db, CallContext context, String id, Instant now) {
    return run(db, DELETE_ITEMS, context, now, (Object) array(List.of(id)));
  }

  /** Deletes the items of the variants, with their levels and reservations. */
  public Future<Void> deleteItemsOfVariants(
      SqlClient db, CallContext context, Collection<String> variantIds, Instant now) {
    return run(db, DELETE_ITEMS_OF_VARIANTS, context, now, (Object) array(variantIds));
  }

  /**
   * Makes the items of managed variants without one, with their stock at the default location, in a
   * shop whose stock is converted.
   */
  public Future<Void> locateVariants(
      SqlClient db, CallContext context, Collection<String> variantIds, Instant now) {
    return run(db, LOCATE_VARIANTS, context, now, (Object) array(variantIds));
  }

  /** Deletes what belongs to a location that is deleted in the same transaction. */
  Future<Void> deleteLocation(SqlClient db, CallContext context, String id, Instant now) {
    return run(db, DELETE_LOCATION, context, now, id);
  }

  Future<Void> createReservation(
      SqlClient db, CallContext context, JsonObject reservation, Instant now) {
    return run(db, CREATE_RESERVATION, context, now, reservation);
  }

  Future<Void> changeReservation(
      SqlClient db, CallContext context, String id, JsonObject input, Instant now) {
    return run(db, CHANGE_RESERVATION, context, now, id, input);
  }

  Future<Void> deleteReservation(SqlClient db, CallContext context, String id, Instant now) {
    return run(db, DELETE_RESERVATION, context, now, id);
  }

  private static Future<Void> run(
      SqlClient db, String statement, CallContext context, Instant now, Object... own) {
    return call(db, statement, context, now, own).mapEmpty();
  }

  private static Future<RowSet<Row>> call(
      SqlClient db, String statement, CallContext context, Instant now, Object... own) {
    Tuple parameters = Tuple.tuple();
    for (Object value : own) {
      parameters.addValue(value);
    }
    parameters
        .addOffsetDateTime(Timestamps.utc(now))
        .addString(context.commandId())
        .addString(context.actor())
        .addString(context.traceSetting());
    return StockSqlState.mapped(db.preparedQuery(statement).execute(parameters));
  }

  /** Order that sold the line, if its variant had an inventory item. */
  Future<Optional<String>> findOrderOfLine(SqlClient db, String lineItemId) {
    return db.preparedQuery(FIND_ORDER_OF_LINE)
        .execute(Tuple.of(lineItemId))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Line that a reservation is for; empty for another purpose. */
  Future<Optional<ReservedLine>> findLine(SqlClient db, String reservationId) {
    return db.preparedQuery(FIND_LINE_OF_RESERVATION)
        .execute(Tuple.of(reservationId))
        .map(rows -> rows.stream().map(ReservedLine.CODEC::readRow).findFirst());
  }

  /** Stock of the variants in the channels of the scope; nothing in a shop without any item. */
  Future<Map<String, VariantStock>> findStock(
      SqlClient db, Collection<String> variantIds, StockScope scope) {
    List<String> channels = scope.channels();
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfString(array(variantIds))
            .addArrayOfString(channels == null ? null : array(channels))
            .addBoolean(scope.isDefault());
    return db.preparedQuery(FIND_STOCK)
        .execute(parameters)
        .map(rows ->
            rows.stream()
                .map(VariantStock.CODEC::readRow)
                .collect(Collectors.toMap(VariantStock::id, Function.identity())));
  }

  /** Available units of an item in each sales channel. */
  Future<List<ChannelStock>> findAvailableByChannel(SqlClient db, String itemId) {
    return db.preparedQuery(FIND_AVAILABLE_BY_CHANNEL)
        .execute(Tuple.of(itemId))
        .map(rows -> rows.stream().map(ChannelStock.CODEC::readRow).toList());
  }

  Future<List<String>> findItemsOfVariant(SqlClient db, String variantId) {
    return db.preparedQuery(FIND_ITEMS_OF_VARIANT)
        .execute(Tuple.of(variantId))
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }

  /** Availability of an item in channels, as the API shows it. */
  static JsonArray documents(List<ChannelStock> stocks) {
    JsonArray documents = new JsonArray();
    stocks.forEach(stock ->
        documents.add(
            new JsonObject()
                .put("channel_name", stock.name())
                .put("channel_id", stock.id())
                .put("available_quantity", stock.available())));
    return documents;
  }

  private static String[] array(Collection<String> values) {
    return values.toArray(String[]::new);
  }
}

package dev.tradewind.catalog.inventory;

import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Admin operations on stock locations, and their links to sales channels. */
public final class StockLocationService {

  private static final View VIEW =
      View.of(InventoryResources.LOCATION).showingWhenNamed("deleted_at");

  private static final Selection WHOLE = Selection.of(InventoryResources.LOCATION);
  private static final Selection ADDRESS = Selection.of(InventoryResources.ADDRESS);
  private static final Selection CHANNEL =
      Selection.of(SalesChannelResources.CHANNEL).with("locations");

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 20)
          .filter("id", "name", "address_id")
          .filter(
              "sales_channel_id",
              Filter.matching(
                  ColumnType.TEXT,
                  """
                  EXISTS (
                    SELECT FROM sales_channel_location AS link
                    WHERE link.location_id = t.id
                      AND link.deleted_at IS NULL
                      AND link.sales_channel_id = ANY({})
                  )
                  """))
          .search("t.name ILIKE {}")
          .build();

  private static final String[] ADDRESS_FIELDS = {
    "address_1", "address_2", "company", "city", "country_code", "phone", "postal_code", "province"
  };

  private final Ids ids = Ids.of("sloc");
  private final Ids addressIds = Ids.of("laddr");
  private final Ids linkIds = Ids.of("scloc");
  private final ResourceWriter writer = new ResourceWriter(InventoryResources.LOCATION);
  private final ResourceWriter addresses = new ResourceWriter(InventoryResources.ADDRESS);
  private final InventoryStore inventory;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public StockLocationService(Pool pool, InventoryStore inventory, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.inventory = inventory;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListStockLocations", this::list)
        .on("adminGetStockLocation", this::get)
        .on("adminCreateStockLocation", this::create)
        .on("adminUpdateStockLocation", this::update)
        .on("adminDeleteStockLocation", this::delete)
        .on("adminCreateSalesChannelStockLocation", this::link)
        .on("adminDeleteSalesChannelStockLocations", this::unlink);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    Object channels = query.getValue("sales_channel_id");
    return (channels == null
            ? Future.<Void>succeededFuture()
            : requireChannels(InventoryItemService.texts(channels)))
        .compose(checked -> reader.list(LISTING, query))
        .map(page -> page.reply("stock_locations"));
  }

  private Future<Void> requireChannels(Collection<String> ids) {
    List<String> requested = ids.stream().distinct().toList();
    return inventory
        .countChannels(pool, requested)
        .map(count -> {
          if (count < requested.size()) {
            throw Problem.notFound(
                "Sales channels with ids: " + String.join(", ", requested) + " were not found");
          }
          return null;
        });
  }

  private Future<Reply> get(Request request) {
    return answer(VIEW.select(request.query()), request.path("id"));
  }

  private Future<Reply> answer(Selection selection, String id) {
    return reader
        .find(selection, id)
        .map(found ->
            Reply.ok(
                "stock_location",
                found.orElseThrow(() -> InventoryResources.locationNotFound(id))));
  }

  private Future<Reply> create(Request request) {
    Selection selection = VIEW.select(request.query());
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject body = request.body();
    JsonObject address = body.getJsonObject("address");
    JsonObject values = RowChange.pickNonNull(body, "name", "address_id", "metadata").put("id", id);
    return Transactions.inTransaction(
            pool,
            db ->
                (address == null
                        ? Future.<Void>succeededFuture()
                        : createAddress(db, address, now)
                            .map(created -> {
                              values.put("address_id", created);
                              return null;
                            }))
                    .compose(done ->
                        writer.insert(
                            db,
                            WHOLE,
                            InventoryEvents.ofLocation(
                                request.context(), now, "stock-location.created", id, values))))
        .compose(created -> answer(selection, id));
  }

  private Future<String> createAddress(SqlConnection db, JsonObject address, Instant now) {
    String id = addressIds.next();
    JsonObject values = RowChange.pickNonNull(address, ADDRESS_FIELDS).put("id", id);
    return addresses.insert(db, ADDRESS, new RowChange(now, values, List.of())).map(id);
  }

  private Future<Reply> update(Request request) {
    Selection selection = VIEW.select(request.query());
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    JsonObject body = request.body();
    JsonObject address = body.getJsonObject("address");
    RowChange write =
        InventoryEvents.ofLocation(
            request.context(),
            now,
            "stock-location.updated",
            id,
            RowChange.pickNonNull(body, "name", "address_id", "metadata"));
    return Transactions.inTransaction(
            pool,
            db ->
                writer
                    .change(db, id, write)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw InventoryResources.locationNotFound(id);
                      }
                      if (address == null) {
                        return Future.succeededFuture();
                      }
                      return mergeAddress(db, id, address, now);
                    }))
        .compose(updated -> answer(selection, id));
  }

  /** The location is locked, so that it gets one address. */
  private Future<Void> mergeAddress(SqlConnection db, String id, JsonObject address, Instant now) {
    RowChange write = new RowChange(now, RowChange.pick(address, ADDRESS_FIELDS), List.of());
    return new ResourceReader(db)
        .find(WHOLE, id)
        .compose(location -> {
          @Nullable String stored = location.orElseThrow().getString("address_id");
          if (stored == null) {
            return Future.succeededFuture(Optional.<JsonObject>empty());
          }
          return addresses.update(db, ADDRESS, stored, write);
        })
        .compose(merged -> {
          if (merged.isPresent()) {
            return Future.<Void>succeededFuture();
          }
          return createAddress(db, address, now)
              .compose(created ->
                  writer.change(
                      db,
                      id,
                      new RowChange(now, new JsonObject().put("address_id", created), List.of())))
              .mapEmpty();
        });
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    RowChange write =
        InventoryEvents.ofLocation(
            request.context(), now, "stock-location.deleted", id, new JsonObject());
    return Transactions.inTransaction(
            pool,
            db ->
                writer
                    .delete(db, id, now, write.events())
                    .compose(isDeleted -> {
                      if (isDeleted) {
                        return inventory.deleteLocation(db, request.context(), id, now);
                      }
                      return Future.succeededFuture();
                    }))
        .map(done ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", "stock_location")
                    .put("deleted", true)));
  }

  private Future<Reply> link(Request request) {
    String channelId = request.path("id");
    String locationId = request.body().getString("location_id");
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            db ->
                inventory
                    .keepChannel(db, channelId)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw SalesChannelResources.notFound(channelId);
                      }
                      return inventory.keepLocation(db, locationId);
                    })
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw InventoryResources.locationNotFound(locationId);
                      }
                      return inventory.linkChannel(db, linkIds.next(), channelId, locationId, now);
                    }))
        .compose(linked -> reader.find(CHANNEL, channelId))
        .map(found ->
            Reply.ok(
                "sales_channel",
                found.orElseThrow(() -> SalesChannelResources.notFound(channelId))));
  }

  private Future<Reply> unlink(Request request) {
    String channelId = request.path("id");
    return inventory
        .unlinkChannel(pool, channelId, request.body().getString("location_id"))
        .map(unlinked ->
            Reply.ok(
                new JsonObject()
                    .put("id", channelId)
                    .put("object", "stock-location")
                    .put("deleted", true)));
  }
}

package dev.tradewind.catalog.inventory;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Admin operations on the levels of an inventory item: its units at each location. */
public final class InventoryLevelService {

  private static final View VIEW =
      View.of(InventoryResources.LEVEL).showingWhenNamed("deleted_at", "available_quantity");

  private static final Selection WHOLE = VIEW.defaults();

  private static final Filter AT_LOCATIONS =
      Filter.matching(ColumnType.TEXT, "t.location_id = ANY({})");

  private static final String[] QUANTITIES = {"stocked_quantity", "incoming_quantity"};

  private final Ids ids = Ids.of("ilev");
  private final ResourceWriter writer = new ResourceWriter(InventoryResources.LEVEL);
  private final InventoryStore inventory;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public InventoryLevelService(Pool pool, InventoryStore inventory, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.inventory = inventory;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListInventoryItemLocationLevels", this::list)
        .on("adminCreateInventoryItemLocationLevel", this::create)
        .on("adminUpdateInventoryItemLocationLevel", this::update)
        .on("adminDeleteInventoryItemLocationLevel", this::delete);
  }

  private Future<Reply> list(Request request) {
    String id = request.path("id");
    JsonObject query = request.query();
    WhereClause conditions =
        new WhereClause().add("t.deleted_at IS NULL").add("t.inventory_item_id = {}", id);
    if (query.containsKey("location_id")) {
      AT_LOCATIONS.apply(conditions, "location_id", query.getValue("location_id"));
    }
    return reader
        .select(VIEW.select(query), conditions, "t.created_at, t.id")
        .map(levels ->
            Reply.ok(
                "inventory_item",
                new JsonObject().put("id", id).put("location_levels", new JsonArray(levels))));
  }

  private Future<Reply> create(Request request) {
    String itemId = request.path("id");
    JsonObject body = request.body();
    Selection selection = InventoryItemService.OWN.select(request.query());
    String locationId = body.getString("location_id");
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject values =
        RowChange.pickNonNull(body, QUANTITIES)
            .put("id", id)
            .put("inventory_item_id", itemId)
            .put("location_id", locationId);
    RowChange write =
        InventoryEvents.created(
            request.context(), now, "inventory-level.created", id, itemId, values);
    return Transactions.inTransaction(pool, db -> create(db, itemId, locationId, write))
        .compose(created -> answer(selection, itemId));
  }

  private Future<Void> create(SqlConnection db, String itemId, String locationId, RowChange write) {
    return inventory
        .keepItem(db, itemId)
        .compose(isPresent -> {
          if (!isPresent) {
            throw InventoryResources.itemNotFound(itemId);
          }
          return inventory.keepLocation(db, locationId);
        })
        .compose(isPresent -> {
          if (!isPresent) {
            throw InventoryResources.locationNotFound(locationId);
          }
          return writer.insert(db, WHOLE, write);
        })
        .mapEmpty();
  }

  private Future<Reply> update(Request request) {
    String itemId = request.path("id");
    String locationId = request.path("location_id");
    Selection selection = InventoryItemService.OWN.select(request.query());
    JsonObject values = RowChange.pickNonNull(request.body(), QUANTITIES);
    Instant now = Timestamps.now(clock);
    return inventory
        .findLevel(pool, itemId, locationId)
        .compose(found -> {
          String id = found.orElseThrow(() -> notStocked(itemId, locationId));
          RowChange write =
              InventoryEvents.updated(
                  request.context(), now, "inventory-level.updated", id, itemId, values);
          return Transactions.retrying(() -> writer.update(pool, WHOLE, id, write));
        })
        .map(updated -> updated.orElseThrow(() -> notStocked(itemId, locationId)))
        .compose(updated -> answer(selection, itemId));
  }

  private static RuntimeException notStocked(String itemId, String locationId) {
    return Problem.notFound("Item %s is not stocked at location %s".formatted(itemId, locationId));
  }

  private Future<Reply> delete(Request request) {
    String itemId = request.path("id");
    String locationId = request.path("location_id");
    Selection selection = InventoryItemService.WHOLE.select(request.query());
    Instant now = Timestamps.now(clock);
    return inventory
        .findLevel(pool, itemId, locationId)
        .compose(found ->
            Futures.unless(
                found.isEmpty(), () -> delete(request, found.get(), itemId, locationId, now)))
        .compose(done -> answer(selection, itemId));
  }

  private Future<Void> delete(
      Request request, String id, String itemId, String locationId, Instant now) {
    RowChange write =
        InventoryEvents.created(
            request.context(), now, "inventory-level.deleted", id, itemId, new JsonObject());
    return Transactions.retrying(
            () -> writer.delete(pool, id, now, write.events(), "t.reserved_quantity = 0"))
        .compose(isDeleted -> {
          if (isDeleted) {
            return Future.succeededFuture(Optional.<String>empty());
          }
          return inventory.findLevel(pool, itemId, locationId);
        })
        .map(left -> {
          if (left.isPresent()) {
            throw Problem.notAllowed(
                "Cannot remove Inventory Level %s at Location %s because there are reserved items."
                    .formatted(itemId, locationId));
          }
          return null;
        });
  }

  private Future<Reply> answer(Selection selection, String itemId) {
    return reader
        .find(selection, itemId)
        .map(found ->
            Reply.ok(
                "inventory_item",
                found.orElseThrow(() -> InventoryResources.itemNotFound(itemId))));
  }
}

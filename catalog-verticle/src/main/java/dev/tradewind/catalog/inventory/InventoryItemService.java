package dev.tradewind.catalog.inventory;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
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
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Admin operations on inventory items: what is kept in stock of a variant, at any location. */
public final class InventoryItemService {

  /** Own fields, as the answers to writes show them. */
  static final View OWN = View.of(InventoryResources.ITEM).showingWhenNamed("deleted_at");

  /** All own columns, as a new item and one that lost a level show them. */
  static final View WHOLE = View.of(InventoryResources.ITEM);

  private static final View VIEW =
      View.of(InventoryResources.ITEM, "location_levels").showingWhenNamed("deleted_at");

  private static final View LISTED =
      View.of(InventoryResources.ITEM, "variants", "variants.product", "location_levels")
          .showingWhenNamed("deleted_at");

  private static final ListDefinition LISTING =
      ListDefinition.of(LISTED, 20)
          .filter(
              "id",
              "sku",
              "origin_country",
              "mid_code",
              "material",
              "hs_code",
              "weight",
              "length",
              "height",
              "width",
              "requires_shipping")
          .filter(
              "location_id",
              Filter.matching(
                  ColumnType.TEXT,
                  """
                  EXISTS (
                    SELECT FROM inventory_level AS level
                    WHERE level.inventory_item_id = t.id
                      AND level.deleted_at IS NULL
                      AND level.location_id = ANY({})
                  )
                  """))
          .indexedSearch("t.sku ILIKE {} OR t.title ILIKE {} OR t.description ILIKE {}")
          .build();

  private static final String[] FIELDS = {
    "sku",
    "hs_code",
    "origin_country",
    "mid_code",
    "material",
    "weight",
    "length",
    "height",
    "width",
    "title",
    "description",
    "thumbnail"
  };

  private final Ids ids = Ids.of("iitem");
  private final Ids linkIds = Ids.of("pvitem");
  private final ResourceWriter writer = new ResourceWriter(InventoryResources.ITEM);
  private final InventoryStore inventory;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public InventoryItemService(Pool pool, InventoryStore inventory, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.inventory = inventory;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListInventoryItems", this::list)
        .on("adminGetInventoryItem", this::get)
        .on("adminCreateInventoryItem", this::create)
        .on("adminUpdateInventoryItem", this::update)
        .on("adminDeleteInventoryItem", this::delete);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    Object locations = query.getValue("location_id");
    return reader
        .list(LISTING, query)
        .map(page -> {
          if (locations != null) {
            Collection<String> document = texts(locations);
            page.rows().forEach(item -> showOnly(item, document));
          }
          return page.reply("inventory_items");
        });
  }

  /** Leaves the levels at these locations, and their sums. */
  private static void showOnly(JsonObject item, Collection<String> locations) {
    JsonArray levels = item.getJsonArray("location_levels");
    if (levels == null) {
      return;
    }
    item.put(
        "location_levels",
        JsonArrays.of(
            JsonArrays.objects(levels).stream()
                .filter(level -> locations.contains(level.getString("location_id")))
                .toList()));
    for (String sum : List.of("stocked_quantity", "reserved_quantity")) {
      if (item.containsKey(sum)) {
        item.put(sum, InventoryResources.sum(item, sum));
      }
    }
  }

  static Collection<String> texts(Object value) {
    return value instanceof JsonArray array ? JsonArrays.strings(array) : List.of(value.toString());
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(VIEW.select(request.query()), id)
        .map(found ->
            Reply.ok(
                "inventory_item", found.orElseThrow(() -> InventoryResources.itemNotFound(id))));
  }

  private Future<Reply> create(Request request) {
    Selection document = WHOLE.select(request.query());
    JsonObject body = request.body();
    String variantId = body.getString("variant_id");
    if (variantId == null || variantId.isEmpty()) {
      throw Problem.notAllowed("variant_id is required");
    }
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject values =
        RowChange.pickNonNull(body, FIELDS)
            .put("id", id)
            .mergeIn(RowChange.pickNonNull(body, "metadata"));
    RowChange write =
        InventoryEvents.created(request.context(), now, "inventory-item.created", id, id, values);
    return Transactions.inTransaction(pool, db -> create(db, document, variantId, id, write))
        .map(created -> Reply.ok("inventory_item", created));
  }

  /** The variant is locked, so that orders placed meanwhile wait, and then count the item. */
  private Future<JsonObject> create(
      SqlConnection db, Selection document, String variantId, String id, RowChange write) {
    return inventory
        .lockVariant(db, variantId)
        .compose(isPresent -> {
          if (!isPresent) {
            throw Problem.notFound("Variant with id: " + variantId + " was not found");
          }
          return writer.insert(db, document, write);
        })
        .compose(created ->
            inventory
                .linkVariant(db, linkIds.next(), variantId, id, write.at())
                .map(isLinked -> {
                  if (!isLinked) {
                    throw Problem.notAllowed(
                        "Variant with id: " + variantId + " already has an inventory item");
                  }
                  return created;
                }));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    Selection document = OWN.select(request.query());
    JsonObject values = RowChange.pick(request.body(), FIELDS);
    values.mergeIn(RowChange.pickNonNull(request.body(), "requires_shipping"));
    RowChange write =
        InventoryEvents.updated(
            request.context(), Timestamps.now(clock), "inventory-item.updated", id, id, values);
    return Transactions.retrying(() -> writer.update(pool, document, id, write))
        .map(found ->
            Reply.ok(
                "inventory_item", found.orElseThrow(() -> InventoryResources.itemNotFound(id))));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    return Transactions.retrying(() -> inventory.deleteItem(pool, request.context(), id, now))
        .map(done ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", "inventory_item")
                    .put("deleted", true)));
  }
}

package dev.tradewind.catalog.inventory;

import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;

/** Inventory of a variant for staff: its item with levels, and what each sales channel can sell. */
public final class VariantInventoryService {

  private static final Selection VARIANT =
      Selection.of(ProductResources.VARIANT).withFields(Set.of());

  private static final Selection ITEM =
      Selection.of(InventoryResources.ITEM).with("location_levels");

  private final InventoryStore inventory;
  private final SqlClient db;
  private final ResourceReader reader;

  public VariantInventoryService(SqlClient db, InventoryStore inventory) {
    this.db = db;
    this.reader = new ResourceReader(db);
    this.inventory = inventory;
  }

  public void bind(Operations operations) {
    operations.on("adminGetVariantInventory", this::get);
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(VARIANT, id)
        .compose(found -> {
          if (found.isEmpty()) {
            throw Problem.notFound("Variant with id: " + id + " was not found");
          }
          return inventory.findItemsOfVariant(db, id);
        })
        .compose(items ->
            Future.all(reader.findAll(ITEM, items), availability(items))
                .map(both ->
                    Reply.ok(
                        "variant",
                        new JsonObject()
                            .put("id", id)
                            .put("inventory", new JsonArray(both.<List<JsonObject>>resultAt(0)))
                            .put("sales_channel_availability", both.<JsonArray>resultAt(1)))));
  }

  private Future<JsonArray> availability(List<String> items) {
    if (items.isEmpty()) {
      return Future.succeededFuture(new JsonArray());
    }
    return inventory.findAvailableByChannel(db, items.getFirst()).map(InventoryStore::documents);
  }
}

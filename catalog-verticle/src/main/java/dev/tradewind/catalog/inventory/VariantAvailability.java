package dev.tradewind.catalog.inventory;

import dev.tradewind.catalog.inventory.InventoryStore.VariantStock;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Availability of variants in shops with stock at locations: {@code inventory_quantity} of a
 * variant with an inventory item becomes what the locations have available, and {@code purchasable}
 * says whether a variant can be bought. In a shop without any inventory item nothing is added.
 */
public final class VariantAvailability {

  private static final String QUANTITY = "inventory_quantity";
  private static final String MANAGED = "manage_inventory";

  private final InventoryStore inventory;
  private final SqlClient db;

  public VariantAvailability(SqlClient db, InventoryStore inventory) {
    this.db = db;
    this.inventory = inventory;
  }

  /** Adds the availability to the variants that show their stock. */
  public Future<Void> addTo(List<JsonObject> variants, StockScope scope) {
    List<JsonObject> documents =
        variants.stream().filter(variant -> variant.containsKey(QUANTITY)).toList();
    if (documents.isEmpty()) {
      return Future.succeededFuture();
    }
    List<String> ids = documents.stream().map(variant -> variant.getString("id")).toList();
    return inventory
        .findStock(db, ids, scope)
        .onSuccess(stocks ->
            documents.forEach(
                variant -> add(variant, stocks.get(variant.getString("id")), scope.isEmpty())))
        .mapEmpty();
  }

  private static void add(
      JsonObject variant, @Nullable VariantStock stock, boolean isWithoutChannel) {
    if (stock == null) {
      return;
    }
    boolean isUnknown = stock.isManaged() && stock.isLocated() && isWithoutChannel;
    if (isUnknown) {
      variant.remove(QUANTITY);
    } else if (stock.isManaged() && stock.isLocated()) {
      variant.put(QUANTITY, stock.available());
    }
    if (variant.containsKey(MANAGED)) {
      variant.put(
          "purchasable",
          !isUnknown && (!stock.isManaged() || stock.mayBackorder() || stock.available() > 0));
    }
  }
}

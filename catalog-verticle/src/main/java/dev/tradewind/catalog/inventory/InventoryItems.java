package dev.tradewind.catalog.inventory;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Collection;

/** Inventory items of variants that other features delete. */
public final class InventoryItems {

  private InventoryItems() {}

  /** Deletes the items of variants, with their levels and reservations. */
  public static Future<Void> deleteOfVariants(
      SqlClient db, CallContext context, Collection<String> variantIds, Instant now) {
    return InventoryStore.deleteItemsOfVariants(db, context, variantIds, now);
  }
}

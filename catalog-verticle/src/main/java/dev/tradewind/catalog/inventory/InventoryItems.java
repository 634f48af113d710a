package dev.tradewind.catalog.inventory;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Collection;

/** Inventory items of variants that other features write and delete. */
public final class InventoryItems {

  private InventoryItems() {}

  /** Deletes the items of variants, with their levels and reservations. */
  public static Future<Void> deleteOfVariants(
      SqlClient db, CallContext context, Collection<String> variantIds, Instant now) {
    return InventoryStore.deleteItemsOfVariants(db, context, variantIds, now);
  }

  /**
   * Makes the items of managed variants without one, with their stock at the default location, in a
   * shop whose stock is converted.
   */
  public static Future<Void> locateVariants(
      SqlClient db, CallContext context, Collection<String> variantIds, Instant now) {
    return InventoryStore.locateVariants(db, context, variantIds, now);
  }
}

package dev.tradewind.api.catalog;

import dev.tradewind.kernel.operation.InternalOperation;

/**
 * Internal operations of the catalog verticle for bulk import and export, called through {@link
 * BulkClient}.
 */
public enum BulkOperation implements InternalOperation {
  EXPORT_SHAPE("exportShape"),
  EXPORT_PRODUCTS("exportProducts"),
  FIND_PRICE_PLACES("findPricePlaces"),
  CHECK_PRODUCTS("checkProducts"),
  APPLY_PRODUCTS("applyProducts"),
  CHECK_LIST_PRICES("checkListPrices"),
  APPLY_LIST_PRICES("applyListPrices"),
  FINISH_LIST_PRICES("finishListPrices");

  private final String id;

  BulkOperation(String id) {
    this.id = id;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String address() {
    return CatalogClient.ADDRESS;
  }
}

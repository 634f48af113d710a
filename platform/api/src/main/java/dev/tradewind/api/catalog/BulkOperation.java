package dev.tradewind.api.catalog;

import dev.tradewind.kernel.operation.InternalOperation;

/**
 * Internal operations of the catalog verticle for bulk import and export, called through {@link
 * BulkClient}.
 */
public enum BulkOperation implements InternalOperation {
  EXPORT_SHAPE,
  EXPORT_PRODUCTS,
  FIND_PRICE_PLACES,
  CHECK_PRODUCTS,
  APPLY_PRODUCTS,
  CHECK_LIST_PRICES,
  APPLY_LIST_PRICES,
  FINISH_LIST_PRICES;

  @Override
  public String address() {
    return CatalogClient.ADDRESS;
  }
}

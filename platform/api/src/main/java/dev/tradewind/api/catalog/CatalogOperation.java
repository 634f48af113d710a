package dev.tradewind.api.catalog;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the catalog verticle, called through {@link CatalogClient}. */
public enum CatalogOperation implements InternalOperation {
  FIND_REGIONS,
  FIND_DEFAULT_REGION,
  FIND_SALES_CHANNEL,
  FIND_SALES_CHANNELS_OF_KEY,
  FIND_VARIANTS,
  QUOTE_VARIANTS,
  FIND_SHIPPING_OPTIONS,
  FIND_TAX_RATES,
  FIND_REFERENCES,
  FIND_COUNTRIES,
  FIND_PRICE_LISTS,
  LIST_RESERVATIONS,
  GET_RESERVATION,
  FIND_RELATED,
  FIND_STORE_NAME;

  @Override
  public String address() {
    return CatalogClient.ADDRESS;
  }
}

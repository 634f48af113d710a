package dev.tradewind.api.catalog;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the catalog verticle, called through {@link CatalogClient}. */
public enum CatalogOperation implements InternalOperation {
  FIND_REGIONS("findRegions"),
  FIND_DEFAULT_REGION("findDefaultRegion"),
  FIND_SALES_CHANNEL("findSalesChannel"),
  FIND_VARIANTS("findVariants"),
  QUOTE_VARIANTS("quoteVariants"),
  FIND_SHIPPING_OPTIONS("findShippingOptions"),
  FIND_TAX_RATES("findTaxRates"),
  FIND_REFERENCES("findReferences"),
  FIND_COUNTRIES("findCountries"),
  FIND_PRICE_LISTS("findPriceLists"),
  LIST_RESERVATIONS("listReservations"),
  GET_RESERVATION("getReservation"),
  FIND_RELATED("findRelated");

  private final String id;

  CatalogOperation(String id) {
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

package dev.tradewind.api.catalog;

import dev.tradewind.kernel.changelog.ChangeKind;
import java.util.Locale;

/** Kind of change in the log of the catalog; each covers several tables. */
public enum CatalogChangeKind implements ChangeKind {
  COLLECTION,
  PRODUCT_TYPE,
  PRODUCT_TAG,
  PRODUCT_CATEGORY,
  /** Regions, with their countries, providers, currencies and tax rates. */
  REGION,
  /** Price lists: their rules, their groups, their beginning and end; not their prices. */
  PRICE_LIST,
  /** Sales channels, their locations, publishable keys, and the store with its default channel. */
  SALES_CHANNEL,
  /** Shipping options and profiles. */
  SHIPPING_OPTION,
  /** Content of the storefront, and the store with its name. */
  STOREFRONT,
  /** Settings of the search. */
  SEARCH,
  /** Inventory items that come and go. */
  INVENTORY,
  /** Membership and order of lists of products. */
  PRODUCT_LIST,
  /**
   * Units of a product's variants taken by orders, by its id. Nothing else of a variant changes
   * than the detail tells: its id, version, {@code inventory_quantity} and {@code updated_at}.
   */
  STOCK,
  /** A product with all its parts, by its id; without the units that orders take. */
  PRODUCT;

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

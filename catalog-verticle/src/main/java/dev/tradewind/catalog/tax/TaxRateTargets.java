package dev.tradewind.catalog.tax;

/** Targets of a tax rate. */
enum TaxRateTargets {
  PRODUCTS("products", "product_tax_rate", "product_id"),
  PRODUCT_TYPES("product_types", "product_type_tax_rate", "product_type_id"),
  SHIPPING_OPTIONS("shipping_options", "shipping_tax_rate", "shipping_option_id");

  /** Name of the list in bodies. */
  final String member;

  /** Table of the links. */
  final String table;

  /** Column of the linked id. */
  final String column;

  TaxRateTargets(String member, String table, String column) {
    this.member = member;
    this.table = table;
    this.column = column;
  }
}

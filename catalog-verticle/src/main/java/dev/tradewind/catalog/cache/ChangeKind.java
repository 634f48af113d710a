package dev.tradewind.catalog.cache;

import java.util.Locale;

/** Kind of change that triggers stamp; each covers all tables of the responses that name it. */
public enum ChangeKind {
  COLLECTION,
  PRODUCT_TYPE,
  PRODUCT_TAG,
  PRODUCT_CATEGORY,
  REGION;

  /** The name in the database. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package dev.tradewind.catalog.cache;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Kind of change in the change log; each covers several tables ({@code R__change_log.sql}). */
public enum ChangeKind {
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
  /** Inventory items that come and go. */
  INVENTORY,
  /** Membership and order of lists of products. */
  PRODUCT_LIST;

  private static final Map<String, ChangeKind> BY_LABEL =
      Arrays.stream(values()).collect(Collectors.toMap(ChangeKind::label, Function.identity()));

  /** The name in the database. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind with that label; none if a later version of the program has added it. */
  static Optional<ChangeKind> of(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }
}

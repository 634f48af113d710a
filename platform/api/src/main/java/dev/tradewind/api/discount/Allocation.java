package dev.tradewind.api.discount;

import java.util.Locale;

/** Allocation of a fixed discount: to the whole cart or to each unit. */
public enum Allocation {
  TOTAL,
  ITEM;

  public static Allocation of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}

package dev.tradewind.api.discount;

import java.util.Locale;

/** Whether an amount is taken off the whole cart or off each unit. */
public enum Allocation {
  TOTAL,
  ITEM;

  public static Allocation of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}

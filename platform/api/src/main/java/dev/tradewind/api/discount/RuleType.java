package dev.tradewind.api.discount;

import java.util.Locale;

/** Calculation method of a discount. */
public enum RuleType {
  FIXED,
  PERCENTAGE,
  FREE_SHIPPING;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static RuleType of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}

package dev.tradewind.order.aftersale;

import java.util.Arrays;

/** Settlement of a claim: its amount is refunded, or its goods are replaced. */
public enum ClaimType {
  REFUND("refund"),
  REPLACE("replace");

  private final String wireName;

  ClaimType(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static ClaimType of(String wireName) {
    return Arrays.stream(values())
        .filter(type -> type.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Type of a claim: " + wireName));
  }
}

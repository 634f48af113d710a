package dev.tradewind.api.order;

import java.util.Locale;

/** Outcome of the settlement of a payment that was found at its provider. */
public enum SettledPayment {
  /** The payment of an order or payment collection is as its provider has it. */
  SETTLED,
  /** A session of the payment collection may still become a payment. */
  UNDECIDED,
  /** The payment collection exists, and is not paid by it. */
  UNUSED,
  /** There is no such order or payment collection. */
  UNKNOWN;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static SettledPayment of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}

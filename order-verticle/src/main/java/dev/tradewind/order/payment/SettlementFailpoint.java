package dev.tradewind.order.payment;

import dev.tradewind.kernel.failpoint.Failpoint;

/**
 * Failpoints of the settlement of a payment as its provider has it. After a crash at any of them
 * another settlement records each fact once.
 */
public enum SettlementFailpoint {
  /** The provider has told its state; the transaction has not begun. */
  STATE_FOUND,
  /** The facts are committed; the caller has no answer. */
  SETTLED;

  void hit() {
    Failpoint.hit(name());
  }
}

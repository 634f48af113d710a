package dev.tradewind.order.swap;

import dev.tradewind.kernel.failpoint.Failpoint;

/**
 * Failpoints inside the transaction that confirms a swap. After a crash at any of them nothing of
 * it remains; the failpoints before and after the transaction belong to the checkout.
 */
public enum SwapFailpoint {
  /** The cart is closed and the stock allocated; the order is not locked. */
  STOCK_TAKEN,
  /** The swap, its payment and its event are written; the transaction is not committed. */
  SWAP_WRITTEN;

  void hit() {
    Failpoint.hit(name());
  }
}

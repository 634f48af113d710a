package dev.tradewind.order.edit;

import dev.tradewind.kernel.failpoint.Failpoint;

/**
 * Failpoints of the confirmation of an order edit. A crash inside its transaction leaves nothing of
 * it; one after the commit leaves all.
 */
public enum OrderEditFailpoint {
  /** The stock is moved; the order is not locked. */
  EDIT_STOCK_MOVED,
  /** The lines of the order are replaced; the transaction is not committed. */
  EDIT_LINES_REPLACED,
  /** The transaction is committed; the client has not received the answer. */
  EDIT_CONFIRMED;

  void hit() {
    Failpoint.hit(name());
  }
}

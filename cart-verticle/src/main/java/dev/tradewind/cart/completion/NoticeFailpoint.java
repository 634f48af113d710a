package dev.tradewind.cart.completion;

import dev.tradewind.kernel.failpoint.Failpoint;

/**
 * Failpoints of notices of payments, each just before or after a durable effect. After a crash at
 * any of them another look into the notice finishes the work, once.
 */
public enum NoticeFailpoint {
  /** The notice is stored; its sender has no answer. */
  NOTICE_STORED,
  /** The provider has told the payment; nothing is done about it. */
  PAYMENT_FOUND,
  /** The paid cart has its order; the notice is not finished. */
  PAID_CART_COMPLETED,
  /** The release of money that no order is to have is committed; its provider is not asked. */
  RELEASE_RECORDED,
  /** It is certain what the payment is for; the notice is not finished. */
  NOTICE_CERTAIN;

  void hit() {
    Failpoint.hit(name());
  }
}

package dev.tradewind.order.payment;

import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.kernel.providercall.CallProgress;

/**
 * Failpoints of payment operations, each just before or after a durable effect. After a crash at
 * any of them the retrier finishes the operation, once.
 */
public enum PaymentFailpoint {
  /** The operation is committed; its provider has not been called. */
  OPERATION_RECORDED,
  /** The provider has accepted the call; the outcome is not recorded. */
  DONE_AT_PROVIDER,
  /** The outcome is recorded; the client has not received the answer. */
  OUTCOME_RECORDED;

  static final CallProgress PROGRESS =
      new CallProgress(OPERATION_RECORDED::hit, DONE_AT_PROVIDER::hit, OUTCOME_RECORDED::hit);

  void hit() {
    Failpoint.hit(name());
  }
}

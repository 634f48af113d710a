package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.kernel.providercall.CallProgress;

/**
 * Failpoints of fulfillment operations, each just before or after a durable effect. After a crash
 * at any of them the retrier finishes the operation, once.
 */
public enum FulfillmentFailpoint {
  /** The operation is committed; its provider has not been called. */
  FULFILLMENT_OPERATION_RECORDED,
  /** The provider has done it; the outcome is not recorded. */
  FULFILLMENT_DONE_AT_PROVIDER,
  /** The outcome is recorded; the client has not received the answer. */
  FULFILLMENT_OUTCOME_RECORDED;

  static final CallProgress PROGRESS =
      new CallProgress(
          FULFILLMENT_OPERATION_RECORDED::hit,
          FULFILLMENT_DONE_AT_PROVIDER::hit,
          FULFILLMENT_OUTCOME_RECORDED::hit);

  void hit() {
    Failpoint.hit(name());
  }
}

package dev.tradewind.order.payment;

import org.jspecify.annotations.Nullable;

/** Cause of a payment operation, which decides what its outcome changes. */
public sealed interface PaymentPurpose {

  /** The order itself. */
  PaymentPurpose ORDER = new OfOrder();

  /** The sale: the payment status of the order follows. */
  record OfOrder() implements PaymentPurpose {}

  /** Refund of a received return; a refused one is left to staff. */
  record OfReturn(String returnId) implements PaymentPurpose {}

  /**
   * Refund of what a swap is cheaper, whose payment status follows; or the end of a canceled swap.
   *
   * @param swapId absent for a canceled swap, whose status stays
   */
  record OfSwap(@Nullable String swapId) implements PaymentPurpose {}

  /** Refund of a claim, which is withdrawn if it is refused. */
  record OfClaim(String claimId) implements PaymentPurpose {}
}

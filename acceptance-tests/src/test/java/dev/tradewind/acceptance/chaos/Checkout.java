package dev.tradewind.acceptance.chaos;

import org.jspecify.annotations.Nullable;

/**
 * What a shopper remembers of a checkout.
 *
 * @param key of the completion
 * @param orderId of the order that was acknowledged
 * @param said the bytes of the acknowledged completion, or why there is none
 */
record Checkout(
    Wish wish,
    long startedNanos,
    long millis,
    int retries,
    Outcome outcome,
    @Nullable String cartId,
    String key,
    @Nullable String orderId,
    String said) {

  enum Outcome {
    ORDERED,
    /** A used-up coupon or gift card, or a sold-out unit: a correct end. */
    REFUSED,
    FAILED
  }

  /**
   * What is to be bought, and how.
   *
   * @param twice whether the completion is sent to two nodes at once, under one key
   */
  record Wish(
      String variantId,
      int quantity,
      @Nullable String coupon,
      @Nullable String giftCard,
      boolean twice) {}

  boolean isOrdered() {
    return outcome == Outcome.ORDERED;
  }
}

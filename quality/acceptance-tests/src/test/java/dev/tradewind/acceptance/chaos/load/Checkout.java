package dev.tradewind.acceptance.chaos.load;

import org.jspecify.annotations.Nullable;

/**
 * Checkout from the shopper's point of view.
 *
 * @param key idempotency key of the completion
 * @param orderId of the acknowledged order
 * @param said body of the acknowledged completion, or the reason why there is none
 */
public record Checkout(
    Wish wish,
    long startedNanos,
    long millis,
    int retries,
    Outcome outcome,
    @Nullable String cartId,
    String key,
    @Nullable String orderId,
    String said) {

  public enum Outcome {
    ORDERED,
    /** Used-up coupon or gift card, or sold-out variant: a correct end. */
    REFUSED,
    FAILED
  }

  /**
   * Contents of a checkout.
   *
   * @param twice whether the completion is sent to two nodes concurrently, with one key
   */
  public record Wish(
      String variantId,
      int quantity,
      @Nullable String coupon,
      @Nullable String giftCard,
      boolean twice) {}

  public boolean isOrdered() {
    return outcome == Outcome.ORDERED;
  }
}

package dev.tradewind.storefront.answer;

import org.jspecify.annotations.Nullable;

/**
 * Answer to the completion of a cart.
 *
 * @param type of the result: an order, a swap, or the cart if its payment is not authorized
 */
public record Completion(String type, Result data) {

  /**
   * Result of the completion.
   *
   * @param orderId order of a swap
   */
  public record Result(String id, @Nullable String orderId) {}
}

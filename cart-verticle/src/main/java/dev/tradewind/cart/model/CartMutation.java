package dev.tradewind.cart.model;

import java.util.List;

/**
 * Result of a cart command.
 *
 * @param events types of the events to publish, in order
 * @param resync whether existing payment sessions are updated to the new total
 */
public record CartMutation(Cart after, List<String> events, boolean resync) {

  public static final String CREATED = "cart.created";
  public static final String UPDATED = "cart.updated";
  public static final String CUSTOMER_UPDATED = "cart.customer_updated";

  public static CartMutation updated(Cart after) {
    return new CartMutation(after, List.of(UPDATED), true);
  }

  /** The same mutation with another cart. */
  public CartMutation with(Cart other) {
    return new CartMutation(other, events, resync);
  }

  /** Mutation whose payment sessions are up to date already. */
  public static CartMutation withoutResync(Cart after, List<String> events) {
    return new CartMutation(after, events, false);
  }
}

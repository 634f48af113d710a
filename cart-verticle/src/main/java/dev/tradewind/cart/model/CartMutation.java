package dev.tradewind.cart.model;

import java.util.List;

/**
 * What a command made of a cart.
 *
 * @param events types of the facts to announce, in their order
 * @param resync whether payment sessions, where there are any, follow the new total
 */
public record CartMutation(Cart after, List<String> events, boolean resync) {

  public static final String CREATED = "cart.created";
  public static final String UPDATED = "cart.updated";
  public static final String CUSTOMER_UPDATED = "cart.customer_updated";

  public static CartMutation updated(Cart after) {
    return new CartMutation(after, List.of(UPDATED), true);
  }

  /** The same change to another cart. */
  public CartMutation with(Cart other) {
    return new CartMutation(other, events, resync);
  }

  /** A change whose sessions are already as they should be. */
  public static CartMutation settled(Cart after, List<String> events) {
    return new CartMutation(after, events, false);
  }
}

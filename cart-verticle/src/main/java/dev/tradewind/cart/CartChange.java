package dev.tradewind.cart;

import java.util.List;

/**
 * What a command made of a cart.
 *
 * @param events types of the facts to announce, in their order
 * @param resync whether payment sessions, where there are any, follow the new total
 */
record CartChange(Cart after, List<String> events, boolean resync) {

  static final String CREATED = "cart.created";
  static final String UPDATED = "cart.updated";
  static final String CUSTOMER_UPDATED = "cart.customer_updated";

  static CartChange updated(Cart after) {
    return new CartChange(after, List.of(UPDATED), true);
  }

  /** The same change to another cart. */
  CartChange with(Cart other) {
    return new CartChange(other, events, resync);
  }

  /** A change whose sessions are already as they should be. */
  static CartChange settled(Cart after, List<String> events) {
    return new CartChange(after, events, false);
  }
}

package dev.tradewind.cart.view;

/** Response format of an operation on a cart. */
public enum CartResponse {
  CART,
  /** Totals with all taxes, also where the region does not show them. */
  TAXED_CART,
  /** The reference repeats the cart in a second member. */
  TAXED_CART_TWICE
}

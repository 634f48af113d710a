package dev.tradewind.cart;

/**
 * Rules of the shop about completions, the same on all nodes.
 *
 * @param requiresShipping whether shoppers choose how their goods are shipped before they order
 * @param quotesAgain whether the prices of a cart are compared with the present ones; changed ones
 *     are shown before they are ordered. Otherwise a line keeps the price at which it was added, as
 *     in Medusa v1
 */
public record CheckoutRules(boolean requiresShipping, boolean quotesAgain) {

  public static final CheckoutRules DEFAULT = new CheckoutRules(false, false);
}

package dev.tradewind.cart.command;

/** Version conflict: another request saved the cart first. */
final class CartConflictException extends RuntimeException {

  private static final long serialVersionUID = 1;

  CartConflictException() {
    super("The cart changed while it was changed", null, false, false);
  }
}

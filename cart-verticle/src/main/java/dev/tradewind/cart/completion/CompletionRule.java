package dev.tradewind.cart.completion;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;

/** Rule about a cart that is completed, which may ask other verticles. */
@FunctionalInterface
public interface CompletionRule {

  /** Fails with a problem if the cart may not be completed. */
  Future<Void> require(CallContext context, Cart cart, CartReferences references);
}

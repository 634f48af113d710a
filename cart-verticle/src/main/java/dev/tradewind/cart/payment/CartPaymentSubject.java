package dev.tradewind.cart.payment;

import dev.tradewind.api.address.Address;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.providers.PayingCustomers;
import dev.tradewind.spi.payment.PaymentSubject;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Subject of the payment session of a cart. */
final class CartPaymentSubject {

  private CartPaymentSubject() {}

  static PaymentSubject of(Cart cart, CartReferences references) {
    return new PaymentSubject(
        PayingCustomers.of(references.customer()),
        cart.email(),
        json(cart.billingAddress()),
        json(cart.shippingAddress()),
        cart.items().stream()
            .map(item ->
                new PaymentSubject.Line(
                    item.title(), item.variantId(), item.quantity(), item.unitPrice()))
            .toList(),
        cart.context().copy());
  }

  private static @Nullable JsonObject json(@Nullable Address address) {
    return address == null ? null : address.toJson();
  }
}

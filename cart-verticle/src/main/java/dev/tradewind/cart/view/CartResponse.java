package dev.tradewind.cart.view;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.read.DocumentView;
import io.vertx.core.json.JsonObject;

/** Response format of an operation on a cart. */
public enum CartResponse {
  CART,
  CART_WITH_CUSTOMER,
  /** The reference repeats the cart in a second member. */
  TAXED_CART_TWICE,
  /** Only the relations that payment sessions and totals need. */
  CART_WITH_SESSIONS;

  private static final String NEEDED_BY_TOTALS =
      "discounts.rule,gift_cards,items.adjustments,items.tax_lines,items.variant.product.profiles,"
          + "region.tax_rates,shipping_address,shipping_methods.tax_lines";

  private static final DocumentView.Selected TOTALS = parts(NEEDED_BY_TOTALS);

  private static final DocumentView.Selected SESSIONS =
      parts(
          NEEDED_BY_TOTALS
              + ",payment_sessions,region.countries,region.payment_providers,"
              + "shipping_methods.shipping_option");

  public Reply of(Cart cart, CartReferences references) {
    return switch (this) {
      case CART -> Reply.ok("cart", CartView.render(cart, references, false));
      case CART_WITH_CUSTOMER ->
          Reply.ok("cart", CartView.renderWithCustomer(cart, references, false));
      case TAXED_CART_TWICE -> {
        JsonObject taxed = CartView.renderWithCustomer(cart, references, true);
        yield Reply.ok(new JsonObject().put("cart", taxed).put("data", taxed));
      }
      case CART_WITH_SESSIONS ->
          Reply.ok("cart", SESSIONS.apply(CartView.render(cart, references, false)));
    };
  }

  public boolean showsCustomer() {
    return switch (this) {
      case CART, CART_WITH_SESSIONS -> false;
      case CART_WITH_CUSTOMER, TAXED_CART_TWICE -> true;
    };
  }

  /** Totals with all taxes, and their components. */
  public static Reply taxed(Cart cart, CartReferences references) {
    return Reply.ok("cart", TOTALS.apply(CartView.render(cart, references, true)));
  }

  private static DocumentView.Selected parts(String relations) {
    return CartViews.STOREFRONT.select(new JsonObject().put("expand", relations));
  }
}

package dev.tradewind.cart.view;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.json.JsonObjects;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON view of a shipping method of a cart. */
public record ShippingMethodView(
    Cart cart, CartReferences references, CartTotals totals, Map<String, List<TaxRate>> rates) {

  private static final Set<String> OPTION_RELATIONS =
      Set.of("requirements", "profile", "region", "provider");

  JsonObject render(ShippingMethod method) {
    MethodTotals amounts = totals.method(method.id());
    return new JsonObject()
        .put("id", method.id())
        .put("shipping_option_id", method.shippingOptionId())
        .put("order_id", cart.isOfSwap() ? null : cart.orderId())
        .putNull("claim_order_id")
        .put("cart_id", cart.id())
        .put("swap_id", swapId())
        .putNull("return_id")
        .put(
            "price",
            CartTotalsCalculator.shownPrice(method, CartTotalsCalculator.hasFreeShipping(cart)))
        .put("data", method.data())
        .put("includes_tax", method.includesTax())
        .put("shipping_option", option(references, method.shippingOptionId()))
        .put("tax_lines", LineItemView.taxLines(rates, "shipping_method_id", method.id()))
        .put("original_total", amounts.originalTotal())
        .put("total", amounts.total())
        .put("subtotal", amounts.subtotal())
        .put("original_tax_total", amounts.originalTaxTotal())
        .put("tax_total", amounts.taxTotal())
        .putNull("claim_order")
        .putNull("swap")
        .putNull("return_order")
        .mergeIn(LineItemView.noOrder(cart));
  }

  /**
   * Swap that the completion of the cart has confirmed: the method is its method since then. The
   * metadata name it, which shoppers and staff may have changed before.
   */
  private @Nullable String swapId() {
    JsonObject metadata = cart.metadata();
    if (cart.isOfSwap()
        && cart.isCompleted()
        && metadata != null
        && metadata.getValue("swap_id") instanceof String id) {
      return id;
    }
    return null;
  }

  /** Shipping option without its relations; absent if it was deleted. */
  public static @Nullable JsonObject option(CartReferences references, String id) {
    JsonObject option = references.shippingOptions().get(id);
    return option == null ? null : JsonObjects.without(option, OPTION_RELATIONS);
  }
}

package dev.tradewind.cart.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.JsonReader;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.JsonObjects;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of a cart: own fields, default relations, totals. It shares the documents of other
 * verticles with the cache, so that nothing inside them may be changed.
 */
public final class CartView {

  private static final Set<String> REGION_ADDITIONS = Set.of("currency", "fulfillment_providers");

  private static final Set<String> CUSTOMER_ADDITIONS = Set.of("group_ids");

  private CartView() {}

  /**
   * Cart with its default relations.
   *
   * @param forceTaxes whether to include taxes where the region does not show them
   */
  public static JsonObject render(Cart cart, CartReferences references, boolean forceTaxes) {
    TotalsInput input =
        CartTotalsCalculator.input(
            cart, references, forceTaxes || CartTotalsCalculator.showsTaxes(cart, references));
    CartTotals totals = CartTotals.of(input);
    Map<String, List<TaxRate>> rates = input.shownRates();
    LineItemView items = new LineItemView(cart, references, totals, rates);
    Address billing = cart.billingAddress();
    Address shipping = cart.shippingAddress();
    JsonObject shown = own(cart, billing, shipping);
    shown.put("billing_address", billing == null ? null : billing.toJson());
    shown.put("discounts", array(cart.discounts(), CartDiscount::document));
    shown.put("gift_cards", giftCards(cart, references));
    shown.put("items", array(cart.items(), items::render));
    shown.putNull("payment");
    putSessions(shown, cart);
    shown.put("region", region(references.region()));
    shown.put("sales_channel", references.salesChannel());
    shown.put("shipping_address", shipping == null ? null : shipping.toJson());
    ShippingMethodView methods = new ShippingMethodView(cart, references, totals, rates);
    shown.put("shipping_methods", array(cart.shippingMethods(), methods::render));
    putTotals(shown, totals);
    return shown;
  }

  /** The same with the customer embedded. */
  public static JsonObject renderWithCustomer(
      Cart cart, CartReferences references, boolean forceTaxes) {
    return render(cart, references, forceTaxes).put("customer", customer(references));
  }

  /** Own fields and payment sessions only, for a payment that requires an action of the shopper. */
  public static JsonObject withSessionsOnly(Cart cart) {
    JsonObject shown = own(cart, cart.billingAddress(), cart.shippingAddress());
    putSessions(shown, cart);
    return shown;
  }

  /** Customer of the cart; absent if it has none. */
  public static @Nullable JsonObject customer(CartReferences references) {
    JsonObject customer = references.customer();
    return customer == null ? null : JsonObjects.without(customer, CUSTOMER_ADDITIONS);
  }

  private static JsonObject own(Cart cart, @Nullable Address billing, @Nullable Address shipping) {
    return new JsonObject()
        .put("object", "cart")
        .put("id", cart.id())
        .put("created_at", Timestamps.format(cart.createdAt()))
        .put("updated_at", Timestamps.format(cart.updatedAt()))
        .putNull("deleted_at")
        .put("email", cart.email())
        .put("billing_address_id", billing == null ? null : billing.id())
        .put("shipping_address_id", shipping == null ? null : shipping.id())
        .put("region_id", cart.regionId())
        .put("customer_id", cart.customerId())
        .put("payment_id", cart.paymentId())
        .put("type", cart.type())
        .put("completed_at", JsonReader.written(cart.completedAt()))
        .put("payment_authorized_at", JsonReader.written(cart.paymentAuthorizedAt()))
        .putNull("idempotency_key")
        .put("context", cart.context())
        .put("metadata", cart.metadata())
        .put("sales_channel_id", cart.salesChannelId());
  }

  private static void putSessions(JsonObject shown, Cart cart) {
    shown.put("payment_sessions", array(cart.paymentSessions(), session -> session(cart, session)));
    cart.selectedSession()
        .ifPresent(selected -> shown.put("payment_session", session(cart, selected)));
  }

  private static JsonObject session(Cart cart, PaymentSession session) {
    return new JsonObject()
        .put("id", session.id())
        .put("created_at", Timestamps.format(session.createdAt()))
        .put("updated_at", Timestamps.format(session.updatedAt()))
        .put("cart_id", cart.id())
        .put("provider_id", session.providerId())
        // An unselected session has null on the wire, not false.
        .put("is_selected", session.isSelected() ? Boolean.TRUE : null)
        .put("is_initiated", session.isInitiated())
        .put("status", session.status())
        .put("data", session.data())
        .putNull("idempotency_key")
        .put("amount", session.amount())
        .put("payment_authorized_at", JsonReader.written(session.paymentAuthorizedAt()));
  }

  private static JsonObject region(JsonObject region) {
    return JsonObjects.without(region, REGION_ADDITIONS);
  }

  public static void putTotals(JsonObject shown, CartTotals totals) {
    shown
        .put("subtotal", totals.subtotal())
        .put("discount_total", totals.discountTotal())
        .put("raw_discount_total", totals.rawDiscountTotal().number())
        .put("item_tax_total", totals.itemTaxTotal())
        .put("shipping_total", totals.shippingTotal())
        .put("shipping_tax_total", totals.shippingTaxTotal())
        .put("tax_total", totals.taxTotal())
        .put("gift_card_total", totals.giftCardTotal())
        .put("gift_card_tax_total", totals.giftCardTaxTotal())
        .put("refunded_total", 0)
        .put("refundable_amount", 0)
        .put("total", totals.total());
  }

  private static JsonArray giftCards(Cart cart, CartReferences references) {
    JsonArray cards = new JsonArray();
    for (String id : cart.giftCardIds()) {
      GiftCard card = references.giftCards().get(id);
      if (card != null) {
        cards.add(card.document());
      }
    }
    return cards;
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> rendered) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(rendered.apply(element)));
    return array;
  }
}

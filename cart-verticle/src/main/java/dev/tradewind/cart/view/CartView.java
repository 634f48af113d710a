package dev.tradewind.cart.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.JsonReader;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of a cart: own fields, default relations, totals. It shares the documents of other
 * verticles with the cache, so that nothing inside them may be changed.
 */
public final class CartView {

  private CartView() {}

  /**
   * Cart with its default relations; the payment of a completed cart is not among them.
   *
   * @param forceTaxes whether to include taxes where the region does not show them
   */
  public static JsonObject render(
      Cart cart, CartReferences references, Principal caller, boolean forceTaxes) {
    TotalsInput input =
        CartTotalsCalculator.input(
            cart, references, forceTaxes || CartTotalsCalculator.showsTaxes(cart, references));
    CartTotals totals = CartTotals.of(input);
    Map<String, List<TaxRate>> rates = input.shownRates();
    LineItemView items = new LineItemView(cart, references, totals, rates);
    Address billing = cart.billingAddress();
    Address shipping = cart.shippingAddress();
    JsonObject selection = own(cart, billing, shipping);
    selection.put("billing_address", address(billing, references));
    selection.put("customer", CustomerView.of(references, caller));
    selection.put("discounts", array(cart.discounts(), CartDiscount::document));
    selection.put("gift_cards", giftCards(cart, references, caller));
    selection.put("items", array(cart.items(), items::render));
    if (cart.paymentId() == null) {
      selection.putNull("payment");
    }
    putSessions(selection, cart, sessions(cart, references));
    selection.put("region", references.region());
    selection.put("sales_channel", references.salesChannel());
    selection.put("shipping_address", address(shipping, references));
    ShippingMethodView methods = new ShippingMethodView(cart, references, totals, rates);
    selection.put("shipping_methods", array(cart.shippingMethods(), methods::render));
    putTotals(selection, totals);
    return selection;
  }

  private static @Nullable JsonObject address(
      @Nullable Address address, CartReferences references) {
    return address == null ? null : references.withCountry(address.toJson());
  }

  /**
   * The rendered cart with relations back to itself and to its customer, for an expansion. Others
   * than these are loaded.
   */
  static JsonObject expandable(JsonObject rendered) {
    JsonObject own = new JsonObject();
    rendered.forEach(member -> {
      if (CartGraph.CART.relation(member.getKey()).isEmpty()) {
        own.put(member.getKey(), member.getValue());
      }
    });
    JsonObject customer = CustomerView.expandable(rendered.getJsonObject("customer"));
    rendered.put("customer", customer);
    for (String parts : List.of("items", "payment_sessions", "shipping_methods")) {
      rendered.getJsonArray(parts).forEach(part -> ((JsonObject) part).put("cart", own));
    }
    for (String name : List.of("billing_address", "shipping_address")) {
      JsonObject address = rendered.getJsonObject(name);
      if (address != null) {
        boolean isOfCustomer =
            customer != null && customer.getString("id").equals(address.getString("customer_id"));
        address.put("customer", isOfCustomer ? customer : null);
      }
    }
    return rendered;
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

  private static void putSessions(JsonObject selection, Cart cart, List<PaymentSession> sessions) {
    selection.put("payment_sessions", array(sessions, session -> session(cart, session)));
    selection.put(
        "payment_session",
        sessions.stream()
            .filter(PaymentSession::isSelected)
            .findFirst()
            .map(selected -> session(cart, selected))
            .orElse(null));
  }

  /** Sessions of the cart; a draft order that staff marked as paid has none for its payment. */
  private static List<PaymentSession> sessions(Cart cart, CartReferences references) {
    String paymentId = cart.paymentId();
    Instant paidAt = cart.paymentAuthorizedAt();
    if (!cart.isDraft()
        || paymentId == null
        || paidAt == null
        || cart.selectedSession().isPresent()) {
      return cart.paymentSessions();
    }
    long amount = CartTotalsCalculator.taxed(cart, references).total();
    List<PaymentSession> sessions = new ArrayList<>(cart.paymentSessions());
    sessions.add(PaymentSession.ofStaff(paymentId, amount, paidAt));
    return sessions;
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

  public static void putTotals(JsonObject selection, CartTotals totals) {
    selection
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

  private static JsonArray giftCards(Cart cart, CartReferences references, Principal caller) {
    JsonArray cards = new JsonArray();
    for (String id : cart.giftCardIds()) {
      GiftCard card = references.giftCards().get(id);
      if (card != null) {
        JsonObject selection = card.document().copy();
        if (card.regionId().equals(cart.regionId())) {
          selection.put("region", references.region());
        }
        cards.add(GiftCard.withOrder(selection, caller.isUser()));
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

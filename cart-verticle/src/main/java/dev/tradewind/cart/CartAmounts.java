package dev.tradewind.cart;

import dev.tradewind.model.discount.GiftCard;
import dev.tradewind.model.totals.Basket;
import dev.tradewind.model.totals.CartTotals;
import dev.tradewind.model.totals.LineDiscount;
import dev.tradewind.model.totals.PayingGiftCard;
import dev.tradewind.model.totals.Steps;
import dev.tradewind.model.totals.TaxableLine;
import dev.tradewind.model.totals.TaxableMethod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Hands a cart to the totals engine. */
public final class CartAmounts {

  private CartAmounts() {}

  /** With the taxes of its region, whether or not the region shows them by itself. */
  public static CartTotals taxed(Cart cart, CartContext context) {
    return CartTotals.of(basket(cart, context, true));
  }

  /** As the cart is shown, with every step that leads to its amounts. */
  static CartTotals explained(Cart cart, CartContext context, Steps steps) {
    return CartTotals.of(basket(cart, context, showsTaxes(cart, context)), steps);
  }

  /**
   * Everything that decides what the cart costs. Where taxes are not shown nobody is asked for
   * them; the discount of a price that includes tax is measured by the rates of the region then.
   * What decided the amounts of a completed cart decides them for ever.
   */
  public static Basket basket(Cart cart, CartContext context, boolean taxed) {
    Basket kept = cart.basket();
    return kept == null ? present(cart, context, taxed) : kept.taxed(taxed);
  }

  /** Whether the cart shows its taxes without being asked for them. */
  static boolean showsTaxes(Cart cart, CartContext context) {
    Basket kept = cart.basket();
    return kept == null ? context.automaticTaxes() : kept.taxed();
  }

  private static Basket present(Cart cart, CartContext context, boolean taxed) {
    CartTaxes taxes = context.taxes();
    Optional<CartDiscount> discount = lineDiscount(cart);
    boolean freeShipping = hasFreeShipping(cart);
    return new Basket(
        cart.items().stream()
            .map(item ->
                new TaxableLine(
                    item.id(),
                    item.unitPrice(),
                    item.quantity(),
                    item.includesTax(),
                    taxed ? taxes.of(item) : taxes.linked(item),
                    discount.map(found -> found.isFor(item)).orElse(false)))
            .toList(),
        cart.shippingMethods().stream()
            .map(method ->
                new TaxableMethod(
                    method.id(),
                    shownPrice(method, freeShipping),
                    method.includesTax(),
                    taxed ? taxes.of(method) : List.of()))
            .toList(),
        discount.map(CartAmounts::lineDiscount).orElse(null),
        freeShipping,
        giftCards(cart, context),
        context.region().getBoolean("gift_cards_taxable", true),
        taxed);
  }

  /** The one discount that is taken off lines; a cart has no second one. */
  static Optional<CartDiscount> lineDiscount(Cart cart) {
    return cart.discounts().stream().filter(discount -> !discount.isFreeShipping()).findFirst();
  }

  static boolean hasFreeShipping(Cart cart) {
    return cart.discounts().stream().anyMatch(CartDiscount::isFreeShipping);
  }

  /** The cart keeps the price that was chosen, so that it is back when free shipping ends. */
  static long shownPrice(ShippingMethod method, boolean freeShipping) {
    return freeShipping ? 0 : method.price();
  }

  private static LineDiscount lineDiscount(CartDiscount discount) {
    return LineDiscount.of(
        discount.id(),
        Objects.requireNonNull(discount.rule().getString("type")),
        discount.rule().getLong("value"),
        discount.rule().getString("allocation"));
  }

  private static List<PayingGiftCard> giftCards(Cart cart, CartContext context) {
    return cart.giftCardIds().stream()
        .map(id -> context.giftCards().get(id))
        .filter(Objects::nonNull)
        .map(CartAmounts::paying)
        .toList();
  }

  private static PayingGiftCard paying(GiftCard card) {
    return new PayingGiftCard(
        card.id(),
        card.isDisabled() || card.isExpired() ? 0 : card.balance(),
        card.taxRate(),
        card.endsAt());
  }
}

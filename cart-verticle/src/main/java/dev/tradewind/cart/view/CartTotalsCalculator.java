package dev.tradewind.cart.view;

import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.CalculationTrace;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Totals of a cart, computed by the totals engine. */
public final class CartTotalsCalculator {

  /** Far below the exact numbers, and far above the amounts of a shop. */
  private static final double HIGH_AMOUNT = 1L << 40;

  private CartTotalsCalculator() {}

  /** Totals with the taxes of the region, whether or not it shows them by itself. */
  public static CartTotals taxed(Cart cart, CartReferences references) {
    return CartTotals.of(input(cart, references, true));
  }

  /**
   * Requires totals that clients read without loss.
   *
   * @throws ArithmeticException if one is beyond
   */
  public static void requireExact(Cart cart, CartReferences references) {
    if (mayBeInexact(cart)) {
      taxed(cart, references).requireExact();
    }
  }

  /** Whether the prices are so high that taxes could lead beyond the exact numbers. */
  public static boolean mayBeInexact(Cart cart) {
    double amounts = 0;
    for (LineItem item : cart.items()) {
      amounts += Math.abs((double) item.unitPrice()) * item.quantity();
    }
    for (ShippingMethod method : cart.shippingMethods()) {
      amounts += method.price();
    }
    return amounts > HIGH_AMOUNT;
  }

  /** Totals as the cart shows them, with a trace of each step. */
  public static CartTotals explained(Cart cart, CartReferences references, CalculationTrace trace) {
    return CartTotals.of(input(cart, references, showsTaxes(cart, references)), trace);
  }

  /**
   * Input of the totals. If taxes are not shown, none are requested; the discount of a price that
   * includes tax then uses the rates of the region. The input of a completed cart is final.
   */
  public static TotalsInput input(Cart cart, CartReferences references, boolean taxed) {
    TotalsInput stored = cart.input();
    return stored == null ? present(cart, references, taxed) : stored.taxed(taxed);
  }

  /** Whether the cart shows taxes by itself. */
  static boolean showsTaxes(Cart cart, CartReferences references) {
    TotalsInput stored = cart.input();
    return stored == null ? references.automaticTaxes() : stored.taxed();
  }

  private static TotalsInput present(Cart cart, CartReferences references, boolean taxed) {
    CartTaxes taxes = references.taxes();
    Optional<CartDiscount> discount = lineDiscount(cart);
    boolean freeShipping = hasFreeShipping(cart);
    return new TotalsInput(
        cart.items().stream()
            .map(item ->
                new TaxableLine(
                    item.id(),
                    item.unitPrice(),
                    item.quantity(),
                    item.includesTax(),
                    taxed ? taxes.of(item) : taxes.linked(item),
                    discount.map(found -> found.isFor(item)).orElse(false),
                    item.creditedDiscount(),
                    null))
            .toList(),
        cart.shippingMethods().stream()
            .map(method ->
                new TaxableMethod(
                    method.id(),
                    shownPrice(method, freeShipping),
                    method.includesTax(),
                    taxed ? taxes.of(method) : List.of()))
            .toList(),
        discount.map(found -> lineDiscount(cart, found)).orElse(null),
        freeShipping,
        giftCards(cart, references),
        references.region().getBoolean("gift_cards_taxable", true),
        taxed);
  }

  /** The discount of line items; a cart has at most one. */
  static Optional<CartDiscount> lineDiscount(Cart cart) {
    return cart.discounts().stream().filter(discount -> !discount.isFreeShipping()).findFirst();
  }

  static boolean hasFreeShipping(Cart cart) {
    return cart.discounts().stream().anyMatch(CartDiscount::isFreeShipping);
  }

  /** The cart stores the chosen price, so that it applies again when free shipping ends. */
  static long shownPrice(ShippingMethod method, boolean freeShipping) {
    return freeShipping ? 0 : method.price();
  }

  private static LineDiscount lineDiscount(Cart cart, CartDiscount discount) {
    LineDiscount whole =
        LineDiscount.of(
            discount.id(),
            Objects.requireNonNull(discount.rule().getString("type")),
            discount.rule().getLong("value"),
            discount.rule().getString("allocation"));
    if (cart.isOfSwap() && whole instanceof LineDiscount.FixedTotal fixed) {
      return new LineDiscount.FixedTotal(
          fixed.id(), Math.min(fixed.amount(), creditedDiscount(cart).round()));
    }
    return whole;
  }

  /** A fixed amount for the whole order is granted once: to a swap as far as it comes back. */
  private static Fraction creditedDiscount(Cart cart) {
    return cart.items().stream()
        .map(LineItem::creditedDiscount)
        .filter(Objects::nonNull)
        .reduce(Fraction.ZERO, Fraction::add);
  }

  private static List<AppliedGiftCard> giftCards(Cart cart, CartReferences references) {
    return cart.giftCardIds().stream()
        .map(id -> references.giftCards().get(id))
        .filter(Objects::nonNull)
        .map(CartTotalsCalculator::paying)
        .toList();
  }

  private static AppliedGiftCard paying(GiftCard card) {
    return new AppliedGiftCard(
        card.id(),
        card.isDisabled() || card.isExpired() ? 0 : card.balance(),
        card.taxRate(),
        card.endsAt());
  }
}

package dev.tradewind.model.totals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a cart costs, in the smallest unit of its currency; computed, never stored. The order of the
 * computation is discounts of lines, taxes, shipping, gift cards.
 *
 * @param rawDiscountTotal what discounts take off all lines, not rounded
 * @param shippingTotal without tax
 * @param taxTotal the tax that gift cards have paid already is still in it
 * @param giftCardUses which card pays how much
 */
public record CartTotals(
    Map<String, LineTotals> lines,
    Map<String, MethodTotals> methods,
    long subtotal,
    Fraction rawDiscountTotal,
    long discountTotal,
    long itemTaxTotal,
    long shippingTotal,
    long shippingTaxTotal,
    long taxTotal,
    List<GiftCardUse> giftCardUses,
    long giftCardTotal,
    long giftCardTaxTotal,
    long total) {

  public static CartTotals of(Basket basket) {
    return of(basket, Steps.IGNORED);
  }

  /** The same, and every step of the way is written down. */
  public static CartTotals of(Basket basket, Steps steps) {
    boolean taxed = basket.taxed();
    List<LinePrice> prices = new ArrayList<>(basket.lines().size());
    for (TaxableLine line : basket.lines()) {
      prices.add(LinePrice.of(line, taxed, steps));
    }
    Adjustments adjustments = Adjustments.of(prices, basket.discount(), steps);
    Map<String, LineTotals> lines = LinkedHashMap.newLinkedHashMap(prices.size());
    long subtotal = 0;
    long itemTax = 0;
    for (int i = 0; i < prices.size(); i++) {
      LineTotals line =
          LineTotals.of(
              prices.get(i), adjustments.exact()[i], adjustments.shown()[i], taxed, steps);
      lines.put(prices.get(i).line().id(), line);
      subtotal = Math.addExact(subtotal, line.subtotal());
      itemTax = Math.addExact(itemTax, line.taxTotal());
    }
    Map<String, MethodTotals> methods = new LinkedHashMap<>();
    long shipping = 0;
    long shippingTax = 0;
    for (TaxableMethod method : basket.methods()) {
      MethodTotals totals = MethodTotals.of(method, basket.freeShipping(), taxed, steps);
      methods.put(method.id(), totals);
      shipping = Math.addExact(shipping, totals.subtotal());
      shippingTax = Math.addExact(shippingTax, totals.taxTotal());
    }
    long tax = Math.addExact(itemTax, shippingTax);
    long net = Math.addExact(subtotal, shipping) - adjustments.rounded();
    long due = Math.addExact(net, tax);
    GiftCardPayment cards =
        GiftCardPayment.of(
            basket.giftCards(),
            Math.max(0, basket.giftCardsTaxable() ? net : due),
            due,
            taxed,
            steps);
    CartTotals totals =
        new CartTotals(
            lines,
            methods,
            subtotal,
            adjustments.sum(),
            adjustments.rounded(),
            itemTax,
            shipping,
            shippingTax,
            tax,
            cards.uses(),
            cards.total(),
            cards.tax(),
            due - cards.total() - cards.tax());
    totals.sumUp(steps);
    return totals;
  }

  private void sumUp(Steps steps) {
    if (steps.areKept()) {
      part(steps, Figure.TAX_TOTAL, Figure.ITEM_TAX_TOTAL, itemTaxTotal);
      part(steps, Figure.TAX_TOTAL, Figure.SHIPPING_TAX_TOTAL, shippingTaxTotal);
      part(steps, Figure.TOTAL, Figure.SUBTOTAL, subtotal);
      part(steps, Figure.TOTAL, Figure.SHIPPING_TOTAL, shippingTotal);
      part(steps, Figure.TOTAL, Figure.TAX_TOTAL, taxTotal);
      part(steps, Figure.TOTAL, Figure.DISCOUNT_TOTAL, -discountTotal);
      part(steps, Figure.TOTAL, Figure.GIFT_CARD_TOTAL, -giftCardTotal);
      part(steps, Figure.TOTAL, Figure.GIFT_CARD_TAX_TOTAL, -giftCardTaxTotal);
    }
  }

  static void part(Steps steps, Figure sum, Figure part, long amount) {
    if (amount != 0) {
      steps.exact(Rule.SUM, Steps.WHOLE, sum, amount, "part", part.wireName());
    }
  }

  public LineTotals line(String id) {
    return Objects.requireNonNull(lines.get(id), id);
  }

  public MethodTotals method(String id) {
    return Objects.requireNonNull(methods.get(id), id);
  }
}

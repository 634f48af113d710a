package dev.tradewind.totals;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * Totals of a cart, in the smallest unit of its currency; computed, never stored. The order of the
 * computation is discounts of lines, taxes, shipping, gift cards.
 *
 * @param rawDiscountTotal sum of the discounts of all lines, not rounded
 * @param shippingTotal without tax
 * @param taxTotal includes the tax that was paid with gift cards already
 * @param giftCardUses charge of each card
 */
@RecordBuilder
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

  private static final long MAX_EXACT = (1L << 53) - 1;

  public static CartTotals of(TotalsInput input) {
    return of(input, CalculationTrace.IGNORED);
  }

  /** Computes the totals and records every step. */
  public static CartTotals of(TotalsInput input, CalculationTrace trace) {
    boolean taxed = input.taxed();
    List<LinePrice> prices = prices(input, trace);
    Adjustments adjustments = Adjustments.of(prices, input.discount(), trace);
    Map<String, LineTotals> lines = LinkedHashMap.newLinkedHashMap(prices.size());
    long subtotal = 0;
    long itemTax = 0;
    Fraction rawDiscount = adjustments.sum();
    long discount = adjustments.rounded();
    for (int i = 0; i < prices.size(); i++) {
      Fraction credited = input.lines().get(i).creditedDiscount();
      LineTotals line =
          credited == null
              ? LineTotals.of(
                  prices.get(i), adjustments.exact()[i], adjustments.amounts()[i], taxed, trace)
              : LineTotals.credit(prices.get(i), credited, taxed, trace);
      if (credited != null) {
        rawDiscount = rawDiscount.add(line.rawDiscountTotal());
        discount = Math.addExact(discount, line.discountTotal());
      }
      lines.put(prices.get(i).line().id(), line);
      subtotal = Math.addExact(subtotal, line.subtotal());
      itemTax = Math.addExact(itemTax, line.taxTotal());
    }
    Map<String, MethodTotals> methods = new LinkedHashMap<>();
    long shipping = 0;
    long shippingTax = 0;
    for (TaxableMethod method : input.methods()) {
      MethodTotals totals = MethodTotals.of(method, input.freeShipping(), taxed, trace);
      methods.put(method.id(), totals);
      shipping = Math.addExact(shipping, totals.subtotal());
      shippingTax = Math.addExact(shippingTax, totals.taxTotal());
    }
    long tax = Math.addExact(itemTax, shippingTax);
    long net = Math.addExact(subtotal, shipping) - discount;
    long due = Math.addExact(net, tax);
    long payable = Math.max(0, input.giftCardsTaxable() ? net : due);
    GiftCardPayment cards = GiftCardPayment.of(input.giftCards(), payable, due, taxed, trace);
    CartTotals totals =
        CartTotalsBuilder.builder()
            .lines(lines)
            .methods(methods)
            .subtotal(subtotal)
            .rawDiscountTotal(rawDiscount)
            .discountTotal(discount)
            .itemTaxTotal(itemTax)
            .shippingTotal(shipping)
            .shippingTaxTotal(shippingTax)
            .taxTotal(tax)
            .giftCardUses(cards.uses())
            .giftCardTotal(cards.total())
            .giftCardTaxTotal(cards.tax())
            .total(due - cards.total() - cards.tax())
            .build();
    totals.sumUp(trace);
    return totals;
  }

  private static List<LinePrice> prices(TotalsInput input, CalculationTrace trace) {
    List<LinePrice> prices = new ArrayList<>(input.lines().size());
    for (TaxableLine line : input.lines()) {
      prices.add(
          line.creditedDiscount() == null
              ? LinePrice.of(line, input.taxed(), trace)
              : LinePrice.of(line.sold(), input.taxed(), CalculationTrace.IGNORED));
    }
    return prices;
  }

  /**
   * These totals, for a change that leads to them. Clients read JSON numbers without loss up to
   * 2<sup>53</sup> - 1.
   *
   * @throws ArithmeticException if one is beyond
   */
  public CartTotals requireExact() {
    LongStream amounts =
        LongStream.of(subtotal, discountTotal, taxTotal, shippingTotal, giftCardTotal, total);
    LongStream ofLines =
        lines.values().stream()
            .flatMapToLong(
                line -> LongStream.of(line.subtotal(), line.total(), line.originalTotal()));
    if (LongStream.concat(amounts, ofLines).anyMatch(amount -> Math.abs(amount) > MAX_EXACT)) {
      throw new ArithmeticException("JSON number overflow");
    }
    return this;
  }

  private void sumUp(CalculationTrace trace) {
    if (trace.isRecording()) {
      part(trace, TotalField.TAX_TOTAL, TotalField.ITEM_TAX_TOTAL, itemTaxTotal);
      part(trace, TotalField.TAX_TOTAL, TotalField.SHIPPING_TAX_TOTAL, shippingTaxTotal);
      part(trace, TotalField.TOTAL, TotalField.SUBTOTAL, subtotal);
      part(trace, TotalField.TOTAL, TotalField.SHIPPING_TOTAL, shippingTotal);
      part(trace, TotalField.TOTAL, TotalField.TAX_TOTAL, taxTotal);
      part(trace, TotalField.TOTAL, TotalField.DISCOUNT_TOTAL, -discountTotal);
      part(trace, TotalField.TOTAL, TotalField.GIFT_CARD_TOTAL, -giftCardTotal);
      part(trace, TotalField.TOTAL, TotalField.GIFT_CARD_TAX_TOTAL, -giftCardTaxTotal);
    }
  }

  static void part(CalculationTrace trace, TotalField sum, TotalField part, long amount) {
    if (amount != 0) {
      trace.exact(
          CalculationRule.SUM, CalculationTrace.WHOLE, sum, amount, "part", part.wireName());
    }
  }

  public LineTotals line(String id) {
    return Objects.requireNonNull(lines.get(id), id);
  }

  public MethodTotals method(String id) {
    return Objects.requireNonNull(methods.get(id), id);
  }
}

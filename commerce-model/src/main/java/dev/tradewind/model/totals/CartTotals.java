package dev.tradewind.model.totals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * What a cart costs, in the smallest unit of its currency; computed, never stored. Whether taxes
 * are in it is decided by the rates that the lines and methods bring.
 *
 * @param rawDiscountTotal what discounts take off all lines, not rounded
 * @param shippingTotal without tax
 */
public record CartTotals(
    Map<String, LineTotals> lines,
    Map<String, MethodTotals> methods,
    long subtotal,
    BigFraction rawDiscountTotal,
    long discountTotal,
    long itemTaxTotal,
    long shippingTotal,
    long shippingTaxTotal,
    long taxTotal,
    long total) {

  public static CartTotals of(List<TaxableLine> lines, List<TaxableMethod> methods) {
    Map<String, LineTotals> ofLines = new LinkedHashMap<>();
    Map<String, MethodTotals> ofMethods = new LinkedHashMap<>();
    long subtotal = 0;
    long itemTax = 0;
    BigFraction rawDiscount = BigFraction.ZERO;
    for (TaxableLine line : lines) {
      LineTotals totals = LineTotals.of(line);
      ofLines.put(line.id(), totals);
      subtotal = Math.addExact(subtotal, totals.subtotal());
      itemTax = Math.addExact(itemTax, totals.taxTotal());
      rawDiscount = rawDiscount.add(totals.rawDiscountTotal());
    }
    long shipping = 0;
    long shippingTax = 0;
    for (TaxableMethod method : methods) {
      MethodTotals totals = MethodTotals.of(method);
      ofMethods.put(method.id(), totals);
      shipping = Math.addExact(shipping, totals.subtotal());
      shippingTax = Math.addExact(shippingTax, totals.taxTotal());
    }
    long discount = Rounding.round(rawDiscount);
    long tax = Math.addExact(itemTax, shippingTax);
    long total = Math.addExact(Math.addExact(subtotal, shipping), tax) - discount;
    return new CartTotals(
        ofLines,
        ofMethods,
        subtotal,
        rawDiscount,
        discount,
        itemTax,
        shipping,
        shippingTax,
        tax,
        total);
  }

  public LineTotals line(String id) {
    return Objects.requireNonNull(lines.get(id), id);
  }

  public MethodTotals method(String id) {
    return Objects.requireNonNull(methods.get(id), id);
  }
}

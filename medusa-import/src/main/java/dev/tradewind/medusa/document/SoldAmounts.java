package dev.tradewind.medusa.document;

import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.LineTotals;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.OrderTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of a sale. Medusa computes them whenever they are shown, from prices, tax lines and
 * recorded adjustments; here the totals engine computes them once. Its input has the discount as a
 * rule. The present rule may be another than the rule of the sale, so that the rule is the first of
 * these that gives the recorded adjustments: the present one, a percentage, an amount per unit, an
 * amount for the whole sale.
 *
 * @param input input of the totals
 * @param totals of the input
 * @param recorded recorded discount of the sale, not rounded
 */
record SoldAmounts(TotalsInput input, CartTotals totals, BigDecimal recorded) {

  /** Adjustments are compared after rounding to this number of digits. */
  private static final int DIGITS = 4;

  static SoldAmounts of(
      List<JsonObject> lines,
      List<JsonObject> methods,
      List<JsonObject> discounts,
      @Nullable JsonObject region,
      @Nullable Number formerTaxRate) {
    Map<String, BigDecimal> adjustments = new LinkedHashMap<>();
    List<TaxableLine> taxable = new ArrayList<>();
    BigDecimal recorded = BigDecimal.ZERO;
    String discountId = null;
    for (JsonObject line : lines) {
      BigDecimal sum = BigDecimal.ZERO;
      for (JsonObject each : SaleDocuments.objects(line, "adjustments")) {
        sum = sum.add(new BigDecimal(each.getNumber("amount").toString()));
        discountId = discountId == null ? each.getString("discount_id") : discountId;
      }
      adjustments.put(line.getString("id"), sum);
      recorded = recorded.add(sum);
      taxable.add(
          new TaxableLine(
              line.getString("id"),
              line.getLong("unit_price"),
              line.getLong("quantity"),
              OrderItemDocuments.flag(line, "includes_tax"),
              rates(line, formerTaxRate),
              sum.signum() > 0));
    }
    TotalsInput plain =
        new TotalsInput(
            taxable,
            methods.stream().map(method -> method(method, formerTaxRate)).toList(),
            null,
            discounts.stream().anyMatch(SaleDocuments::isFreeShipping),
            List.of(),
            region == null || OrderItemDocuments.flag(region, "gift_cards_taxable"),
            true);
    TotalsInput input =
        recorded.signum() > 0
            ? withDiscount(
                plain, adjustments, recorded, Objects.requireNonNullElse(discountId, ""), discounts)
            : plain;
    return new SoldAmounts(input, CartTotals.of(input), recorded);
  }

  private static List<TaxRate> rates(JsonObject owner, @Nullable Number formerTaxRate) {
    List<JsonObject> taxLines = SaleDocuments.objects(owner, "tax_lines");
    BigDecimal former = SaleDocuments.decimal(formerTaxRate);
    // Orders of old versions have one rate and no tax lines.
    return taxLines.isEmpty() && former != null
        ? List.of(new TaxRate(former, "default", "default"))
        : taxLines.stream().map(TaxRate::parse).toList();
  }

  private static TaxableMethod method(JsonObject method, @Nullable Number formerTaxRate) {
    return new TaxableMethod(
        method.getString("id"),
        method.getLong("price"),
        OrderItemDocuments.flag(method, "includes_tax"),
        rates(method, formerTaxRate));
  }

  private static TotalsInput withDiscount(
      TotalsInput plain,
      Map<String, BigDecimal> adjustments,
      BigDecimal recorded,
      String discountId,
      List<JsonObject> discounts) {
    List<LineDiscount> candidates = new ArrayList<>();
    discounts.stream()
        .filter(discount ->
            discount.getString("id").equals(discountId) && !SaleDocuments.isFreeShipping(discount))
        .map(discount -> ofRule(discountId, discount.getJsonObject("rule")))
        .forEach(candidates::add);
    CartTotals undiscounted = CartTotals.of(plain);
    plain.lines().stream()
        .filter(TaxableLine::discounted)
        .findFirst()
        .ifPresent(line -> {
          BigDecimal amount = Objects.requireNonNull(adjustments.get(line.id()));
          long subtotal = undiscounted.line(line.id()).subtotal();
          if (subtotal > 0) {
            candidates.add(
                new LineDiscount.Percentage(
                    discountId,
                    amount
                        .movePointRight(2)
                        .divide(BigDecimal.valueOf(subtotal), 0, RoundingMode.HALF_UP)
                        .longValueExact()));
          }
          candidates.add(
              new LineDiscount.FixedPerUnit(
                  discountId,
                  amount
                      .divide(BigDecimal.valueOf(line.quantity()), 0, RoundingMode.HALF_UP)
                      .longValueExact()));
        });
    candidates.add(
        new LineDiscount.FixedTotal(
            discountId, recorded.setScale(0, RoundingMode.HALF_UP).longValueExact()));
    return candidates.stream()
        .map(candidate -> with(plain, candidate))
        .filter(input -> gives(input, adjustments))
        .findFirst()
        .orElseGet(() -> with(plain, candidates.getLast()));
  }

  private static LineDiscount ofRule(String id, JsonObject rule) {
    return LineDiscount.of(
        id, rule.getString("type"), rule.getLong("value"), rule.getString("allocation"));
  }

  private static TotalsInput with(TotalsInput plain, LineDiscount discount) {
    return new TotalsInput(
        plain.lines(),
        plain.methods(),
        discount,
        plain.freeShipping(),
        List.of(),
        plain.giftCardsTaxable(),
        true);
  }

  private static boolean gives(TotalsInput input, Map<String, BigDecimal> adjustments) {
    CartTotals totals = CartTotals.of(input);
    return adjustments.entrySet().stream()
        .allMatch(each -> {
          BigDecimal computed =
              new BigDecimal(totals.line(each.getKey()).rawDiscountTotal().number().toString());
          return computed
                  .setScale(DIGITS, RoundingMode.HALF_UP)
                  .compareTo(each.getValue().setScale(DIGITS, RoundingMode.HALF_UP))
              == 0;
        });
  }

  /** Amount by which the computed discount falls short of the recorded one, in whole units. */
  long correction() {
    return recorded.setScale(0, RoundingMode.HALF_UP).longValueExact() - totals.discountTotal();
  }

  LineTotals line(String id) {
    return totals.line(id);
  }

  MethodTotals method(String id) {
    return totals.method(id);
  }

  TaxableLine taxable(String id) {
    return input.lines().stream().filter(line -> line.id().equals(id)).findFirst().orElseThrow();
  }

  /** Amounts of the order as they are stored. */
  JsonObject totals(OrderTotals order) {
    Fraction raw = totals.rawDiscountTotal();
    return new JsonObject()
        .put("subtotal", totals.subtotal())
        .put("discount_total", totals.discountTotal() + correction())
        .put("raw_discount_total", correction() == 0 ? raw.number() : recorded)
        .put("shipping_total", totals.shippingTotal())
        .put("item_tax_total", totals.itemTaxTotal())
        .put("shipping_tax_total", totals.shippingTaxTotal())
        .put("gift_card_total", order.giftCardTotal())
        .put("gift_card_tax_total", order.giftCardTaxTotal())
        .put("tax_total", order.taxTotal())
        .put("total", order.total() - correction());
  }
}

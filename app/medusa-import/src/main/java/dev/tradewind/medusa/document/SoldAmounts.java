package dev.tradewind.medusa.document;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.totals.AppliedGiftCard;
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
 * recorded adjustments; here the totals engine computes them once from the same. Each line keeps
 * its recorded discount, whatever gave it. The rule is the first of these that gives the discounts
 * of all lines, for the units that an edit adds: the present rule, a percentage, an amount per
 * unit, an amount for the whole sale. Without such a rule each unit keeps its part of the recorded
 * discount.
 *
 * @param input input of the totals
 * @param totals of the input
 */
record SoldAmounts(TotalsInput input, CartTotals totals) {

  /** Adjustments are compared after rounding to this number of digits. */
  private static final int DIGITS = 4;

  static SoldAmounts of(Sale sale) {
    return of(sale, List.of());
  }

  /**
   * @param giftCards with the balances that they pay with
   */
  static SoldAmounts of(Sale sale, List<JsonObject> giftCards) {
    List<String> counted = sale.counted();
    Map<String, BigDecimal> discounts = new LinkedHashMap<>();
    List<TaxableLine> lines = new ArrayList<>();
    for (JsonObject line : sale.lines()) {
      BigDecimal exact = Sale.discount(line, counted);
      BigDecimal discount = sale.isOfOneRate() ? exact.setScale(0, RoundingMode.HALF_UP) : exact;
      String id = line.getString("id");
      discounts.put(id, discount);
      lines.add(
          new TaxableLine(
              id,
              line.getLong("unit_price"),
              OrderItemDocuments.quantity(line),
              OrderItemDocuments.flag(line, "includes_tax"),
              rates(line, sale),
              discount.signum() > 0));
    }
    TotalsInput plain =
        new TotalsInput(
            lines,
            sale.methods().stream().map(method -> method(method, sale)).toList(),
            null,
            sale.isShippedFree(),
            giftCards.stream().map(SoldAmounts::card).toList(),
            sale.region() == null || OrderItemDocuments.flag(sale.region(), "gift_cards_taxable"),
            true);
    TotalsInput input =
        with(plain, rule(plain, discounts, counted, sale))
            .withLines(
                lines.stream()
                    .map(line -> recorded(line, Objects.requireNonNull(discounts.get(line.id()))))
                    .toList());
    return new SoldAmounts(input, CartTotals.of(input));
  }

  private static TaxableLine recorded(TaxableLine line, BigDecimal discount) {
    return discount.signum() == 0
        ? line
        // The percentage of a hundred times as much.
        : line.recorded(Fraction.ofPercent(discount.movePointRight(2)));
  }

  private static List<TaxRate> rates(JsonObject owner, Sale sale) {
    if (sale.isOfOneRate()) {
      return List.of(
          new TaxRate(
              Objects.requireNonNull(SaleDocuments.decimal(sale.taxRate())), "default", "default"));
    }
    return SaleDocuments.objects(owner, "tax_lines").stream().map(TaxRate::parse).toList();
  }

  private static TaxableMethod method(JsonObject method, Sale sale) {
    return new TaxableMethod(
        method.getString("id"),
        method.getLong("price"),
        OrderItemDocuments.flag(method, "includes_tax") && !sale.isOfOneRate(),
        rates(method, sale));
  }

  private static AppliedGiftCard card(JsonObject card) {
    String end = card.getString("ends_at");
    return new AppliedGiftCard(
        card.getString("id"),
        card.getLong("balance"),
        SaleDocuments.decimal(card.getNumber("tax_rate")),
        end == null ? null : Timestamps.parse(Objects.requireNonNull(WireTimes.of(end))));
  }

  private static @Nullable LineDiscount rule(
      TotalsInput plain, Map<String, BigDecimal> discounts, List<String> counted, Sale sale) {
    BigDecimal sum = discounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    if (sum.signum() <= 0) {
      return null;
    }
    String id = counted.isEmpty() ? "" : counted.getFirst();
    List<LineDiscount> candidates = new ArrayList<>();
    sale.discounts().stream()
        .filter(discount -> discount.getString("id").equals(id))
        .map(discount -> ofRule(id, discount.getJsonObject("rule")))
        .forEach(candidates::add);
    CartTotals undiscounted = CartTotals.of(plain);
    plain.lines().stream()
        .filter(TaxableLine::discounted)
        .findFirst()
        .ifPresent(line -> {
          BigDecimal amount = Objects.requireNonNull(discounts.get(line.id()));
          long subtotal = undiscounted.line(line.id()).subtotal();
          if (subtotal > 0) {
            candidates.add(
                new LineDiscount.Percentage(
                    id,
                    amount
                        .movePointRight(2)
                        .divide(BigDecimal.valueOf(subtotal), 0, RoundingMode.HALF_UP)
                        .longValueExact()));
          }
          candidates.add(
              new LineDiscount.FixedPerUnit(
                  id,
                  amount
                      .divide(BigDecimal.valueOf(line.quantity()), 0, RoundingMode.HALF_UP)
                      .longValueExact()));
        });
    candidates.add(
        new LineDiscount.FixedTotal(id, sum.setScale(0, RoundingMode.HALF_UP).longValueExact()));
    return candidates.stream()
        .filter(candidate -> gives(with(plain, candidate), discounts))
        .findFirst()
        .orElse(null);
  }

  private static LineDiscount ofRule(String id, JsonObject rule) {
    return LineDiscount.of(
        id, rule.getString("type"), rule.getLong("value"), rule.getString("allocation"));
  }

  private static TotalsInput with(TotalsInput plain, @Nullable LineDiscount discount) {
    return new TotalsInput(
        plain.lines(),
        plain.methods(),
        discount,
        plain.freeShipping(),
        plain.giftCards(),
        plain.giftCardsTaxable(),
        true);
  }

  private static boolean gives(TotalsInput input, Map<String, BigDecimal> discounts) {
    CartTotals totals = CartTotals.of(input);
    return discounts.entrySet().stream()
        .allMatch(each -> {
          BigDecimal computed =
              new BigDecimal(totals.line(each.getKey()).rawDiscountTotal().number().toString());
          return computed
                  .setScale(DIGITS, RoundingMode.HALF_UP)
                  .compareTo(each.getValue().setScale(DIGITS, RoundingMode.HALF_UP))
              == 0;
        });
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
  static JsonObject totals(OrderTotals order) {
    CartTotals sold = order.cartTotals();
    return new JsonObject()
        .put("subtotal", sold.subtotal())
        .put("discount_total", sold.discountTotal())
        .put("raw_discount_total", sold.rawDiscountTotal().number())
        .put("shipping_total", sold.shippingTotal())
        .put("item_tax_total", sold.itemTaxTotal())
        .put("shipping_tax_total", sold.shippingTaxTotal())
        .put("gift_card_total", order.giftCardTotal())
        .put("gift_card_tax_total", order.giftCardTaxTotal())
        .put("tax_total", order.taxTotal())
        .put("total", order.total());
  }
}

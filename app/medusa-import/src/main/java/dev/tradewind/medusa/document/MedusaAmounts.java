package dev.tradewind.medusa.document;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Amounts as Medusa shows them, in the smallest unit of the currency: computed from the same rows
 * by the same steps in binary floating point, so that a copy can be compared with its source. They
 * are named as in {@link StoredAmounts}.
 */
final class MedusaAmounts {

  private final Sale sale;
  private final List<String> counted;
  private final double rate;
  private final boolean isTaxedAnew;
  private final Map<String, Long> figures = new LinkedHashMap<>();
  private double subtotal;
  private double discount;
  private double itemTax;
  private double shipping;
  private double shippingTax;

  /**
   * @param isWhole whether the lines are those of a whole sale, whose taxes are computed anew
   *     without tax lines
   */
  private MedusaAmounts(Sale sale, boolean isWhole) {
    this.sale = sale;
    this.counted = sale.shown();
    this.rate = sale.isOfOneRate() ? doubleOf(sale.taxRate()) / 100 : 0;
    this.isTaxedAnew = isWhole && !sale.isOfOneRate() && isUntaxed(sale.lines());
    sale.lines().forEach(this::line);
    sale.methods().forEach(this::method);
  }

  /** Amounts of the lines of a swap or claim, which have the taxes that are recorded. */
  static Map<String, Long> ofLines(Sale sale) {
    return new MedusaAmounts(sale, false).figures;
  }

  /** Amounts of an order, whose gift cards have paid. */
  static Map<String, Long> ofOrder(
      Sale sale, List<JsonObject> transactions, List<JsonObject> giftCards) {
    MedusaAmounts amounts = new MedusaAmounts(sale, true);
    if (transactions.isEmpty()) {
      return amounts.withCards(giftCards, true);
    }
    return amounts.withTransactions(transactions);
  }

  /** Amounts of an edit, whose gift cards pay with their present balances. */
  static Map<String, Long> ofEdit(Sale sale, List<JsonObject> giftCards) {
    return new MedusaAmounts(sale, true).withCards(giftCards, true);
  }

  /** Amounts of a sold cart, whose gift cards pay with their present balances. */
  static Map<String, Long> ofCart(Sale sale, List<JsonObject> giftCards) {
    return new MedusaAmounts(sale, true).withCards(giftCards, false);
  }

  /** Whether taxes are computed anew, because no line or method has tax lines. */
  static boolean isUntaxed(List<JsonObject> owners) {
    return !owners.isEmpty()
        && owners.stream().allMatch(each -> SaleDocuments.objects(each, "tax_lines").isEmpty());
  }

  private static double doubleOf(@Nullable Number number) {
    return number == null ? 0 : number.doubleValue();
  }

  private double[] rates(JsonObject owner, boolean isAnew) {
    JsonObject region = sale.region();
    if (isAnew) {
      return new double[] {region == null ? 0 : doubleOf(region.getNumber("tax_rate")) / 100};
    }
    return SaleDocuments.objects(owner, "tax_lines").stream()
        .mapToDouble(each -> doubleOf(each.getNumber("rate")) / 100)
        .toArray();
  }

  private void line(JsonObject line) {
    long quantity = OrderItemDocuments.quantity(line);
    long price = line.getLong("unit_price");
    boolean isInclusive = OrderItemDocuments.flag(line, "includes_tax");
    double exact = Sale.discount(line, counted).doubleValue();
    long rounded = Math.round(exact);
    double[] rates =
        sale.isOfOneRate()
            ? new double[] {rate}
            : rates(line, isTaxedAnew && line.getString("variant_id") != null);
    double sum = 0;
    for (double each : rates) {
      sum += each;
    }
    double included = isInclusive ? Math.round(sum * price / (1 + sum)) : 0;
    double base = (price - included) * quantity;
    long originalTax = tax(base, rates);
    double net;
    long tax;
    long total;
    if (sale.isOfOneRate()) {
      net = Math.round(base);
      tax = tax(net - rounded, rates);
      // The reference leaves the discount out of the total of such a line.
      total = Math.round(net) + tax;
    } else {
      net = isInclusive ? rates.length == 0 ? 0 : price * quantity - originalTax : price * quantity;
      tax = tax(base - exact, rates);
      total = Math.round(net) - rounded + tax;
    }
    subtotal += net;
    discount += exact;
    itemTax += tax;
    String name = StoredAmounts.line(line.getString("id"));
    figures.put(name + "subtotal", Math.round(net));
    figures.put(name + "discount_total", rounded);
    figures.put(name + "tax_total", tax);
    figures.put(name + "total", total);
    figures.put(name + "refundable", refundable(base, exact, quantity, rates));
  }

  private long refundable(double base, double exact, long quantity, double[] rates) {
    if (sale.isOfOneRate()) {
      return Math.round((base - exact) * (1 + rate));
    }
    double net = base - Math.round(exact / quantity) * quantity;
    return Math.round(net) + tax(net, rates);
  }

  /** Each rate is rounded by itself. */
  private static long tax(double base, double[] rates) {
    long tax = 0;
    for (double each : rates) {
      tax += Math.round(base * each);
    }
    return tax;
  }

  private void method(JsonObject method) {
    double price = method.getLong("price");
    boolean isInclusive = OrderItemDocuments.flag(method, "includes_tax") && !sale.isOfOneRate();
    double exact = 0;
    for (double each :
        sale.isOfOneRate() ? new double[] {rate} : rates(method, isUntaxed(sale.methods()))) {
      exact += isInclusive ? each * price / (1 + each) : price * each;
    }
    long tax = Math.round(exact);
    boolean isFree = sale.isShippedFree();
    double net = isFree ? 0 : isInclusive ? price - tax : price;
    shipping += net;
    shippingTax += isFree ? 0 : tax;
    String name = StoredAmounts.method(method.getString("id"));
    figures.put(name + "subtotal", Math.round(net));
    figures.put(name + "tax_total", isFree ? 0 : tax);
    if (!sale.isOfOneRate()) {
      figures.put(name + "total", isFree ? 0 : Math.round(net + tax));
    }
  }

  private Map<String, Long> withTransactions(List<JsonObject> transactions) {
    long cards = 0;
    long cardTax = 0;
    for (JsonObject each : transactions) {
      double multiplier = doubleOf(each.getNumber("tax_rate")) / 100;
      JsonObject region = Objects.requireNonNull(sale.region());
      if (each.getValue("is_taxable") == null
          && OrderItemDocuments.flag(region, "gift_cards_taxable")) {
        multiplier = doubleOf(region.getNumber("tax_rate")) / 100;
      }
      cards += each.getLong("amount");
      cardTax = Math.round(cardTax + each.getLong("amount") * multiplier);
    }
    return totals(cards, cardTax, true);
  }

  private Map<String, Long> withCards(List<JsonObject> giftCards, boolean isOrder) {
    double tax = itemTax + shippingTax;
    boolean isTaxable =
        sale.region() != null && OrderItemDocuments.flag(sale.region(), "gift_cards_taxable");
    double payable = subtotal + shipping + (isTaxable ? 0 : tax) - discount;
    double left = payable;
    double balances = 0;
    long cardTax = 0;
    for (JsonObject card : giftCards) {
      balances += card.getLong("balance");
      double used = Math.min(left, card.getLong("balance"));
      double rateOfCard = doubleOf(card.getNumber("tax_rate")) / 100;
      if (used > 0 && rateOfCard != 0) {
        cardTax += Math.round(used * rateOfCard);
        left -= used;
      }
    }
    return totals(
        giftCards.isEmpty() ? 0 : Math.round(Math.min(payable, balances)), cardTax, isOrder);
  }

  private Map<String, Long> totals(long cards, long cardTax, boolean isOrder) {
    double tax = itemTax + shippingTax;
    long rounded = Math.round(discount);
    figures.put("subtotal", Math.round(subtotal));
    figures.put("discount_total", rounded);
    figures.put("shipping_total", Math.round(shipping));
    figures.put("gift_card_total", cards);
    figures.put("gift_card_tax_total", cardTax);
    figures.put("tax_total", Math.round(isOrder ? tax - cardTax : tax));
    figures.put("total", Math.round(subtotal + shipping + tax - cardTax - (cards + rounded)));
    return figures;
  }
}

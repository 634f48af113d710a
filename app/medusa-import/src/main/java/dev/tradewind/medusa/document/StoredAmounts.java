package dev.tradewind.medusa.document;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.totals.CartTotals;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Amounts of a converted sale by their names in answers, and the differences from the amounts that
 * Medusa shows for the same rows.
 */
public final class StoredAmounts {

  /** Member of a converted row that has its differences, which is no column. */
  public static final String DIFFERENCES = "amount_differences";

  private static final List<String> OF_SALE =
      List.of(
          "subtotal",
          "discount_total",
          "shipping_total",
          "gift_card_total",
          "gift_card_tax_total",
          "tax_total",
          "total");

  private static final List<String> OF_LINE =
      List.of("subtotal", "discount_total", "tax_total", "total", "refundable");

  private static final List<String> OF_METHOD = List.of("subtotal", "tax_total", "total");

  private StoredAmounts() {}

  /** Beginning of the names of the amounts of a line. */
  static String line(String id) {
    return "items[%s].".formatted(id);
  }

  /** Beginning of the names of the amounts of a shipping method. */
  static String method(String id) {
    return "shipping_methods[%s].".formatted(id);
  }

  static Map<String, Long> of(JsonObject totals, JsonArray lines, JsonArray methods) {
    Map<String, Long> figures = new LinkedHashMap<>();
    put(figures, "", totals, OF_SALE);
    JsonArrays.objects(lines)
        .forEach(each -> put(figures, line(each.getString("id")), each, OF_LINE));
    JsonArrays.objects(methods)
        .forEach(each -> put(figures, method(each.getString("id")), each, OF_METHOD));
    return figures;
  }

  /** Amounts of a sold cart. */
  static Map<String, Long> of(CartTotals totals) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("subtotal", totals.subtotal());
    figures.put("discount_total", totals.discountTotal());
    figures.put("shipping_total", totals.shippingTotal());
    figures.put("gift_card_total", totals.giftCardTotal());
    figures.put("gift_card_tax_total", totals.giftCardTaxTotal());
    figures.put("tax_total", totals.taxTotal());
    figures.put("total", totals.total());
    totals
        .lines()
        .forEach((id, each) -> {
          figures.put(line(id) + "subtotal", each.subtotal());
          figures.put(line(id) + "discount_total", each.discountTotal());
          figures.put(line(id) + "tax_total", each.taxTotal());
          figures.put(line(id) + "total", each.total());
        });
    return figures;
  }

  private static void put(
      Map<String, Long> figures, String name, JsonObject document, List<String> members) {
    members.stream()
        .filter(document::containsKey)
        .forEach(member -> figures.put(name + member, document.getLong(member)));
  }

  /** Adds the differences to a converted row. */
  static JsonObject compared(
      JsonObject row, Sale sale, Map<String, Long> medusa, Map<String, Long> here) {
    JsonArray differences = new JsonArray();
    medusa.forEach((figure, amount) -> {
      if (here.containsKey(figure) && !amount.equals(here.get(figure))) {
        differences.add(
            new JsonObject()
                .put("figure", figure)
                .put("source", amount)
                .put("target", here.get(figure)));
      }
    });
    if (!differences.isEmpty()) {
      String reason = reason(sale, differences);
      JsonArrays.objects(differences).forEach(each -> each.put("reason", reason));
      row.put(DIFFERENCES, differences);
    }
    return row;
  }

  private static String reason(Sale sale, JsonArray differences) {
    List<String> reasons = new ArrayList<>();
    if (!sale.deleted().isEmpty()) {
      reasons.add(
          "The discount %s was deleted after the sale: the source counts it no more."
              .formatted(String.join(", ", sale.deleted())));
    }
    if (sale.present().size() > 1) {
      reasons.add(
          "Of several discounts (%s) one counts.".formatted(String.join(", ", sale.present())));
    }
    if (sale.isOfOneRate()) {
      reasons.add("The sale has one tax rate and no tax lines.");
    } else if (MedusaAmounts.isUntaxed(sale.lines()) || MedusaAmounts.isUntaxed(sale.methods())) {
      reasons.add(
          "No tax lines are recorded: the source computes taxes anew whenever it shows them.");
    }
    if (JsonArrays.objects(differences).stream()
        .anyMatch(each -> each.getString("figure").startsWith("gift_card"))) {
      reasons.add(
          "Gift cards pay what they have paid, and never more than the amount due: the source may"
              + " take the present balance.");
    }
    if (reasons.isEmpty()) {
      reasons.add("The source computes in binary fractions, and below zero.");
    }
    return String.join(" ", reasons);
  }
}

package dev.tradewind.totals;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Complete input of the totals of a cart or an order. Stored with an order, it explains the amounts
 * permanently.
 *
 * @param freeShipping whether a discount waives all shipping
 * @param giftCardsTaxable whether the region taxes gift cards when they are bought, so that they
 *     pay net amounts
 * @param taxed whether the totals include taxes; the discount is the same either way
 */
public record TotalsInput(
    List<TaxableLine> lines,
    List<TaxableMethod> methods,
    @Nullable LineDiscount discount,
    boolean freeShipping,
    List<AppliedGiftCard> giftCards,
    boolean giftCardsTaxable,
    boolean taxed) {

  public TotalsInput {
    lines = List.copyOf(lines);
    methods = List.copyOf(methods);
    giftCards = List.copyOf(giftCards);
  }

  /** Without discounts and gift cards, taxed. */
  public static TotalsInput of(List<TaxableLine> lines, List<TaxableMethod> methods) {
    return new TotalsInput(lines, methods, null, false, List.of(), true, true);
  }

  /** The same input, with or without taxes in the totals. */
  public TotalsInput taxed(boolean isTaxed) {
    return new TotalsInput(
        lines, methods, discount, freeShipping, giftCards, giftCardsTaxable, isTaxed);
  }

  /** The tax rates in the totals, by the id of the line or method; empty if it is not taxed. */
  public Map<String, List<TaxRate>> shownRates() {
    if (!taxed) {
      return Map.of();
    }
    Map<String, List<TaxRate>> rates = HashMap.newHashMap(lines.size() + methods.size());
    lines.forEach(line -> rates.put(line.id(), line.rates()));
    methods.forEach(method -> rates.put(method.id(), method.rates()));
    return rates;
  }

  /** The same input with other shipping methods. */
  public TotalsInput withMethods(List<TaxableMethod> rest) {
    return new TotalsInput(lines, rest, discount, freeShipping, giftCards, giftCardsTaxable, taxed);
  }

  /** The same input with other lines. */
  public TotalsInput withLines(List<TaxableLine> rest) {
    return new TotalsInput(
        rest, methods, discount, freeShipping, giftCards, giftCardsTaxable, taxed);
  }

  public JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("lines", array(lines, TaxableLine::toJson))
            .put("methods", array(methods, TaxableMethod::toJson))
            .put("free_shipping", freeShipping)
            .put("gift_cards", array(giftCards, AppliedGiftCard::toJson))
            .put("gift_cards_taxable", giftCardsTaxable)
            .put("taxed", taxed);
    return discount == null ? json : json.put("discount", discount.toJson());
  }

  public static TotalsInput parse(JsonObject json) {
    JsonObject discount = json.getJsonObject("discount");
    return new TotalsInput(
        list(json, "lines", TaxableLine::parse),
        list(json, "methods", TaxableMethod::parse),
        discount == null ? null : LineDiscount.parse(discount),
        json.getBoolean("free_shipping"),
        list(json, "gift_cards", AppliedGiftCard::parse),
        json.getBoolean("gift_cards_taxable"),
        json.getBoolean("taxed"));
  }

  static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  static <T> List<T> list(JsonObject json, String name, Function<JsonObject, T> read) {
    return json.getJsonArray(name).stream()
        .map(element -> read.apply((JsonObject) element))
        .toList();
  }
}

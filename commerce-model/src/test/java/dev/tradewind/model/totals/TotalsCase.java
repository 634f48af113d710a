package dev.tradewind.model.totals;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/** One recorded cart: what was in it, and the amounts that were shown. */
record TotalsCase(String name, JsonObject input, JsonObject expected) {

  boolean needsDiscountOrGiftCard() {
    return input.containsKey("discount")
        || input.containsKey("gift_cards")
        || input.getBoolean("free_shipping", false);
  }

  boolean automaticTaxes() {
    return input.getJsonObject("region").getBoolean("automatic_taxes", true);
  }

  CartTotals totals(boolean taxed) {
    List<TaxableLine> lines = new ArrayList<>();
    objects(input, "items").forEach(item -> lines.add(line(item, taxed)));
    List<TaxableMethod> methods = new ArrayList<>();
    objects(input, "shipping").forEach(method -> methods.add(method(method, taxed)));
    return CartTotals.of(lines, methods);
  }

  private TaxableLine line(JsonObject item, boolean taxed) {
    String key = item.getString("key");
    // Lines of draft orders may have a price of their own, and need not be of a variant.
    boolean ofVariant = !name.startsWith("draft-") || item.getBoolean("variant", false);
    long price = item.getLong("unit_price", item.getLong("catalogue_price", 0L));
    return new TaxableLine(
        key,
        Math.max(0, price),
        item.getLong("quantity"),
        item.getBoolean("includes_tax", false),
        taxed && ofVariant ? rates("items", key, item.getString("product_type")) : List.of(),
        BigFraction.ZERO);
  }

  private TaxableMethod method(JsonObject method, boolean taxed) {
    String key = method.getString("key");
    return new TaxableMethod(
        key,
        method.getLong("price"),
        method.getBoolean("includes_tax", false),
        taxed ? rates("shipping", key, null) : List.of());
  }

  private List<TaxRate> rates(String kind, String key, String productType) {
    List<TaxRate> linked =
        objects(input, "tax_rates").stream()
            .filter(rate ->
                rate.getJsonArray(kind, new JsonArray()).contains(key)
                    || rate.getJsonArray("product_types", new JsonArray()).contains(productType))
            .map(rate -> rate(rate.getValue("rate"), rate.getString("code")))
            .toList();
    return linked.isEmpty()
        ? List.of(rate(input.getJsonObject("region").getValue("tax_rate"), "default"))
        : linked;
  }

  private static TaxRate rate(Object percent, String code) {
    return new TaxRate(new BigDecimal(percent.toString()), code, code);
  }

  private static List<JsonObject> objects(JsonObject parent, String name) {
    return parent.getJsonArray(name, new JsonArray()).stream().map(JsonObject.class::cast).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}

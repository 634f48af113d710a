package dev.tradewind.order.model;

import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/** What decided the amounts of an order. */
public final class OrderTotalsInput {

  private OrderTotalsInput() {}

  /** As it was kept; orders that are older than that had neither discounts nor gift cards. */
  public static TotalsInput of(JsonObject snapshot) {
    JsonObject kept = snapshot.getJsonObject("basket");
    return kept == null
        ? TotalsInput.of(
            objects(snapshot, "items").map(OrderTotalsInput::line).toList(),
            objects(snapshot, "shipping_methods").map(OrderTotalsInput::method).toList())
        : TotalsInput.parse(kept);
  }

  private static TaxableLine line(JsonObject item) {
    return new TaxableLine(
        item.getString("id"),
        item.getLong("unit_price"),
        item.getLong("quantity"),
        item.getBoolean("includes_tax"),
        rates(item),
        false);
  }

  private static TaxableMethod method(JsonObject method) {
    return new TaxableMethod(
        method.getString("id"),
        method.getLong("price"),
        method.getBoolean("includes_tax"),
        rates(method));
  }

  private static List<TaxRate> rates(JsonObject taxed) {
    return objects(taxed, "tax_lines").map(TaxRate::parse).toList();
  }

  private static Stream<JsonObject> objects(JsonObject parent, String name) {
    return parent.getJsonArray(name).stream().map(JsonObject.class::cast);
  }
}

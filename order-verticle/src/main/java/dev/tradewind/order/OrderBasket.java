package dev.tradewind.order;

import dev.tradewind.model.totals.Basket;
import dev.tradewind.model.totals.TaxRate;
import dev.tradewind.model.totals.TaxableLine;
import dev.tradewind.model.totals.TaxableMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/** What decided the amounts of an order. */
final class OrderBasket {

  private OrderBasket() {}

  /** As it was kept; orders that are older than that had neither discounts nor gift cards. */
  static Basket of(JsonObject snapshot) {
    JsonObject kept = snapshot.getJsonObject("basket");
    return kept == null
        ? Basket.of(
            objects(snapshot, "items").map(OrderBasket::line).toList(),
            objects(snapshot, "shipping_methods").map(OrderBasket::method).toList())
        : Basket.parse(kept);
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

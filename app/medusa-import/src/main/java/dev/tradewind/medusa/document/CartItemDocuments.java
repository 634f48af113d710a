package dev.tradewind.medusa.document;

import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Line items, shipping methods, sessions and addresses in the stored form of a cart. */
final class CartItemDocuments {

  private CartItemDocuments() {}

  static JsonObject line(JsonObject source) {
    JsonObject line = OrderItemDocuments.stamped(source);
    for (String name : List.of("title", "description", "thumbnail")) {
      line.put(name, source.getString(name));
    }
    return line.put("is_giftcard", OrderItemDocuments.flag(source, "is_giftcard"))
        .put("should_merge", OrderItemDocuments.flag(source, "should_merge"))
        .put("allow_discounts", OrderItemDocuments.flag(source, "allow_discounts"))
        .put("has_shipping", OrderItemDocuments.flag(source, "has_shipping"))
        .put("unit_price", source.getLong("unit_price"))
        .put("includes_tax", OrderItemDocuments.flag(source, "includes_tax"))
        .put("quantity", OrderItemDocuments.quantity(source))
        .put("variant_id", source.getString("variant_id"))
        .put("product_id", source.getString("product_id"))
        .put("profile_id", source.getString("profile_id"))
        .put(
            "metadata",
            source.getValue("metadata") instanceof JsonObject metadata
                ? metadata
                : new JsonObject())
        .put("swap_id", source.getString("swap_id"))
        .put("is_return", OrderItemDocuments.flag(source, "is_return"))
        .put("returned", returned(source));
  }

  /** Rates and discount of a line that credits returned units, or charges for their shipping. */
  private static JsonObject returned(JsonObject line) {
    JsonObject returned = new JsonObject();
    if (!OrderItemDocuments.flag(line, "is_return")) {
      return returned;
    }
    JsonArray rates = new JsonArray();
    SaleDocuments.objects(line, "tax_lines")
        .forEach(each -> rates.add(TaxRate.parse(each).toJson()));
    returned.put("rates", rates);
    if (line.getLong("unit_price") < 0) {
      BigDecimal discount =
          SaleDocuments.objects(line, "adjustments").stream()
              .map(each -> new BigDecimal(each.getNumber("amount").toString()).abs())
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      // The percentage of a hundred times as much.
      returned.put("discount", Fraction.ofPercent(discount.movePointRight(2)).toString());
    }
    return returned;
  }

  static JsonObject method(JsonObject source) {
    JsonObject option = source.getJsonObject("shipping_option");
    return new JsonObject()
        .put("id", source.getString("id"))
        .put("shipping_option_id", source.getString("shipping_option_id"))
        .put("profile_id", option == null ? "" : option.getString("profile_id"))
        .put("price", source.getLong("price"))
        .put("includes_tax", OrderItemDocuments.flag(source, "includes_tax"))
        .put("data", OrderItemDocuments.data(source));
  }

  static JsonObject session(JsonObject source) {
    return OrderItemDocuments.stamped(source)
        .put("provider_id", source.getString("provider_id"))
        .put("is_selected", OrderItemDocuments.flag(source, "is_selected"))
        .put("is_initiated", OrderItemDocuments.flag(source, "is_initiated"))
        .put("status", source.getString("status"))
        .put("data", OrderItemDocuments.data(source))
        .put("amount", Objects.requireNonNullElse(source.getLong("amount"), 0L))
        .put("payment_authorized_at", WireTimes.of(source.getString("payment_authorized_at")));
  }

  /** Address without its absent members. */
  static @Nullable JsonObject address(@Nullable JsonObject source) {
    JsonObject address = WireTimes.of(source);
    if (address == null) {
      return null;
    }
    JsonObject stored = new JsonObject();
    address.forEach(member -> {
      if (member.getValue() != null) {
        stored.put(member.getKey(), member.getValue());
      }
    });
    return stored;
  }
}

package dev.tradewind.medusa;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Line items, shipping methods, sessions and addresses in the stored form of a cart. */
final class CartParts {

  private CartParts() {}

  static JsonObject line(JsonObject source) {
    JsonObject line = OrderParts.stamped(source);
    for (String name : List.of("title", "description", "thumbnail")) {
      line.put(name, source.getString(name));
    }
    return line.put("is_giftcard", OrderParts.flag(source, "is_giftcard"))
        .put("should_merge", OrderParts.flag(source, "should_merge"))
        .put("allow_discounts", OrderParts.flag(source, "allow_discounts"))
        .put("has_shipping", OrderParts.flag(source, "has_shipping"))
        .put("unit_price", source.getLong("unit_price"))
        .put("includes_tax", OrderParts.flag(source, "includes_tax"))
        .put("quantity", source.getLong("quantity"))
        .put("variant_id", source.getString("variant_id"))
        .put("product_id", source.getString("product_id"))
        .put("profile_id", source.getString("profile_id"))
        .put(
            "metadata",
            OrderParts.metadata(source) instanceof JsonObject metadata
                ? metadata
                : new JsonObject())
        .put("swap_id", source.getString("swap_id"))
        .put("is_return", OrderParts.flag(source, "is_return"))
        .put("returned", new JsonObject());
  }

  static JsonObject method(JsonObject source) {
    JsonObject option = source.getJsonObject("shipping_option");
    return new JsonObject()
        .put("id", source.getString("id"))
        .put("shipping_option_id", source.getString("shipping_option_id"))
        .put("profile_id", option == null ? "" : option.getString("profile_id"))
        .put("price", source.getLong("price"))
        .put("includes_tax", OrderParts.flag(source, "includes_tax"))
        .put("data", OrderParts.data(source));
  }

  static JsonObject session(JsonObject source) {
    return OrderParts.stamped(source)
        .put("provider_id", source.getString("provider_id"))
        .put("is_selected", OrderParts.flag(source, "is_selected"))
        .put("is_initiated", OrderParts.flag(source, "is_initiated"))
        .put("status", source.getString("status"))
        .put("data", OrderParts.data(source))
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

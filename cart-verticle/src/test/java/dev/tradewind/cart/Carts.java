package dev.tradewind.cart;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Test fixtures: carts. */
public final class Carts {

  public static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  private Carts() {}

  public static Cart aCart(LineItem... items) {
    return Cart.created("cart_1", "reg_1", NOW).with(draft -> draft.items = List.of(items));
  }

  public static LineItem shirts(int quantity) {
    return line("item_shirt", "variant_shirt", quantity, new JsonObject());
  }

  public static LineItem line(String id, String variantId, int quantity, JsonObject metadata) {
    return new LineItem(
        id,
        NOW,
        NOW,
        "Shirt",
        "S",
        null,
        false,
        true,
        true,
        false,
        1000,
        false,
        quantity,
        variantId,
        "prod_" + id,
        "sp_default",
        metadata,
        new JsonObject());
  }

  public static JsonObject option(String id, String profile) {
    return new JsonObject()
        .put("id", id)
        .put("profile_id", profile)
        .put("amount", 500)
        .put("includes_tax", false);
  }
}

package dev.tradewind.cart;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.LineItemBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Test fixtures: carts. */
public final class Carts {

  public static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  private Carts() {}

  public static Cart aCart(LineItem... items) {
    return Cart.created("cart_1", "reg_1", NOW).with(draft -> draft.items(List.of(items)));
  }

  public static LineItem shirts(int quantity) {
    return line("item_shirt", "variant_shirt", quantity, new JsonObject());
  }

  public static LineItem line(String id, String variantId, int quantity, JsonObject metadata) {
    return LineItemBuilder.builder()
        .id(id)
        .createdAt(NOW)
        .updatedAt(NOW)
        .title("Shirt")
        .description("S")
        .shouldMerge(true)
        .allowDiscounts(true)
        .unitPrice(1000)
        .quantity(quantity)
        .variantId(variantId)
        .productId("prod_" + id)
        .profileId("sp_default")
        .metadata(metadata)
        .more(new JsonObject())
        .returned(new JsonObject())
        .decisions(List.of())
        .build();
  }

  public static JsonObject option(String id, String profile) {
    return new JsonObject()
        .put("id", id)
        .put("profile_id", profile)
        .put("amount", 500)
        .put("includes_tax", false);
  }
}

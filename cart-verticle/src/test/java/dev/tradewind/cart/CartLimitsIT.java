package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.line;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sizes of carts: what shoppers may put into one. */
class CartLimitsIT {

  private static final String CONTEXT_TOO_LARGE =
      "context must be smaller than or equal to 16384 bytes";
  private static final String CART_TOO_LARGE = "cart must be smaller than or equal to 262144 bytes";

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  private static JsonObject text(String key, int characters) {
    return new JsonObject().put(key, "x".repeat(characters));
  }

  private Reply addContext(String cartId, JsonObject context) {
    return shop.send("storeUpdateCart", id(cartId), new JsonObject().put("context", context));
  }

  @Test
  void contextIsLimitedAfterMerging() {
    String cartId = shop.create().getString("id");
    shop.cart(addContext(cartId, text("a", 8_000)));

    assertRefused(addContext(cartId, text("b", 8_400)), 400, "invalid_data", CONTEXT_TOO_LARGE);
    assertThat(shop.get(cartId).getJsonObject("context").fieldNames()).doesNotContain("b");
    shop.cart(addContext(cartId, text("a", 8_400)));
    assertRefused(
        shop.send(
            "storeCreateCart",
            new JsonObject(),
            new JsonObject().put("context", text("a", 17_000))),
        400,
        "invalid_data",
        CONTEXT_TOO_LARGE);
  }

  @Test
  void metadataOfALineIsLimitedAfterMerging() {
    String cartId = shop.cartWithShirts(1);
    JsonObject path =
        id(cartId)
            .put(
                "line_id", shop.get(cartId).getJsonArray("items").getJsonObject(0).getString("id"));
    shop.call("storeUpdateLineItem", path, line(SHIRT, 1).put("metadata", text("a", 8_000)));

    assertRefused(
        shop.send("storeUpdateLineItem", path, line(SHIRT, 1).put("metadata", text("b", 8_400))),
        400,
        "invalid_data",
        "metadata must be smaller than or equal to 16384 bytes");
  }

  @Test
  void aCartIsLimitedAsAWhole() {
    String cartId = shop.create().getString("id");
    Reply last = null;
    for (int i = 0; i < 17 && (last == null || last.status() == 200); i++) {
      last = addLine(cartId, new JsonObject().put("n", i).put("a", "x".repeat(16_000)));
    }

    assertRefused(last, 400, "invalid_data", CART_TOO_LARGE);
    assertThat(shop.get(cartId).getJsonArray("items")).hasSize(15);
  }

  /** PostgreSQL stores a number with all of its digits, and they are read back. */
  @Test
  void digitsOfNumbersCount() {
    String cartId = shop.create().getString("id");
    JsonArray numbers = new JsonArray(Collections.nCopies(2_000, 1e300));

    assertRefused(
        addContext(cartId, new JsonObject().put("numbers", numbers)),
        400,
        "invalid_data",
        CART_TOO_LARGE);
    assertThat(shop.get(cartId).getJsonObject("context").fieldNames()).doesNotContain("numbers");
  }

  private Reply addLine(String cartId, JsonObject metadata) {
    return shop.send("storeAddLineItem", id(cartId), line(SHIRT, 1).put("metadata", metadata));
  }

  @Test
  void aStorefrontPassesOnTheOriginOfItsShopper() {
    JsonObject shopper = new JsonObject().put("ip", "192.0.2.1").put("user_agent", "browser");

    JsonObject cart = shop.create(new JsonObject().put("context", shopper.copy().put("a", 1)));
    assertThat(cart.getJsonObject("context")).isEqualTo(shopper.copy().put("a", 1));

    shop.cart(addContext(cart.getString("id"), new JsonObject().put("ip", "192.0.2.2")));
    assertThat(shop.get(cart.getString("id")).getJsonObject("context"))
        .isEqualTo(shopper.copy().put("ip", "192.0.2.2").put("a", 1));
  }
}

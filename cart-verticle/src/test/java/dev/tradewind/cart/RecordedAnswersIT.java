package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.FakeCatalog.EXPRESS;
import static dev.tradewind.cart.FakeCatalog.MUG;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Comparison of responses with recorded ones: their members, and those that the contract adds. */
class RecordedAnswersIT {

  private static CartShop shop;

  @BeforeAll
  static void open() {
    shop = new CartShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aCartIsCreatedAndRead() {
    JsonObject created =
        shop.create(
            new JsonObject()
                .put("region_id", FakeCatalog.EU)
                .put(
                    "items",
                    new JsonArray().add(CartShop.line(SHIRT, 2)).add(CartShop.line(MUG, 1)))
                .put("context", new JsonObject().put("src", "test")));

    assertAnswers(created, "store-create-cart");
    JsonObject read = shop.get(created.getString("id"));
    assertAnswers(read, "store-get-cart");
    assertThat(read).isEqualTo(created);
  }

  @Test
  void aCartGetsAnEmail() {
    JsonObject created =
        shop.create(
            new JsonObject()
                .put("context", new JsonObject().put("src", "test"))
                .put(
                    "items",
                    new JsonArray().add(CartShop.line(SHIRT, 2)).add(CartShop.line(MUG, 1))));

    JsonObject updated =
        shop.update(created.getString("id"), new JsonObject().put("email", "Mail@Test.com"));

    assertAnswers(updated, "store-update-cart");
    assertThat(updated.getString("email")).isEqualTo("mail@test.com");
  }

  @Test
  void aLineItemIsAddedChangedAndRemoved() {
    String cartId = shop.create().getString("id");
    JsonObject line = CartShop.line(SHIRT, 1).put("metadata", new JsonObject().put("a", "b"));

    JsonObject added = shop.call("storeAddLineItem", id(cartId), line);
    // The recorded cart has no customer, which this response would show.
    assertAnswers(added, "store-add-line-item");

    shop.add(cartId, SHIRT, 1);
    String lineId = added.getJsonArray("items").getJsonObject(0).getString("id");
    JsonObject path = id(cartId).put("line_id", lineId);
    JsonObject updated =
        shop.call("storeUpdateLineItem", path, new JsonObject().put("quantity", 5));
    assertAnswers(updated, "store-update-line-item");

    shop.call(
        "storeUpdateLineItem",
        id(cartId).put("line_id", updated.getJsonArray("items").getJsonObject(1).getString("id")),
        new JsonObject().put("quantity", 0));
    assertAnswers(shop.call("storeDeleteLineItem", path, null), "store-delete-line-item");
  }

  @Test
  void aCartIsShippedAndPaid() {
    String cartId = shop.cartWithShirts(1);
    shop.update(
        cartId,
        new JsonObject()
            .put("email", "ada@test.com")
            .put(
                "shipping_address",
                new JsonObject()
                    .put("first_name", "Ada")
                    .put("last_name", "Lovelace")
                    .put("address_1", "1 Main St")
                    .put("city", "Town")
                    .put("country_code", "no")
                    .put("postal_code", "1000")));

    JsonObject shipped =
        shop.call(
            "storeAddShippingMethod",
            id(cartId),
            new JsonObject()
                .put("option_id", STANDARD)
                .put("data", new JsonObject().put("note", "x")));
    assertAnswers(shipped, "store-add-shipping-method");
    shop.ship(cartId, EXPRESS);

    JsonObject opened =
        shop.send("storeCreatePaymentSessions", id(cartId), null).body().toJsonObject();
    assertAnswers(opened.getJsonObject("cart"), "store-create-payment-sessions");
    assertThat(opened.getJsonObject("data")).isEqualTo(opened.getJsonObject("cart"));

    JsonObject selected =
        shop.call(
            "storeSelectPaymentSession", id(cartId), new JsonObject().put("provider_id", "manual"));
    assertAnswers(selected, "store-select-payment-session");
    JsonObject session = id(cartId).put("provider_id", "manual");
    JsonObject data = new JsonObject().put("data", new JsonObject().put("token", "t"));
    assertAnswers(
        shop.call("storeUpdatePaymentSession", session, data), "store-update-payment-session");
    JsonObject refreshed = shop.call("storeRefreshPaymentSession", session, null);
    // The recorded session was no longer selected afterwards.
    assertThat(refreshed.remove("payment_session")).isNotNull();
    assertAnswers(refreshed, "store-refresh-payment-session");
    assertAnswers(
        shop.call("storeCalculateCartTaxes", id(cartId), null), "store-calculate-cart-taxes");
    assertAnswers(
        shop.call("storeDeletePaymentSession", session, null), "store-delete-payment-session");
  }

  @Test
  void aDiscountIsRemoved() {
    shop.discounts.discount("TEN", "percentage", 10, "total");
    String cartId = shop.cartWithShirts(1);
    shop.update(
        cartId,
        new JsonObject()
            .put("discounts", new JsonArray().add(new JsonObject().put("code", "TEN"))));

    JsonObject removed = shop.call("storeRemoveDiscount", id(cartId).put("code", "TEN"), null);

    assertAnswers(removed, "store-remove-discount");
  }

  private static void assertAnswers(JsonObject cart, String example) {
    JsonObject recorded = RecordedAnswers.body(example).getJsonObject("cart");
    Set<String> expected = new TreeSet<>(RecordedAnswers.paths(recorded));
    expected.addAll(Set.of(".raw_discount_total", ".refunded_total", ".refundable_amount"));
    // Of a guest, a cart shows the identity only.
    expected.removeIf(path -> path.startsWith(".customer."));
    assertThat(RecordedAnswers.paths(cart)).containsAll(expected);
    for (String amount :
        Set.of("subtotal", "item_tax_total", "shipping_total", "tax_total", "total")) {
      assertThat(cart.getLong(amount)).as(amount).isEqualTo(recorded.getLong(amount));
    }
  }
}

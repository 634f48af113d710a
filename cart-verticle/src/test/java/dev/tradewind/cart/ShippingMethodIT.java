package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.objects;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShippingMethodIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void optionsThatFitTheCartAreListedWithTheirPrice() {
    String cartId = shop.cartWithShirts(1);

    List<JsonObject> options = options(cartId);

    assertThat(options)
        .extracting(option -> option.getString("id"))
        .containsExactly(STANDARD, FakeCatalog.EXPRESS);
    JsonObject standard = options.get(0);
    assertThat(standard.getLong("price_incl_tax")).isEqualTo(1200);
    assertThat(standard.getLong("tax_amount")).isEqualTo(200);
    assertThat(standard.getJsonArray("tax_rates").getJsonObject(0).getInteger("rate"))
        .isEqualTo(20);
  }

  @Test
  void requirementsAreAboutTheSubtotal() {
    assertThat(options(shop.cartWithShirts(5)))
        .extracting(option -> option.getString("id"))
        .contains(FakeCatalog.BIG_ORDERS);
    assertThat(options(shop.cartWithShirts(4)))
        .extracting(option -> option.getString("id"))
        .doesNotContain(FakeCatalog.BIG_ORDERS, FakeCatalog.SMALL_ORDERS);
  }

  @Test
  void anEmptyCartHasNothingToShip() {
    assertThat(options(shop.create().getString("id"))).isEmpty();
    assertRefused(
        shop.send("storeGetShippingOption", new JsonObject().put("cart_id", "cart_x"), null),
        404,
        "not_found",
        "Cart with cart_x was not found");
  }

  @Test
  void anotherMethodOfTheProfileTakesThePlaceOfTheFirst() {
    String cartId = shop.cartWithShirts(1);
    shop.ship(cartId, STANDARD);
    shop.ship(cartId, FakeCatalog.GIFT_POST);

    JsonObject cart = shop.ship(cartId, FakeCatalog.EXPRESS);

    assertThat(objects(cart.getJsonArray("shipping_methods")))
        .extracting(method -> method.getString("shipping_option_id"))
        .containsExactlyInAnyOrder(FakeCatalog.GIFT_POST, FakeCatalog.EXPRESS);
    assertThat(cart.getLong("shipping_total")).isEqualTo(1700);
    assertThat(cart.getJsonArray("items").getJsonObject(0).getBoolean("has_shipping")).isTrue();
  }

  @Test
  void aMethodOfAnotherProfileDoesNotShipTheLine() {
    String cartId = shop.cartWithShirts(1);

    JsonObject cart = shop.ship(cartId, FakeCatalog.GIFT_POST);

    assertThat(cart.getJsonArray("items").getJsonObject(0).getBoolean("has_shipping")).isFalse();
  }

  @Test
  void ineligibleShippingOptionsAreRefused() {
    String cartId = shop.cartWithShirts(1);

    assertRefused(
        choose(cartId, "so_x"), 404, "not_found", "Shipping Option with so_x was not found");
    assertRefused(
        choose(cartId, FakeCatalog.AMERICAN),
        400,
        "invalid_data",
        "The shipping option is not available in the cart's region");
    assertRefused(
        choose(cartId, FakeCatalog.BIG_ORDERS),
        400,
        "not_allowed",
        "The Cart does not satisfy the shipping option's requirements");
    assertRefused(
        choose(cartId, FakeCatalog.CALCULATED),
        400,
        "not_allowed",
        "The fulfillment provider manual does not calculate prices");
    assertThat(shop.get(cartId).getJsonArray("shipping_methods")).isEmpty();
  }

  @Test
  void parallelChoicesLeaveOneMethodForEachProfile() {
    String cartId = shop.cartWithShirts(1);

    List<Future<Reply>> replies = new ArrayList<>();
    for (String option :
        List.of(STANDARD, FakeCatalog.EXPRESS, FakeCatalog.GIFT_POST, STANDARD, STANDARD)) {
      replies.add(
          shop.sending(
              "storeAddShippingMethod", id(cartId), new JsonObject().put("option_id", option)));
    }
    replies.forEach(reply -> assertThat(await(reply).status()).isEqualTo(200));

    assertThat(shop.get(cartId).getJsonArray("shipping_methods")).hasSize(2);
  }

  private Reply choose(String cartId, String option) {
    return shop.send(
        "storeAddShippingMethod", id(cartId), new JsonObject().put("option_id", option));
  }

  private List<JsonObject> options(String cartId) {
    Reply reply =
        shop.send("storeGetShippingOption", new JsonObject().put("cart_id", cartId), null);
    return objects(reply.body().toJsonObject().getJsonArray("shipping_options"));
  }
}

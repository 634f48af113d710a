package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.objects;
import static dev.tradewind.cart.FakeCatalog.CLOSED;
import static dev.tradewind.cart.FakeCatalog.EU;
import static dev.tradewind.cart.FakeCatalog.MUG;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.SHIRTS_ONLY;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static dev.tradewind.cart.FakeCatalog.US;
import static dev.tradewind.cart.FakeCustomers.ADA;
import static dev.tradewind.cart.FakeCustomers.ADAS_ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UpdateCartIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  private static final JsonObject OSLO =
      new JsonObject().put("first_name", "Ada").put("city", "Oslo").put("country_code", "NO");

  @Test
  void anEmailMakesItTheCartOfThatGuest() {
    String cartId = shop.create().getString("id");

    JsonObject cart = update(cartId, "email", " Ada@Example.com ");

    assertThat(cart.getString("email")).isEqualTo("ada@example.com");
    assertThat(cart.getString("customer_id")).isEqualTo("cus_ada@example.com");
    assertThat(shop.events(cartId))
        .containsExactly("cart.created", "cart.customer_updated", "cart.updated");
    assertRefused(send(cartId, "email", "nonsense"), 400, "invalid_data", "The email is not valid");
  }

  @Test
  void nullClearsWhatMayBeEmpty() {
    String cartId = shop.create().getString("id");
    update(cartId, "email", "ada@example.com");
    update(cartId, "shipping_address", OSLO);
    update(cartId, "context", new JsonObject().put("src", "test"));

    JsonObject cart =
        shop.update(
            cartId,
            new JsonObject().putNull("email").putNull("shipping_address").putNull("context"));

    assertThat(cart.getString("email")).isNull();
    assertThat(cart.getString("customer_id")).isNull();
    assertThat(cart.getJsonObject("shipping_address")).isNull();
    assertThat(cart.getJsonObject("context").fieldNames())
        .containsExactlyInAnyOrder("ip", "user_agent");
    assertThat(shop.events(cartId)).endsWith("cart.customer_updated", "cart.updated");
  }

  @Test
  void theEmailOfAnAccountIsNotCleared() {
    JsonObject cart = shop.cart(shop.as(ADA, "storeCreateCart", new JsonObject(), null));

    assertRefused(
        shop.as(
            ADA, "storeUpdateCart", id(cart.getString("id")), new JsonObject().putNull("email")),
        400,
        "invalid_data",
        "email should not be empty");
  }

  @Test
  void anotherCustomerCannotBeNamed() {
    String cartId = shop.create().getString("id");

    assertRefused(
        send(cartId, "customer_id", ADA),
        400,
        "not_allowed",
        "A cart can only be given to the customer who is logged in");
    JsonObject own = new JsonObject().put("customer_id", ADA);
    assertThat(shop.cart(shop.as(ADA, "storeUpdateCart", id(cartId), own)).getString("email"))
        .isEqualTo("ada@example.com");
  }

  @Test
  void addressesAreMergedAndCleared() {
    String cartId = shop.create().getString("id");
    JsonObject first = update(cartId, "shipping_address", OSLO);
    assertThat(first.getJsonObject("shipping_address").getString("country_code")).isEqualTo("no");

    JsonObject second = update(cartId, "shipping_address", new JsonObject().put("city", "Bergen"));
    assertThat(second.getString("shipping_address_id"))
        .isEqualTo(first.getString("shipping_address_id"));
    assertThat(second.getJsonObject("shipping_address").getString("first_name")).isEqualTo("Ada");
    assertThat(second.getJsonObject("shipping_address").getString("city")).isEqualTo("Bergen");

    assertThat(update(cartId, "shipping_address", null).getValue("shipping_address")).isNull();
  }

  @Test
  void anAddressGivenByItsIdIsCopied() {
    String cartId = shop.create().getString("id");
    String shipping = update(cartId, "shipping_address", OSLO).getString("shipping_address_id");

    JsonObject cart = update(cartId, "billing_address", shipping);
    assertThat(cart.getString("billing_address_id")).startsWith("addr_").isNotEqualTo(shipping);
    assertThat(cart.getJsonObject("billing_address").getString("city")).isEqualTo("Oslo");

    assertRefused(
        send(cartId, "billing_address", ADAS_ADDRESS),
        404,
        "not_found",
        "Address with id " + ADAS_ADDRESS + " was not found");
    JsonObject body = new JsonObject().put("shipping_address", ADAS_ADDRESS);
    JsonObject adas = shop.cart(shop.as(ADA, "storeUpdateCart", id(cartId), body));
    assertThat(adas.getJsonObject("shipping_address").getString("customer_id")).isEqualTo(ADA);
  }

  @Test
  void theShippingCountryIsInTheRegion() {
    String cartId = shop.create().getString("id");

    assertRefused(
        send(cartId, "shipping_address", new JsonObject().put("country_code", "us")),
        400,
        "invalid_data",
        "Shipping country must be in the cart region");
    assertRefused(
        send(cartId, "country_code", "us"),
        400,
        "invalid_data",
        "Shipping country must be in the cart region");
    assertRefused(
        send(cartId, "billing_address", new JsonObject().put("country_code", "zz")),
        404,
        "not_found",
        "Country with country_code zz does not exist.");
    assertThat(
            update(cartId, "country_code", "FI")
                .getJsonObject("shipping_address")
                .getString("country_code"))
        .isEqualTo("fi");
    assertThat(
            update(cartId, "billing_address", new JsonObject().put("country_code", "us"))
                .getJsonObject("billing_address")
                .getString("country_code"))
        .isEqualTo("us");
  }

  @Test
  void aRegionChangeRepricesAndRemovesChoicesOfTheOldRegion() {
    String cartId = shop.cartWithShirts(2);
    shop.add(cartId, MUG, 1);
    update(cartId, "shipping_address", OSLO);
    shop.ship(cartId, STANDARD);
    shop.openSessions(cartId);

    JsonObject cart = update(cartId, "region_id", US);

    assertThat(objects(cart.getJsonArray("items")))
        .singleElement()
        .satisfies(item -> assertThat(item.getLong("unit_price")).isEqualTo(1500));
    assertThat(cart.getLong("total")).isEqualTo(3000);
    assertThat(cart.getJsonArray("shipping_methods")).isEmpty();
    assertThat(cart.getJsonArray("payment_sessions")).isEmpty();
    JsonObject address = cart.getJsonObject("shipping_address");
    assertThat(address.getString("country_code")).isEqualTo("us");
    assertThat(address.getString("city")).isEqualTo("Oslo");

    assertThat(
            update(cartId, "region_id", EU)
                .getJsonObject("shipping_address")
                .getValue("country_code"))
        .isNull();
  }

  @Test
  void aRegionOrCountryThatDoesNotFitIsRefused() {
    String cartId = shop.create().getString("id");

    assertRefused(
        send(cartId, "region_id", "reg_x"), 404, "not_found", "Region with reg_x was not found");
    JsonObject body = new JsonObject().put("region_id", US).put("country_code", "no");
    assertRefused(
        shop.send("storeUpdateCart", id(cartId), body),
        400,
        "not_allowed",
        "Country not available in region");
    assertThat(shop.get(cartId).getString("region_id")).isEqualTo(EU);
  }

  @Test
  void aSalesChannelChangeRemovesLineItemsItDoesNotOffer() {
    String cartId = shop.cartWithShirts(1);
    shop.add(cartId, MUG, 1);

    JsonObject cart = update(cartId, "sales_channel_id", SHIRTS_ONLY);

    assertThat(objects(cart.getJsonArray("items")))
        .extracting(item -> item.getString("variant_id"))
        .containsExactly(SHIRT);
    assertThat(send(cartId, "sales_channel_id", CLOSED).status()).isEqualTo(400);
    assertThat(send(cartId, "sales_channel_id", "sc_x").status()).isEqualTo(404);
  }

  @Test
  void unknownCodesAreRefused() {
    String cartId = shop.create().getString("id");

    assertRefused(
        send(cartId, "discounts", codes("ten")),
        404,
        "not_found",
        "Discounts with code TEN was not found");
    assertRefused(
        send(cartId, "discounts", codes("ten", "five")),
        404,
        "not_found",
        "Discounts with code [TEN, FIVE] was not found");
    assertRefused(
        send(cartId, "gift_cards", codes("Gift")),
        404,
        "not_found",
        "Gift card with code: Gift was not found");
    assertThat(update(cartId, "discounts", new JsonArray()).getJsonArray("discounts")).isEmpty();
  }

  @Test
  void theContextIsMerged() {
    String cartId = shop.create().getString("id");

    assertThat(
            update(cartId, "context", new JsonObject().put("src", "test"))
                .getJsonObject("context")
                .fieldNames())
        .containsExactlyInAnyOrder("ip", "user_agent", "src");
  }

  @Test
  void anUpdateThatIsRefusedChangesNothingAtAll() {
    String cartId = shop.create().getString("id");
    JsonObject before = shop.get(cartId);
    JsonObject body =
        new JsonObject().put("context", new JsonObject().put("a", 1)).put("discounts", codes("x"));

    assertThat(shop.send("storeUpdateCart", id(cartId), body).status()).isEqualTo(404);

    assertThat(shop.get(cartId)).isEqualTo(before);
  }

  private static JsonArray codes(String... codes) {
    JsonArray array = new JsonArray();
    List.of(codes).forEach(code -> array.add(new JsonObject().put("code", code)));
    return array;
  }

  private Reply send(String cartId, String member, Object value) {
    return shop.send("storeUpdateCart", id(cartId), new JsonObject().put(member, value));
  }

  private JsonObject update(String cartId, String member, Object value) {
    return shop.cart(send(cartId, member, value));
  }
}

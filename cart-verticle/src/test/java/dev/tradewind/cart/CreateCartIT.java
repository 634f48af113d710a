package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.line;
import static dev.tradewind.cart.FakeCatalog.CHANNEL;
import static dev.tradewind.cart.FakeCatalog.CLOSED;
import static dev.tradewind.cart.FakeCatalog.EU;
import static dev.tradewind.cart.FakeCatalog.MUG;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.SHIRTS_ONLY;
import static dev.tradewind.cart.FakeCatalog.US;
import static dev.tradewind.cart.FakeCustomers.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CreateCartIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void withoutAnythingGivenItIsInTheDefaultRegionAndChannel() {
    JsonObject cart = shop.create(new JsonObject());

    assertThat(cart.getString("region_id")).isEqualTo(EU);
    assertThat(cart.getString("sales_channel_id")).isEqualTo(CHANNEL);
    assertThat(cart.getJsonObject("context"))
        .isEqualTo(new JsonObject().put("ip", "127.0.0.1").put("user_agent", "test"));
    assertThat(cart.getValue("shipping_address")).isNull();
    assertThat(shop.events(cart.getString("id"))).containsExactly("cart.created");
  }

  @Test
  void anEmptyIdIsUnknownAndLeavesTheDefaultsToOtherCarts() {
    assertThat(create(new JsonObject().put("region_id", "")).status()).isEqualTo(404);
    assertThat(create(new JsonObject().put("sales_channel_id", "")).status()).isEqualTo(404);

    JsonObject cart = shop.create(new JsonObject());
    assertThat(cart.getString("region_id")).isEqualTo(EU);
    assertThat(cart.getString("sales_channel_id")).isEqualTo(CHANNEL);

    assertThat(create(new JsonObject().put("region_id", "")).status()).isEqualTo(404);
    assertRefused(
        create(items(line("", 1))),
        400,
        "invalid_data",
        "Unable to generate the line items, some variant has not been found: ");
  }

  @Test
  void anEmptyCountryCountsAsAbsent() {
    JsonObject cart = shop.create(new JsonObject().put("country_code", ""));
    assertThat(cart.getValue("shipping_address")).isNull();
  }

  @Test
  void aCountryBecomesTheShippingAddress() {
    JsonObject cart = shop.create(new JsonObject().put("country_code", "NO"));
    assertThat(cart.getJsonObject("shipping_address").getString("country_code")).isEqualTo("no");
    assertThat(cart.getString("shipping_address_id")).startsWith("addr_");

    JsonObject american = shop.create(new JsonObject().put("region_id", US));
    assertThat(american.getJsonObject("shipping_address").getString("country_code"))
        .isEqualTo("us");
  }

  @Test
  void severalLinesOfOneVariantAreNotMerged() {
    JsonObject cart = shop.create(items(line(SHIRT, 1), line(SHIRT, 1), line(MUG, 2)));

    assertThat(cart.getJsonArray("items")).hasSize(3);
    assertThat(cart.getLong("subtotal")).isEqualTo(8666);
  }

  @Test
  void aCustomerWhoIsLoggedInOwnsIt() {
    JsonObject cart = shop.cart(shop.as(ADA, "storeCreateCart", new JsonObject(), null));

    assertThat(cart.getString("customer_id")).isEqualTo(ADA);
    assertThat(cart.getString("email")).isEqualTo("ada@example.com");
  }

  @Test
  void invalidRequestsAreRefused() {
    assertRefused(
        create(new JsonObject().put("region_id", "reg_x")),
        404,
        "not_found",
        "Region with reg_x was not found");
    assertRefused(
        create(new JsonObject().put("country_code", "us")),
        400,
        "not_allowed",
        "Shipping country not in region");
    assertThat(create(new JsonObject().put("sales_channel_id", "sc_x")).status()).isEqualTo(404);
    assertRefused(
        create(new JsonObject().put("sales_channel_id", CLOSED)),
        400,
        "invalid_data",
        "Unable to assign the cart to a disabled Sales Channel \"Default Sales Channel\"");
    assertRefused(
        create(items(line("variant_x", 1), line(SHIRT, 1), line("variant_y", 2))),
        400,
        "invalid_data",
        "Unable to generate the line items, some variant has not been found: variant_x,"
            + " variant_y");
    assertRefused(
        create(items(line(MUG, 1)).put("region_id", US)),
        400,
        "invalid_data",
        "Cannot generate line item for variant \"V1\" without a price");
    assertThat(create(items(line(MUG, 1)).put("sales_channel_id", SHIRTS_ONLY)).body().toString())
        .contains("some variant has not been found: variant_mug");
    assertRefused(
        create(items(line(SHIRT, 60), line(SHIRT, 41))),
        400,
        "not_allowed",
        "Variant with id: variant_shirt does not have the required inventory");
    assertRefused(
        create(items(line(SHIRT, 0))), 400, "invalid_data", "quantity must not be less than 1");
  }

  private Reply create(JsonObject body) {
    return shop.send("storeCreateCart", new JsonObject(), body);
  }

  private static JsonObject items(JsonObject... lines) {
    return new JsonObject().put("items", new JsonArray(List.of((Object[]) lines)));
  }
}

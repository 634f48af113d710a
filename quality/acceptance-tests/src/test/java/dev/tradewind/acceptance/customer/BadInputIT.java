package dev.tradewind.acceptance.customer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Error responses to invalid requests. */
class BadInputIT {

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("{\"region_id\": 5}", "region_id must be a string"),
        Arguments.of("{\"colour\": \"red\"}", "property colour should not exist"),
        Arguments.of(
            "{\"items\": [{\"variant_id\": \"v\", \"quantity\": 1, \"price\": 1}]}",
            "property price should not exist"),
        Arguments.of(
            "{\"items\": [{\"variant_id\": \"v\", \"quantity\": \"1\"}]}",
            "quantity must be an integer number"),
        Arguments.of("{\"context\": []}", "context must be an object"));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void anInvalidPropertyIsNamed(String body, String message) {
    Answer answer = storefront.send("POST", "/store/carts", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
    assertThat(answer.body().getString("message")).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{", "nonsense", "{\"a\": }", "5", "\"text\"", "[1, 2"})
  void invalidJsonIsRefused(String body) {
    Answer answer = storefront.send("POST", "/store/carts", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
  }

  @Test
  void aHugeBodyIsTooLarge() {
    String body =
        new JsonObject().put("context", new JsonObject().put("a", "x".repeat(200_000))).encode();

    Answer answer = storefront.send("POST", "/store/carts", body);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/store/products?limit=abc",
        "/store/products?limit=-1",
        "/store/products?offset=-1",
        "/store/products?limit=1001",
        "/store/products?colour=red",
        "/store/products?created_at[near]=2024-01-01",
        "/store/products?created_at[lt]=tomorrow",
        "/store/products?created_at=2024-01-01",
        "/store/products?created_at[lt=2024-01-01",
        "/store/products?created_at[lt][gt][lt][gt][lt][gt]=1",
        "/store/products?is_giftcard=perhaps",
        "/store/products?collection_id=pcol_1",
        "/store/products?expand=secrets",
        "/store/products?fields=secrets",
        "/store/products?order=secrets",
        "/store/products?q=%00",
        "/store/products?q=%ff",
        "/store/collections?handle=summer",
        "/store/regions?expand=secrets",
      })
  void aBadQueryIsRefused(String path) {
    Answer answer = storefront.get(path.replace("[", "%5B").replace("]", "%5D"));

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
    assertThat(answer.body().getString("message")).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /store/carts/cart_none, 404",
    "GET, /store/products/prod_none, 404",
    "GET, /store/collections/pcol_none, 404",
    "GET, /store/regions/reg_none, 404",
    "GET, /store/orders/order_none, 404",
    "GET, /store/shipping-options/cart_none, 404",
    "DELETE, /store/carts/cart_none/line-items/item_none, 404",
    "GET, /store/nothing, 404",
    "PUT, /store/carts, 404",
    "GET, /nothing, 404",
    "GET, /admin/products, 401",
    "GET, /admin/nothing, 401",
  })
  void unknownPathsAndMethodsHaveAnErrorBody(String method, String path, int status) {
    Answer answer = storefront.send(method, path, null);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body().getString("type")).isNotBlank();
    assertThat(answer.body().getString("message")).isNotBlank();
  }

  @Test
  void anUnknownVariantRegionOrOptionIsRefused() {
    JsonObject region = storefront.region("eur");
    JsonObject unknownVariant =
        new JsonObject()
            .put("region_id", region.getString("id"))
            .put(
                "items",
                new JsonArray()
                    .add(new JsonObject().put("variant_id", "v_none").put("quantity", 1)));

    assertThat(storefront.post("/store/carts", unknownVariant).status()).isEqualTo(400);
    assertThat(
            storefront.post("/store/carts", new JsonObject().put("region_id", "reg_none")).status())
        .isEqualTo(404);
    JsonObject cart =
        storefront.createCart(region.getString("id"), shop.newVariant(500, 5).getString("id"), 1);
    assertThat(
            storefront
                .post(
                    "/store/carts/" + cart.getString("id") + "/shipping-methods",
                    new JsonObject().put("option_id", "so_none"))
                .status())
        .isEqualTo(404);
  }

  @Test
  void everyResponseHasARequestId() {
    assertThat(storefront.get("/store/regions").header("x-request-id")).isNotBlank();
    assertThat(storefront.get("/store/nothing").header("x-request-id")).isNotBlank();
  }
}

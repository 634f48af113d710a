package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lifecycle of a product over HTTP, for staff and shoppers. */
class ProductAdministrationIT {

  private static Storefront storefront;
  private static String[] staff;

  @BeforeAll
  static void open() {
    Shop shop = Shop.shared();
    storefront = shop.storefront();
    staff = new TestIdentities(shop).asUser();
  }

  @Test
  void shoppersBuyAProductCreatedByStaff() {
    String sku = "SKU-" + System.nanoTime();
    JsonObject made =
        product(
            send(
                "POST",
                "/admin/products",
                """
                {"title": "%1$s", "status": "published", "subtitle": null,
                 "images": ["https://example.com/a.png"], "type": {"value": "Mugs"},
                 "tags": [{"value": "new"}], "options": [{"title": "Size"}],
                 "variants": [{"title": "S", "sku": "%1$s", "inventory_quantity": 5,
                   "options": [{"value": "S"}],
                   "prices": [{"currency_code": "eur", "amount": 1200}]}]}
                """
                    .formatted(sku)));
    String path = "/admin/products/" + made.getString("id");
    String variant = made.getJsonArray("variants").getJsonObject(0).getString("id");
    String option = made.getJsonArray("options").getJsonObject(0).getString("id");
    String region = storefront.region("eur").getString("id");

    assertThat(storefront.createCart(region, variant, 2).getInteger("subtotal")).isEqualTo(2400);

    product(send("POST", path, "{\"description\": \"Holds tea\", \"metadata\": {\"a\": 1}}"));
    product(send("POST", path + "/metadata", "{\"key\": \"b\", \"value\": \"2\"}"));
    product(
        send(
            "POST",
            path + "/variants/" + variant + "?region_id=" + region,
            "{\"prices\": [{\"region_id\": \"%s\", \"amount\": 1300}]}".formatted(region)));
    product(
        send(
            "POST",
            path + "/variants",
            "{\"title\": \"L\", \"prices\": [{\"currency_code\": \"usd\", \"amount\": 1}], \"options\": [{\"option_id\": \"%s\", \"value\": \"L\"}]}"
                .formatted(option)));
    JsonObject withColour = product(send("POST", path + "/options", "{\"title\": \"Colour\"}"));
    String color =
        path + "/options/" + withColour.getJsonArray("options").getJsonObject(1).getString("id");
    product(send("POST", color, "{\"title\": \"Hue\"}"));
    product(send("DELETE", color, null));

    JsonObject shown =
        product(
            send("GET", path + "?expand=variants.prices.region,variants.product,categories", null));
    assertThat(shown.getJsonObject("metadata").encode()).isEqualTo("{\"a\":1,\"b\":\"2\"}");
    assertThat(shown.getJsonArray("variants")).hasSize(2);
    assertThat(
            shown
                .getJsonArray("variants")
                .getJsonObject(0)
                .getJsonArray("prices")
                .getJsonObject(0)
                .getJsonObject("region")
                .getString("id"))
        .isEqualTo(region);
    assertThat(
            storefront
                .get("/store/products?q=" + sku + "&region_id=" + region)
                .body()
                .getJsonArray("products")
                .getJsonObject(0)
                .getJsonArray("variants")
                .getJsonObject(0)
                .getInteger("calculated_price"))
        .isEqualTo(1300);
    assertThat(
            count(
                "/admin/products?status[]=published&is_giftcard=false&include_category_children=true&q="
                    + sku))
        .isEqualTo(1);
    assertThat(count("/admin/products?status=published&q=" + sku)).isEqualTo(1);
    assertThat(count("/admin/products?status=draft&q=" + sku)).isZero();
    assertThat(count(path + "/variants?inventory_quantity[gte]=5&created_at[gt]=2020-01-01"))
        .isEqualTo(1);
    assertThat(count("/admin/variants?q=" + sku + "&region_id=" + region)).isEqualTo(2);
    assertThat(count("/admin/variants?id=" + variant + "&inventory_quantity=5")).isEqualTo(1);
    assertThat(send("GET", "/admin/variants/" + variant, null).status()).isEqualTo(200);
    assertThat(count("/admin/product-types?value[starts_with]=mug")).isEqualTo(1);
    assertThat(count("/admin/product-tags?value=new&id[gt]=a")).isEqualTo(1);
    assertThat(send("GET", "/admin/products/types", null).body().getJsonArray("types"))
        .isNotEmpty();
    JsonArray used = send("GET", "/admin/products/tag-usage", null).body().getJsonArray("tags");
    assertThat(used.size()).isBetween(1, 10);

    assertThat(send("DELETE", path + "/variants/" + variant, null).status()).isEqualTo(200);
    assertThat(send("DELETE", path, null).body().getBoolean("deleted")).isTrue();
    assertThat(send("GET", path, null).status()).isEqualTo(404);
  }

  @Test
  void theVariantsOfAProductAreReplacedWithIt() {
    JsonObject made =
        product(
            send(
                "POST",
                "/admin/products",
                """
                {"title": "%s", "options": [{"title": "Size"}],
                 "variants": [
                   {"title": "S", "options": [{"value": "S"}],
                    "prices": [{"currency_code": "eur", "amount": 1200}]},
                   {"title": "M", "options": [{"value": "M"}], "prices": []}]}
                """
                    .formatted(Ids.ulid())));
    String path = "/admin/products/" + made.getString("id");
    String small = made.getJsonArray("variants").getJsonObject(0).getString("id");
    String size = made.getJsonArray("options").getJsonObject(0).getString("id");

    JsonObject changed =
        product(
            send(
                "POST",
                path,
                """
                {"variants": [
                  {"id": "%s", "prices": [{"currency_code": "eur", "amount": 1300}]},
                  {"title": "L", "options": [{"option_id": "%s", "value": "L"}], "prices": []}]}
                """
                    .formatted(small, size)));

    assertThat(changed.getJsonArray("variants"))
        .extracting(variant -> ((JsonObject) variant).getString("title"))
        .containsExactly("S", "L");
    assertThat(
            changed
                .getJsonArray("variants")
                .getJsonObject(0)
                .getJsonArray("prices")
                .getJsonObject(0)
                .getLong("amount"))
        .isEqualTo(1300);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "POST | /admin/products | {} | title must be a string",
        "POST | /admin/products | {'title': 'a', 'id': 'prod_1'} | property id should not exist",
        "POST | /admin/products | {'title': 'a', 'status': 'sold'} | status must be one of the following values: draft, proposed, published, rejected",
        "POST | /admin/products | {'title': 'a', 'images': 5} | each value in images must be a string, images must be an array",
        "POST | /admin/products | {'title': 'a', 'type': {'id': 'x'}} | value must be a string",
        "POST | /admin/products | {'title': 'a', 'variants': [{'title': 'b'}]} | prices must be an array",
        "POST | /admin/products | {'title': 'a', 'variants': [{'title': 'b', 'prices': [{'currency_code': 'eur', 'amount': 1.5}]}]} | amount must be an integer number",
        "POST | /admin/products | {'title': 'a', 'weight': 'heavy'} | weight must be a number conforming to the specified constraints",
        "POST | /admin/products | {'title': 'a', 'variants': [{'title': 'b', 'prices': [{'amount': 1}]}]} | Failed XOR relation between \"region_id\" and \"currency_code\".",
        "POST | /admin/products | {'title': 'a', 'sales_channels': [{'id': 'sc_x'}]} | Provided request body contains errors. Please check the data and retry the request",
        "POST | /admin/products/x | {'options': []} | property options should not exist",
        "POST | /admin/products/x/metadata | {'key': 'a'} | value must be a string",
        "POST | /admin/products/x/options | {} | title must be a string",
        "GET | /admin/products?status[]=sold | | each value in status must be one of the following values: draft, proposed, published, rejected",
        "GET | /admin/products?is_giftcard=perhaps | | is_giftcard must be a boolean value",
        "GET | /admin/products?expand=secrets | | Requested fields [secrets] are not valid",
        "GET | /admin/product-types?limit=x | | limit must be a number conforming to the specified constraints",
        "GET | /admin/variants?limit=1.5 | | limit must be an integer number",
      })
  void invalidInputIsNamed(String method, String path, String body, String message) {
    Answer answer = send(method, path, body == null ? null : body.replace('\'', '"'));

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
    assertThat(answer.body().getString("message")).isEqualTo(message);
  }

  @Test
  void aPublishableKeySelectsProductsAndTheChannelOfCarts() {
    String key = Shop.shared().newPublishableKey();
    String[] header = {"x-publishable-api-key", key};

    assertThat(storefront.send("GET", "/store/products", null, header).body().getInteger("count"))
        .isZero();
    assertThat(
            storefront
                .post("/store/carts", new JsonObject(), header)
                .cart()
                .getString("sales_channel_id"))
        .isEqualTo(key.replace("pk_", "sc_"));
    Answer elsewhere =
        storefront.post("/store/carts", new JsonObject().put("sales_channel_id", "sc_x"), header);
    assertThat(elsewhere.status()).isEqualTo(400);
    assertThat(elsewhere.body().getJsonArray("errors").getString(0))
        .startsWith("Provided sales channel id param: sc_x is not associated");
  }

  private static int count(String path) {
    Answer answer = send("GET", path, null);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getInteger("count");
  }

  private static JsonObject product(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("product");
  }

  private static Answer send(String method, String path, String body) {
    return storefront.send(method, path, body, staff);
  }
}

package dev.tradewind.catalog;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations on the parts of a product: variants, prices, options, types and tags. */
class ProductPartsIT {

  private static TestCatalog catalog;
  private static String europe;
  private static String america;
  private static int products;

  private String id;
  private String size;
  private String small;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    america = catalog.id("SELECT id FROM region WHERE currency_code = 'usd'");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @BeforeEach
  void aProduct() {
    int number = ++products;
    JsonObject product =
        catalog.written(
            "adminCreateProduct",
            new JsonObject(),
            json(
                """
                {"title": "Part %1$d", "status": "published", "options": [{"title": "Size"}],
                 "variants": [
                   {"title": "S", "sku": "P%1$d-S", "options": [{"value": "S"}],
                    "prices": [{"currency_code": "eur", "amount": 1000},
                      {"region_id": "%2$s", "amount": 900},
                      {"currency_code": "eur", "amount": 700, "min_quantity": 10}]},
                   {"title": "M", "options": [{"value": "M"}], "prices": []}]}
                """
                    .formatted(number, europe)));
    id = product.getString("id");
    size = product.getJsonArray("options").getJsonObject(0).getString("id");
    small = product.getJsonArray("variants").getJsonObject(0).getString("id");
    catalog.events();
  }

  @Test
  void aVariantIsAddedBehindTheOthers() {
    JsonObject product =
        catalog.written(
            "adminCreateProductVariant",
            at(),
            json(
                """
                {"title": "L", "prices": [{"currency_code": "usd", "amount": 5}],
                 "options": [{"option_id": "%s", "value": "L"}]}
                """
                    .formatted(size)));

    assertThat(texts(product.getJsonArray("variants"), "title")).containsExactly("S", "M", "L");
    assertThat(catalog.events())
        .extracting(event -> event.getString("type"))
        .containsExactly("product-variant.created");
    assertThat(refused("adminCreateProductVariant", "{\"title\": \"X\", \"prices\": []}"))
        .isEqualTo(
            "400 invalid_data Product options length does not match variant options length."
                + " Product has 1 and variant has 0.");
    assertThat(
            refused(
                "adminCreateProductVariant",
                "{\"title\": \"X\", \"prices\": [], \"options\":"
                    + " [{\"option_id\": \"opt_x\", \"value\": \"X\"}]}"))
        .isEqualTo("400 invalid_data Variant options do not contain value for Size");
    assertThat(
            refused(
                "adminCreateProductVariant",
                "{\"title\": \"X\", \"prices\": [], \"options\": [{\"option_id\": \""
                    + size
                    + "\", \"value\": \"L\"}]}"))
        .isEqualTo("422 duplicate_error Variant with title X with provided options already exists");
  }

  @Test
  void concurrentAdditionsOfEqualVariantsAddOne() {
    JsonObject body =
        json(
            "{\"title\": \"L\", \"prices\": [], \"options\": [{\"option_id\": \"%s\", \"value\": \"L\"}]}"
                .formatted(size));

    List<Integer> answers =
        IntStream.range(0, 4)
            .mapToObj(
                i -> catalog.send("adminCreateProductVariant", at(), new JsonObject(), body.copy()))
            .toList()
            .stream()
            .map(reply -> await(reply).status())
            .sorted()
            .toList();

    assertThat(answers).containsExactly(200, 422, 422, 422);
  }

  @Test
  void givenPricesReplaceTheDefaultPricesAndNoOthers() {
    catalog.sql(
        "INSERT INTO price_list (id, name, description, status)"
            + " VALUES ($1, 'L', 'l', 'active')",
        "pl_" + id);
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)"
            + " VALUES ($1, 'eur', 500, $2, $3)",
        "ma_" + id,
        "pl_" + id,
        small);
    String kept =
        catalog.id("SELECT id FROM money_amount WHERE variant_id = $1 AND amount = 1000", small);

    JsonObject product =
        await(
                catalog.send(
                    "adminUpdateProductVariant",
                    variant(small),
                    new JsonObject().put("region_id", europe),
                    json(
                        """
                        {"sku": null, "prices": [{"currency_code": "EUR", "amount": 1100},
                          {"region_id": "%s", "amount": 10}]}
                        """
                            .formatted(america))))
            .body()
            .toJsonObject()
            .getJsonObject("product");

    JsonObject variant = product.getJsonArray("variants").getJsonObject(0);
    assertThat(variant.getValue("sku")).isNull();
    assertThat(variant.getLong("original_price")).isEqualTo(1100);
    assertThat(variant.getLong("calculated_price")).isEqualTo(500);
    assertThat(variant.getString("calculated_price_type")).isEqualTo("sale");
    assertThat(
            catalog.id(
                "SELECT string_agg(amount::text, ' ' ORDER BY amount) FROM money_amount"
                    + " WHERE variant_id = $1 AND deleted_at IS NULL",
                small))
        .isEqualTo("10 500 1100");
    assertThat(catalog.id("SELECT amount::text FROM money_amount WHERE id = $1", kept))
        .isEqualTo("1100");
    assertThat(catalog.events().get(0).getJsonObject("data").getJsonArray("fields"))
        .containsExactly("sku", "prices");
  }

  @Test
  void aPriceIsChangedByItsId() {
    String price =
        catalog.id("SELECT id FROM money_amount WHERE variant_id = $1 AND amount = 700", small);
    JsonObject product =
        catalog.written(
            "adminUpdateProductVariant",
            variant(small),
            json(
                "{\"prices\": [{\"id\": \"%s\", \"currency_code\": \"usd\", \"amount\": 3}]}"
                    .formatted(price)));

    JsonArray prices = product.getJsonArray("variants").getJsonObject(0).getJsonArray("prices");
    assertThat(texts(prices, "id")).containsExactly(price);
    assertThat(texts(prices, "currency_code")).containsExactly("usd");
    assertThat(
            catalog.refused(
                "adminUpdateProductVariant",
                variant(small),
                json(
                    "{\"prices\": [{\"id\": \"ma_x\", \"currency_code\": \"usd\", \"amount\": 3}]}")))
        .isEqualTo("404 not_found Money amount with id: ma_x was not found");
  }

  @Test
  void variantsThatAreUnknownOrForeignAreNotFound() {
    String foreign = catalog.id("SELECT id FROM product_variant WHERE sku = 'MUG-SND'");

    assertThat(
            catalog.refused(
                "adminUpdateProductVariant", variant(foreign), json("{\"title\": \"X\"}")))
        .isEqualTo("404 not_found Variant with id: " + foreign + " was not found");
    assertThat(
            catalog
                .write("adminDeleteProductVariant", variant(foreign), null)
                .body()
                .toJsonObject()
                .getJsonObject("product")
                .getJsonArray("variants"))
        .hasSize(2);
    assertThat(
            catalog.id(
                "SELECT sku FROM product_variant WHERE id = $1 AND deleted_at IS NULL", foreign))
        .isEqualTo("MUG-SND");
  }

  @Test
  void aVariantIsDeletedWithItsPrices() {
    JsonObject answer =
        catalog.write("adminDeleteProductVariant", variant(small), null).body().toJsonObject();

    assertThat(answer.getString("variant_id")).isEqualTo(small);
    assertThat(answer.getString("object")).isEqualTo("product-variant");
    assertThat(texts(answer.getJsonObject("product").getJsonArray("variants"), "title"))
        .containsExactly("M");
    JsonObject event = catalog.events().get(0);
    assertThat(event.getString("type")).isEqualTo("product-variant.deleted");
    assertThat(event.getJsonObject("data").fieldNames())
        .containsExactlyInAnyOrder("id", "product_id", "metadata");
  }

  @Test
  void anOptionIsAddedToAllVariantsAndRemoved() {
    JsonObject with =
        catalog.written("adminCreateProductOption", at(), json("{\"title\": \"Colour\"}"));
    String color = with.getJsonArray("options").getJsonObject(1).getString("id");

    assertThat(
            texts(with.getJsonArray("variants").getJsonObject(0).getJsonArray("options"), "value"))
        .containsExactly("S", "Default Value");
    assertThat(refused("adminCreateProductOption", "{\"title\": \"Colour\"}"))
        .isEqualTo("422 duplicate_error An option with the title: Colour already exists");
    assertThat(
            catalog.refused(
                "adminUpdateProductOption", option(color), json("{\"title\": \"Size\"}")))
        .isEqualTo("404 not_found An option with title Size already exists");
    assertThat(
            catalog.refused(
                "adminUpdateProductOption", option("opt_x"), json("{\"title\": \"Fit\"}")))
        .isEqualTo("404 not_found Option with id: opt_x does not exist");
    assertThat(
            texts(
                catalog
                    .written(
                        "adminUpdateProductOption", option(color), json("{\"title\": \"Hue\"}"))
                    .getJsonArray("options"),
                "title"))
        .containsExactly("Size", "Hue");
    assertThat(catalog.refused("adminDeleteProductOption", option(size), null))
        .isEqualTo(
            "400 invalid_data To delete an option, first delete all variants, such that when an"
                + " option is deleted, no duplicate variants will exist.");
    JsonObject without =
        catalog.write("adminDeleteProductOption", option(color), null).body().toJsonObject();
    assertThat(without.getString("option_id")).isEqualTo(color);
    assertThat(without.getString("object")).isEqualTo("option");
    assertThat(texts(without.getJsonObject("product").getJsonArray("options"), "title"))
        .containsExactly("Size");
    assertThat(catalog.events())
        .extracting(event -> event.getString("type"))
        .containsOnly("product.updated")
        .hasSize(3);
  }

  @Test
  void variantsAreListedWithTheirPricesInARegion() {
    JsonObject page =
        ask(
            "adminListVariants",
            new JsonObject(),
            new JsonObject().put("id", small).put("region_id", europe));
    JsonObject variant = page.getJsonArray("variants").getJsonObject(0);

    assertThat(page.getInteger("count")).isEqualTo(1);
    assertThat(page.getInteger("limit")).isEqualTo(20);
    assertThat(variant.fieldNames())
        .contains("product", "prices", "options")
        .doesNotContain("variant_rank");
    assertThat(variant.getLong("calculated_price")).isEqualTo(900);
    assertThat(variant.getLong("calculated_tax")).isEqualTo(180);
    assertThat(
            ask(
                    "adminListVariants",
                    new JsonObject(),
                    new JsonObject()
                        .put("q", "P" + products + "-s")
                        .put("fields", "sku,variant_rank"))
                .getJsonArray("variants")
                .getJsonObject(0)
                .fieldNames())
        .contains("sku", "variant_rank", "prices")
        .doesNotContain("title", "product_id");
    assertThat(
            ask(
                    "adminListVariants",
                    new JsonObject(),
                    new JsonObject()
                        .put("inventory_quantity", new JsonObject().put("lt", 1))
                        .put("title", new JsonArray().add("S").add("M"))
                        .put("manage_inventory", true))
                .getInteger("count"))
        .isGreaterThanOrEqualTo(2);
    assertThat(
            ask("adminGetVariant", new JsonObject().put("id", small), new JsonObject())
                .getJsonObject("variant")
                .getValue("calculated_price"))
        .isNull();
    assertThat(
            catalog
                .ask("adminGetVariant", new JsonObject().put("id", "variant_x"), new JsonObject())
                .body()
                .toJsonObject()
                .getString("message"))
        .isEqualTo("Variant with id: variant_x was not found");
    assertThat(
            ask("adminListProductVariants", at(), new JsonObject().put("q", "m"))
                .getInteger("count"))
        .isEqualTo(1);
    assertThat(ask("adminListProductVariants", at(), new JsonObject()).getInteger("limit"))
        .isEqualTo(100);
  }

  @Test
  void typesAndTagsAreListed() {
    JsonObject tags =
        ask(
            "adminListProductTags",
            new JsonObject(),
            new JsonObject().put("value", new JsonObject().put("starts_with", "GI")));

    assertThat(texts(tags.getJsonArray("product_tags"), "value")).containsExactly("gift");
    assertThat(tags.getJsonArray("product_tags").getJsonObject(0).fieldNames())
        .containsExactlyInAnyOrder("id", "value", "created_at", "updated_at");
    assertThat(
            ask("adminListProductTypes", new JsonObject(), new JsonObject().put("q", "tabLE"))
                .getInteger("count"))
        .isEqualTo(1);
    assertThat(
            ask("adminListTypesOfProducts", new JsonObject(), new JsonObject())
                .getJsonArray("types")
                .getJsonObject(0)
                .fieldNames())
        .containsExactlyInAnyOrder(
            "id", "value", "created_at", "updated_at", "deleted_at", "metadata");
    JsonObject most =
        ask("adminGetProductTagUsage", new JsonObject(), new JsonObject())
            .getJsonArray("tags")
            .getJsonObject(0);
    assertThat(most.fieldNames()).containsExactly("id", "value", "usage_count");
    assertThat(most.getInteger("usage_count")).isGreaterThanOrEqualTo(8);
  }

  private static JsonObject ask(String operation, JsonObject path, JsonObject query) {
    var reply = catalog.ask(operation, path, query);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private String refused(String operation, String body) {
    return catalog.refused(operation, at(), json(body));
  }

  private JsonObject at() {
    return new JsonObject().put("id", id);
  }

  private JsonObject variant(String variantId) {
    return at().put("variant_id", variantId);
  }

  private JsonObject option(String optionId) {
    return at().put("option_id", optionId);
  }

  private static JsonObject json(String text) {
    return new JsonObject(text);
  }

  private static List<String> texts(JsonArray objects, String member) {
    return objects.stream().map(each -> ((JsonObject) each).getString(member)).toList();
  }
}

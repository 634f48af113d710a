package dev.tradewind.catalog;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Futures;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Creation, update and deletion of whole products. */
class ProductWritesIT {

  private static final JsonObject NOWHERE = new JsonObject();

  private static TestCatalog catalog;
  private static String europe;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aProductIsCreatedWithItsParts() {
    String collection = catalog.id("SELECT id FROM product_collection WHERE handle = 'wardrobe'");
    catalog.sql(
        "INSERT INTO product_category (id, name, handle, rank) VALUES ('pcat_a', 'A', 'a', 7)");
    catalog.events();

    JsonObject product =
        create(
            json(
                """
                {"title": "Rain Coat", "subtitle": "Dry", "images": ["a.png", "b.png", "a.png"],
                 "type": {"value": "Coats"}, "collection_id": "%s", "weight": 700.0,
                 "tags": [{"value": "rain"}, {"value": "gift"}, {"value": "rain"}],
                 "categories": [{"id": "pcat_a"}], "metadata": {"a": 1},
                 "options": [{"title": "Size"}, {"title": "Colour"}],
                 "variants": [
                   {"title": "S", "sku": "COAT-S", "inventory_quantity": 5,
                    "prices": [{"currency_code": "EUR", "amount": 9000},
                      {"region_id": "%s", "amount": 8000},
                      {"currency_code": "usd", "amount": 9900, "min_quantity": 1,
                       "max_quantity": 5}],
                    "options": [{"value": "S"}, {"value": "Blue"}]},
                   {"title": "M", "manage_inventory": false, "prices": [],
                    "options": [{"value": "M"}, {"value": "Blue"}]}]}
                """
                    .formatted(collection, europe)));

    assertThat(product.getString("handle")).isEqualTo("rain-coat");
    assertThat(product.getString("status")).isEqualTo("draft");
    assertThat(product.getString("thumbnail")).isEqualTo("a.png");
    assertThat(product.getInteger("weight")).isEqualTo(700);
    assertThat(texts(product, "images", "url")).containsExactly("a.png", "b.png");
    assertThat(texts(product, "tags", "value")).containsExactlyInAnyOrder("rain", "gift");
    assertThat(texts(product, "options", "title")).containsExactly("Size", "Colour");
    assertThat(texts(product, "variants", "title")).containsExactly("S", "M");
    assertThat(texts(product, "sales_channels", "name")).containsExactly("Default Sales Channel");
    assertThat(texts(product, "profiles", "type")).containsExactly("default");
    assertThat(product.getJsonObject("type").getString("value")).isEqualTo("Coats");
    assertThat(product.getJsonObject("collection").getString("id")).isEqualTo(collection);
    JsonObject small = product.getJsonArray("variants").getJsonObject(0);
    assertThat(texts(small, "options", "value")).containsExactly("S", "Blue");
    assertThat(texts(small, "prices", "currency_code")).containsExactly("eur", "eur", "usd");
    assertThat(small.getInteger("inventory_quantity")).isEqualTo(5);
    assertThat(small.getJsonArray("prices").getJsonObject(1).getString("region_id"))
        .isEqualTo(europe);
    JsonObject medium = product.getJsonArray("variants").getJsonObject(1);
    assertThat(medium.getBoolean("manage_inventory")).isFalse();
    assertThat(medium.getInteger("variant_rank")).isEqualTo(1);
    assertThat(catalog.events())
        .extracting(event -> event.getString("type") + " " + event.getString("key"))
        .containsExactly(
            "product.created " + product.getString("id"),
            "product-variant.created " + product.getString("id"),
            "product-variant.created " + product.getString("id"));
    assertThat(
            catalog
                .ask(
                    "adminListProducts",
                    NOWHERE,
                    new JsonObject().put("category_id", new JsonArray().add("pcat_a")))
                .body()
                .toJsonObject()
                .getInteger("count"))
        .isEqualTo(1);
  }

  @Test
  void aGiftCardHasItsOwnProfileAndNoDiscount() {
    JsonObject product =
        create(json("{\"title\": \"Card\", \"is_giftcard\": true, \"discountable\": true}"));

    assertThat(product.getBoolean("discountable")).isFalse();
    assertThat(texts(product, "profiles", "type")).containsExactly("gift_card");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'title': 'A', 'handle': 'canvas-tote'} | 422 duplicate_error Product with handle canvas-tote already exists.",
        "{'title': 'A', 'collection_id': 'pcol_x'} | 404 not_found Product_collection with collection_id pcol_x does not exist.",
        "{'title': 'A', 'sales_channels': [{'id': 'b'}, {'id': 'a'}]} | 400 invalid_data Sales Channels a, b do not exist",
        "{'title': 'A', 'categories': [{'id': 'pcat_x'}]} | 404 not_found Product_category with product_category_id pcat_x does not exist.",
        "{'title': 'A', 'weight': 1.5} | 400 invalid_data weight must be an integer number",
        "{'title': 'A', 'options': [{'title': 'Size'}], 'variants': [{'title': 'S', 'prices': []}]} | 400 invalid_data Product options length does not match variant options length. Product has 1 and variant has 0.",
        "{'title': 'A', 'options': [{'title': 'Size'}], 'variants': [{'title': 'S', 'prices': [], 'options': [{'value': 'S'}]}, {'title': 'T', 'prices': [], 'options': [{'value': 'S'}]}]} | 422 duplicate_error Variant with title T with provided options already exists",
        "{'title': 'A', 'variants': [{'title': 'S', 'sku': 'MUG-SND', 'prices': []}]} | 422 duplicate_error Product_variant with sku MUG-SND already exists.",
        "{'title': 'A', 'variants': [{'title': 'S', 'prices': [{'currency_code': 'xyz', 'amount': 1}]}]} | 404 not_found Currency with currency_code xyz does not exist.",
        "{'title': 'A', 'variants': [{'title': 'S', 'prices': [{'region_id': 'reg_x', 'amount': 1}]}]} | 404 not_found Region with reg_x was not found",
        "{'title': 'A', 'variants': [{'title': 'S', 'prices': [{'amount': 1}]}]} | 400 invalid_data Failed XOR relation between \"region_id\" and \"currency_code\".",
        "{'title': 'A', 'variants': [{'title': 'S', 'prices': [{'currency_code': 'eur', 'region_id': 'reg_x', 'amount': 1}]}]} | 400 invalid_data Failed XOR relation between \"region_id\" and \"currency_code\".",
      })
  void aProductIsRefusedAsAWhole(String body, String answer) {
    assertThat(catalog.refused("adminCreateProduct", NOWHERE, json(body.replace('\'', '"'))))
        .isEqualTo(answer);
  }

  @Test
  void anUpdateKeepsFieldsThatItDoesNotMention() {
    JsonObject made = simple("Lamp", "LAMP");
    String id = made.getString("id");
    catalog.events();

    JsonObject changed =
        update(
            id,
            json(
                """
                {"subtitle": "Bright", "description": null, "metadata": {"b": 2, "a": ""},
                 "tags": [{"value": "light"}], "images": ["c.png"], "status": "published"}
                """));

    assertThat(changed.getString("title")).isEqualTo("Lamp");
    assertThat(changed.getString("subtitle")).isEqualTo("Bright");
    assertThat(changed.getString("status")).isEqualTo("published");
    assertThat(changed.getJsonObject("metadata")).isEqualTo(new JsonObject().put("b", 2));
    assertThat(texts(changed, "tags", "value")).containsExactly("light");
    assertThat(changed.getString("thumbnail")).isEqualTo("c.png");
    assertThat(changed.getJsonArray("variants")).isEqualTo(made.getJsonArray("variants"));
    List<JsonObject> events = catalog.events();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getString("type")).isEqualTo("product.updated");
    assertThat(events.get(0).getLong("aggregate_version")).isEqualTo(2);
    assertThat(events.get(0).getJsonObject("data").getJsonArray("fields"))
        .containsExactly("subtitle", "description", "metadata", "tags", "images", "status");

    JsonObject cleared =
        update(
            id,
            json(
                "{\"tags\": [], \"images\": [\"d.png\"], \"type\": null, \"sales_channels\": []}"));
    assertThat(cleared.getJsonArray("tags")).isEmpty();
    assertThat(cleared.getJsonArray("sales_channels")).isEmpty();
    assertThat(cleared.getValue("type")).isNull();
    assertThat(cleared.getString("thumbnail")).isEqualTo("c.png");
    assertThat(texts(cleared, "images", "url")).containsExactly("d.png");
    assertThat(update(id, new JsonObject())).isEqualTo(cleared);
    assertThat(
            catalog
                .written("adminMetadataProduct", at(id), json("{\"key\": \"b\", \"value\": \"\"}"))
                .getJsonObject("metadata"))
        .isEqualTo(new JsonObject());
  }

  @Test
  void theListedVariantsReplaceTheStoredOnes() {
    JsonObject made = simple("Chair", "CHAIR");
    String id = made.getString("id");
    String option = made.getJsonArray("options").getJsonObject(0).getString("id");
    JsonObject small = made.getJsonArray("variants").getJsonObject(0);
    String gone = made.getJsonArray("variants").getJsonObject(1).getString("id");
    catalog.events();

    JsonObject changed =
        update(
            id,
            json(
                """
                {"variants": [
                  {"title": "Large", "sku": "CHAIR-M", "prices": [],
                   "options": [{"option_id": "%s", "value": "L"}]},
                  {"id": "%s", "title": "Tiny",
                   "options": [{"option_id": "%s", "value": "XS"}]}]}
                """
                    .formatted(option, small.getString("id"), option)));

    assertThat(texts(changed, "variants", "title")).containsExactly("Large", "Tiny");
    JsonObject tiny = changed.getJsonArray("variants").getJsonObject(1);
    assertThat(tiny.getString("sku")).isEqualTo("CHAIR-S");
    assertThat(texts(tiny, "options", "value")).containsExactly("XS");
    assertThat(tiny.getJsonArray("prices")).isEqualTo(small.getJsonArray("prices"));
    assertThat(catalog.events())
        .extracting(event -> event.getString("type"))
        .containsExactly(
            "product-variant.deleted",
            "product-variant.updated",
            "product-variant.created",
            "product.updated");
    assertThat(
            catalog.id(
                "SELECT count(*)::text FROM money_amount WHERE variant_id = $1"
                    + " AND deleted_at IS NULL",
                gone))
        .isEqualTo("0");
    assertThat(
            catalog.refused(
                "adminUpdateProduct",
                at(id),
                json("{\"title\": \"Never\", \"variants\": [{\"id\": \"variant_x\"}]}")))
        .isEqualTo(
            "404 not_found Variants with id: variant_x are not associated with this product");
  }

  @Test
  void unknownProductsAreNotFoundAndDeletionIsIdempotent() {
    JsonObject made = simple("Vase", "VASE");
    String id = made.getString("id");
    catalog.events();

    assertThat(
            new AdminApi(catalog)
                .noticeDuring(
                    DeletedReferences.PRODUCT,
                    () -> {
                      for (int i = 0; i < 2; i++) {
                        assertThat(
                                catalog
                                    .write("adminDeleteProduct", at(id), null)
                                    .body()
                                    .toJsonObject())
                            .isEqualTo(
                                new JsonObject()
                                    .put("id", id)
                                    .put("object", "product")
                                    .put("deleted", true));
                      }
                    }))
        .containsExactly(id);

    assertThat(catalog.events())
        .extracting(event -> event.getString("type"))
        .containsExactly("product.deleted");
    assertThat(catalog.refused("adminUpdateProduct", at(id), json("{\"title\": \"A\"}")))
        .isEqualTo("404 not_found Product with id: " + id + " was not found");
    assertThat(catalog.ask("adminGetProduct", at(id), NOWHERE).status()).isEqualTo(404);
    // Handle and SKUs are free again.
    assertThat(simple("Vase", "VASE").getString("handle")).isEqualTo("vase");
  }

  @Test
  void concurrentUpdatesOfAProductKeepEachOthersFields() {
    String id = simple("Desk", "DESK").getString("id");
    List<Future<?>> writes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      writes.add(send("adminUpdateProduct", id, new JsonObject().put("subtitle", "s" + i)));
      writes.add(send("adminUpdateProduct", id, new JsonObject().put("material", "m" + i)));
      writes.add(
          send(
              "adminUpdateProduct",
              id,
              new JsonObject().put("metadata", new JsonObject().put("k" + i, i))));
    }
    writes.forEach(Futures::await);

    JsonObject product =
        catalog
            .ask("adminGetProduct", at(id), NOWHERE)
            .body()
            .toJsonObject()
            .getJsonObject("product");
    assertThat(product.getString("subtitle")).startsWith("s");
    assertThat(product.getString("material")).startsWith("m");
    assertThat(product.getJsonObject("metadata").size()).isEqualTo(9);
    assertThat(catalog.id("SELECT version::text FROM product WHERE id = $1", id)).isEqualTo("25");
  }

  @Test
  void concurrentWritesCreateATagAndATypeOnce() {
    List<Future<Reply>> made =
        IntStream.range(0, 12)
            .mapToObj(i ->
                catalog.send(
                    "adminCreateProduct",
                    NOWHERE,
                    NOWHERE,
                    json(
                        """
                        {"title": "Same %d", "type": {"value": "Only"},
                         "tags": [{"value": "%s"}, {"value": "%s"}]}
                        """
                            .formatted(i, i % 2 == 0 ? "one" : "two", i % 2 == 0 ? "two" : "one"))))
            .toList();

    assertThat(made).allSatisfy(reply -> assertThat(await(reply).status()).isEqualTo(200));
    assertThat(catalog.id("SELECT count(*)::text FROM product_type WHERE value = 'Only'"))
        .isEqualTo("1");
    assertThat(catalog.id("SELECT count(*)::text FROM product_tag WHERE value IN ('one', 'two')"))
        .isEqualTo("2");
  }

  private static Future<?> send(String operation, String id, JsonObject body) {
    return catalog
        .send(operation, at(id), NOWHERE, body)
        .onSuccess(reply -> assertThat(reply.status()).isEqualTo(200));
  }

  private static JsonObject simple(String title, String sku) {
    return create(
        json(
            """
            {"title": "%1$s", "description": "d", "metadata": {"a": 1}, "type": {"value": "Home"},
             "options": [{"title": "Size"}],
             "variants": [
               {"title": "S", "sku": "%2$s-S", "options": [{"value": "S"}],
                "prices": [{"currency_code": "eur", "amount": 100}]},
               {"title": "M", "sku": "%2$s-M", "options": [{"value": "M"}],
                "prices": [{"currency_code": "eur", "amount": 200}]}]}
            """
                .formatted(title, sku)));
  }

  private static JsonObject create(JsonObject body) {
    return catalog.written("adminCreateProduct", NOWHERE, body);
  }

  private static JsonObject update(String id, JsonObject body) {
    return catalog.written("adminUpdateProduct", at(id), body);
  }

  private static JsonObject at(String id) {
    return new JsonObject().put("id", id);
  }

  private static JsonObject json(String text) {
    return new JsonObject(text);
  }

  private static List<String> texts(JsonObject parent, String array, String member) {
    return parent.getJsonArray(array).stream()
        .map(each -> ((JsonObject) each).getString(member))
        .toList();
  }
}

package dev.tradewind.catalog.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of each type of declared fields: those that are stored, and those that are refused. */
class FieldTypesIT {

  private static final JsonObject NOTHING = new JsonObject();

  private static final Map<String, String> FAULTS = new HashMap<>();

  private static TestCatalog catalog;
  private static String product;

  @BeforeAll
  static void declare() {
    catalog = TestCatalog.withDemoShop();
    product = catalog.id("SELECT id FROM product WHERE handle = 'canvas-tote'");
    declare("text", NOTHING, "must be a text");
    declare("number", NOTHING, "must be a number");
    declare("boolean", NOTHING, "must be true or false");
    declare("date", NOTHING, "must be a date like 2026-12-24");
    declare(
        "enum",
        new JsonObject().put("values", new JsonArray().add("raw").add("dyed")),
        "must be one of: raw, dyed");
    declare("list", NOTHING, "must be a list of at most 100 texts of at most 500 characters");
    declare(
        "reference",
        new JsonObject().put("references", "product"),
        "must be the id of a present product");
    declare(
        "money",
        new JsonObject().put("currency_code", "eur"),
        "must be an integer, in the smallest unit of eur");
  }

  private static void declare(String type, JsonObject options, String fault) {
    JsonObject body =
        new JsonObject()
            .put("resource", "collection")
            .put("name", "a_" + type)
            .put("type", type)
            .mergeIn(options);
    Reply reply = catalog.write("adminDeclareField", NOTHING, body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    FAULTS.put(type, fault);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  private static Reply create(String type, Object value) {
    return catalog.write(
        "adminCreateCollection",
        NOTHING,
        new JsonObject()
            .put("title", "Collection")
            .put("handle", "handle-" + System.nanoTime())
            .put("metadata", new JsonObject().put("a_" + type, value).put("free", "kept")));
  }

  /** Values as JSON, and the stored form. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | \"Größe\" | \"Größe\"",
        "text | \"5\" | \"5\"",
        "number | 12.5 | 12.5",
        "number | -3 | -3",
        "number | \"12.5\" | 12.5",
        "boolean | false | false",
        "boolean | \"true\" | true",
        "date | \"2024-02-29\" | \"2024-02-29\"",
        "date | \"2026-12-31\" | \"2026-12-31\"",
        "enum | \"dyed\" | \"dyed\"",
        "list | [] | []",
        "list | [\"a\",\"b\"] | [\"a\",\"b\"]",
        "list | \"a, b\" | [\"a\",\"b\"]",
        "money | 1999 | 1999",
        "money | \"1999\" | 1999",
      })
  void aValueOfTheTypeIsStored(String type, String given, String stored) {
    Reply reply = create(type, value(given));

    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    JsonObject metadata =
        reply.body().toJsonObject().getJsonObject("collection").getJsonObject("metadata");
    assertThat(metadata)
        .isEqualTo(new JsonObject().put("a_" + type, value(stored)).put("free", "kept"));
  }

  private static Object value(String json) {
    return new JsonArray("[" + json + "]").getValue(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | 5",
        "text | [\"a\"]",
        "number | \"heavy\"",
        "number | true",
        "number | \"\\u0661\"",
        "boolean | 1",
        "boolean | \"yes\"",
        "date | \"2026-02-29\"",
        "date | \"0000-01-01\"",
        "date | \"24.12.2026\"",
        "date | \"2026-13-01\"",
        "date | \"2026-12-24T10:00:00Z\"",
        "date | 20261224",
        "enum | \"bleached\"",
        "enum | [\"raw\"]",
        "list | [1]",
        "list | {\"a\":\"b\"}",
        "reference | \"prod_unknown\"",
        "money | 19.99",
        "money | \"19.99\"",
        "money | {\"amount\":1999}",
      })
  void aValueOfAnotherTypeIsRefusedWithTheNameOfTheField(String type, String given) {
    Reply reply = create(type, value(given));

    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(400);
    assertThat(reply.body().toJsonObject().getString("message"))
        .isEqualTo("metadata.a_" + type + " " + FAULTS.get(type));
  }

  /** Null and an empty text are no values, as clients clear a member with them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"text", "number", "boolean", "date", "enum", "list", "reference", "money"})
  void noValueIsRightForEachType(String type) {
    assertThat(create(type, null).status()).isEqualTo(200);
    Reply cleared = create(type, "");
    assertThat(cleared.status()).isEqualTo(200);
    assertThat(cleared.body().toJsonObject().getJsonObject("collection").getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("free", "kept"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"canvas-tote"})
  void aReferenceStaysWhenItsResourceIsDeleted(String handle) {
    Reply created = create("reference", product);
    assertThat(created.status()).as(created.body().toString()).isEqualTo(200);
    String id = created.body().toJsonObject().getJsonObject("collection").getString("id");
    catalog.sql("UPDATE product SET deleted_at = now() WHERE handle = $1", handle);

    Reply changed =
        catalog.write(
            "adminUpdateCollection",
            new JsonObject().put("id", id),
            new JsonObject().put("metadata", new JsonObject().put("free", "other")));

    assertThat(changed.status()).as(changed.body().toString()).isEqualTo(200);
    catalog.sql("UPDATE product SET deleted_at = NULL WHERE handle = $1", handle);
  }
}

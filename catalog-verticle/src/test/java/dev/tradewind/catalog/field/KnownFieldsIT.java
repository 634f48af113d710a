package dev.tradewind.catalog.field;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.field.KnownFields;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metadata as a node completes it, beside the rule of the database. */
class KnownFieldsIT {

  private static TestCatalog catalog;
  private static KnownFields fields;

  @BeforeAll
  static void declare() {
    catalog = TestCatalog.withDemoShop();
    for (String field :
        """
        "name": "title", "type": "text", "default": "t"
        "name": "kept", "type": "text", "default": "k", "required": true
        "name": "size", "type": "number"
        "name": "cost", "type": "money", "currency_code": "eur", "staff_only": true
        "name": "open", "type": "boolean"
        "name": "tags", "type": "list", "default": ["a"]
        "name": "day", "type": "date"
        "name": "level", "type": "enum", "values": ["1", "2"]
        "name": "risk", "type": "number", "default": 1, "staff_only": true
        """
            .strip()
            .split("\n")) {
      JsonObject body = new JsonObject("{\"resource\": \"collection\", " + field + "}");
      assertThat(catalog.write("adminDeclareField", new JsonObject(), body).status())
          .as(field)
          .isEqualTo(200);
    }
    fields = new KnownFields(catalog.pool);
    await(fields.refresh());
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "new",
      textBlock =
          """
          new | {}
          new | {"tags": "  red   wine , , \\tsea  blue,"}
          new | {"other": 1, "title": "x", "tags": []}
          new | {"title": "", "kept": null, "size": "", "_staff": null}
          new | {"size": "2.50", "open": "true", "tags": " a, b ,,c d ", "_staff": {"cost": "0500"}}
          new | {"size": "-0", "_staff": {}}
          new | {"level": "1", "day": "2026-12-01"}
          new | {"size": "-12345678901234567890"}
          new | {"open": "false", "tags": ",", "_staff": {"risk": "7.0", "more": 1}}
          {} | {"size": "3"}
          {} | {"title": "", "kept": ""}
          {"kept": "x", "size": "3"} | {"size": "3"}
          {"kept": "x", "title": "y"} | {"kept": "x"}
          {"_staff": {"risk": 2}} | {"kept": "k", "_staff": {"risk": "2"}}
          {"_staff": {"cost": "9"}} | {"kept": "k", "_staff": {"cost": "9"}}
          {"tags": ["a", "b"]} | {"kept": "k", "tags": "a,b"}
          """)
  void itIsThatOfTheDatabase(String before, String given) {
    JsonObject former = before == null ? null : new JsonObject(before);
    JsonObject metadata = new JsonObject(given);

    JsonObject completed = fields.now().complete("collection", former, metadata);

    assertThat(completed).isEqualTo(stored(former, metadata));
    assertThat(metadata).isEqualTo(new JsonObject(given));
  }

  private static JsonObject stored(JsonObject before, JsonObject given) {
    return (JsonObject)
        catalog
            .sql("SELECT checked_metadata('collection', $1, $2) AS metadata", before, given)
            .iterator()
            .next()
            .getJson("metadata");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"size": "1e3"}
          {"size": "1.12345678901"}
          {"open": "yes"}
          {"_staff": "x"}
          {"tags": 5}
          """)
  void aFaultIsLeftToTheDatabase(String given) {
    JsonObject metadata = new JsonObject(given).put("kept", "k");

    assertThat(fields.now().complete("collection", new JsonObject(), metadata)).isSameAs(metadata);
  }
}

package dev.tradewind.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Demo shop with furniture and words of several languages, opened once for the tests of a class.
 */
final class SearchedShop implements BeforeAllCallback, AfterAllCallback {

  TestCatalog catalog;
  SearchedCatalog search;
  String europe;

  @Override
  public void beforeAll(ExtensionContext context) {
    catalog = TestCatalog.withDemoShop();
    search = new SearchedCatalog(catalog);
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    search.add("Wide Sofa", described("Seats three people."));
    search.add("Corner Sofa", described("A wide seat for the corner."));
    search.add("Garden Chairs", described("Two folding seats."));
    search.add("Chair Cushion", described("Soft."));
    search.add("Kopfhörer Nordwind", described("Kabellose Hörer mit langer Laufzeit."));
    search.add("Stehlampe aus Eiche", described("Leuchte für das Wohnzimmer."));
    search.add("Chaussures de randonnée", described("Pour les chemins de montagne."));
    search.add("Tazas de café", described("Juego de cuatro tazas para espresso."));
    search.add("Ελληνικός Καφές", described("300 g"));
    search.add("東京タワー模型", described("模型"));
    search.add("Bookshelf", described("Five boards."));
    set(new JsonObject().put("languages", new JsonArray().add("en").add("de").add("fr").add("es")));
    Eventually.until(() -> search.titles("chaussure").contains("Chaussures de randonnée"));
  }

  static JsonObject described(String description) {
    return new JsonObject().put("description", description);
  }

  /** Changes settings of the search. */
  void set(JsonObject settings) {
    int version =
        catalog
            .ask("adminGetSearchSettings", new JsonObject(), new JsonObject())
            .body()
            .toJsonObject()
            .getJsonObject("search")
            .getInteger("version");
    Reply reply =
        catalog.write(
            "adminUpdateSearchSettings", new JsonObject(), settings.put("version", version));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    catalog.close();
  }

  /** Product with a variant for each value of its option, and with an option of numbers. */
  static JsonObject colored(String option, String... values) {
    JsonArray variants = new JsonArray();
    for (String value : values) {
      JsonObject number = new JsonObject().put("value", "No. " + variants.size());
      JsonArray options = new JsonArray().add(new JsonObject().put("value", value)).add(number);
      variants.add(new JsonObject().put("title", value).put("options", options));
    }
    JsonArray options =
        new JsonArray()
            .add(new JsonObject().put("title", option))
            .add(new JsonObject().put("title", "Number"));
    return new JsonObject().put("options", options).put("variants", variants);
  }

  List<String> facets(JsonObject body) {
    return List.copyOf(search.search(body).getJsonObject("facetDistribution").fieldNames());
  }

  static JsonObject query(String text) {
    return new JsonObject().put("indexUid", "products").put("q", text);
  }
}

package dev.tradewind.catalog.search;

import static dev.tradewind.catalog.search.SearchedShop.colored;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Effects of what staff set: synonyms, facets and languages; and the report on searches. */
class AppliedSettingsIT {

  @RegisterExtension static final SearchedShop shop = new SearchedShop();

  @Test
  void staffSetSynonymsStopWordsAndResults() {
    String lamp = shop.catalog.id("SELECT id FROM product WHERE title = 'Stehlampe aus Eiche'");
    String sofa = shop.catalog.id("SELECT id FROM product WHERE title = 'Corner Sofa'");
    shop.set(
        new JsonObject()
            .put(
                "synonyms",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("word", "settee")
                            .put("synonyms", new JsonArray().add("sofa"))))
            .put("stop_words", new JsonArray().add("nice"))
            .put(
                "results",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("query", "Lounge!")
                            .put("pinned", new JsonArray().add(lamp))
                            .put("hidden", new JsonArray().add(sofa)))));

    assertThat(shop.search.titles("nice settee")).contains("Wide Sofa", "Corner Sofa");
    assertThat(shop.search.titles("lounge")).first().isEqualTo("Stehlampe aus Eiche");
    assertThat(shop.search.titles("lounge")).doesNotContain("Corner Sofa");
  }

  /** The next answer follows them, also where the one before is kept. */
  @Test
  void staffChooseFacetsAndTheirOrder() {
    shop.search.add("Crane coat", colored("Farbe", "red", "blue"));
    JsonObject all =
        new JsonObject()
            .put("q", "crane")
            .put("matchingStrategy", "all")
            .put("facets", new JsonArray().add("*").add("variant_options_value"));
    assertThat(shop.facets(all))
        .containsExactly(
            "available",
            "price",
            "categories",
            "collection_title",
            "type_value",
            "tags_value",
            "material",
            "options.Farbe",
            "options.Number",
            "variant_options_value");

    JsonArray chosen =
        new JsonArray().add("options.number").add("options.*").add("metadata.mass").add("tags");
    shop.set(new JsonObject().put("facets", chosen));

    assertThat(shop.facets(all))
        .containsExactly(
            "options.number",
            "options.Farbe",
            "metadata.mass",
            "tags_value",
            "variant_options_value");
    shop.set(new JsonObject().put("facets", new JsonArray()));
    assertThat(shop.facets(all)).containsExactly("variant_options_value");
    shop.set(new JsonObject().putNull("facets"));
    assertThat(shop.facets(all)).startsWith("available", "price");
  }

  /** Suggestions while typing are no queries of shoppers. */
  @Test
  void theReportLeavesOutSearchesWithoutAnalytics() {
    for (String client : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
      sendFrom(client, new JsonObject().put("q", "Samov").put("analytics", false));
      sendFrom(client, new JsonObject().put("q", "Samovar"));
    }

    Eventually.until(() -> reported().contains("samovar"));

    assertThat(reported()).doesNotContain("samov");
  }

  private static void sendFrom(String client, JsonObject body) {
    Reply reply =
        await(
            SearchedCatalog.send(
                shop.catalog.bus,
                "storeSearchProduct",
                body,
                Principal.ANONYMOUS,
                new JsonObject(),
                client));
    assertThat(reply.status()).isEqualTo(200);
  }

  private static List<String> reported() {
    return shop
        .catalog
        .ask("adminGetSearchQueries", new JsonObject(), new JsonObject())
        .body()
        .toJsonObject()
        .getJsonArray("frequent")
        .stream()
        .map(one -> ((JsonObject) one).getString("query"))
        .toList();
  }

  /** Other languages take effect with another index; searches go on meanwhile. */
  @Test
  void searchesGoOnWhileLanguagesChange() {
    for (String language : List.of("fi", "nl", "ja", "zh", "da", "no", "pt", "sv", "it")) {
      shop.set(new JsonObject().put("languages", new JsonArray().add("en").add(language)));
      for (int i = 0; i < 5; i++) {
        Reply reply =
            await(
                SearchedCatalog.send(
                    shop.catalog.bus,
                    "storeSearchIndex",
                    new JsonObject().put("q", "wide sofa"),
                    Principal.ANONYMOUS,
                    new JsonObject()));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(SearchedCatalog.titlesOf(reply.body().toJsonObject()))
            .first()
            .isEqualTo("Wide Sofa");
      }
    }
    shop.set(
        new JsonObject().put("languages", new JsonArray().add("en").add("de").add("fr").add("es")));
    Eventually.until(() -> shop.search.titles("chaussure").contains("Chaussures de randonnée"));
  }
}

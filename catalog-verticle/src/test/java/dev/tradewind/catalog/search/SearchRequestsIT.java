package dev.tradewind.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters of a search: those that select what is shown, refused ones, and their limits. */
class SearchRequestsIT {

  @RegisterExtension static final SearchedShop shop = new SearchedShop();

  @Test
  void attributesWithinObjectsAndListsAreSelected() {
    JsonObject product =
        JsonArrays.objects(shop.search.search(new JsonObject()).getJsonArray("hits")).stream()
            .filter(hit -> !hit.getJsonArray("variants").isEmpty())
            .findFirst()
            .orElseThrow();
    JsonArray variants = new JsonArray();
    JsonArrays.objects(product.getJsonArray("variants"))
        .forEach(variant ->
            variants.add(
                new JsonObject()
                    .put("id", variant.getString("id"))
                    .put("calculated_price", variant.getValue("calculated_price"))));

    JsonObject hit =
        shop.search
            .search(
                new JsonObject()
                    .put("filter", "id = " + product.getString("id"))
                    .put(
                        "attributesToRetrieve",
                        JsonArray.of(
                            "title",
                            "variants.id",
                            "variants.calculated_price",
                            "type.value",
                            "tags.nothing",
                            "variants.id.nothing")))
            .getJsonArray("hits")
            .getJsonObject(0);

    JsonObject expected =
        new JsonObject().put("title", product.getString("title")).put("variants", variants);
    if (product.getJsonObject("type") != null) {
      expected.put("type", new JsonObject().put("value", product.getString("type_value")));
    }
    hit.remove("tags");
    assertThat(hit).isEqualTo(expected);
  }

  /** Other members than Meilisearch's have no effect on Medusa's path. */
  @Test
  void medusasPathRefusesWhatTheSearchDoesNotHave() {
    JsonObject own = new JsonObject().put("q", "sofa").put("typesense", true);

    assertThat(ofMedusa(own).status()).isEqualTo(200);
    assertThat(ofMedusa(own.copy().put("distinct", false)).status()).isEqualTo(200);
    assertThat(ofMedusa(own.copy().put("distinct", "type_value")).body().toString())
        .contains("invalid_data", "`distinct`");
  }

  private static Reply ofMedusa(JsonObject body) {
    return SearchedCatalog.ask(
        shop.catalog.bus, "storeSearchProduct", body, Principal.ANONYMOUS, new JsonObject());
  }

  @ParameterizedTest
  @CsvSource({
    "filter, 'price >', invalid_search_filter",
    "filter, 'shoe = red', invalid_search_filter",
    "q, 7, invalid_search_q",
    "sort, up, invalid_search_sort",
    "limit, -1, invalid_search_limit",
    "facets, '[\"title\"]', invalid_search_facets",
    "vector, '[1]', invalid_search_vector",
    "distinct, '\"collection_id\"', invalid_search_distinct",
    "analytics, 1, bad_request",
    "fields, 1, bad_request"
  })
  void aRefusalHasMeilisearchsForm(String name, String value, String code) {
    Object given =
        value.matches("-?\\d+")
            ? Integer.valueOf(value)
            : value.startsWith("[") ? new JsonArray(value) : value;

    Reply reply = shop.search.ask(new JsonObject().put(name, given));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject().getString("code")).isEqualTo(code);
    assertThat(reply.body().toJsonObject().fieldNames())
        .containsExactlyInAnyOrder("message", "code", "type", "link");
  }

  @ParameterizedTest
  @CsvSource({
    "q, 500, a",
    "q, 40000, a",
    "q, 250, 'a '",
    "q, 250, '\"a'",
    "q, 100, 'aaaaa'",
    "filter, 4000, (",
    "filter, 40000, a",
    "filter, 1000, 'price=1 OR price=2 OR '"
  })
  void hostileSearchesEndInBoundedTime(String name, int times, String text) {
    long begun = System.nanoTime();

    Reply reply = shop.search.ask(new JsonObject().put(name, text.repeat(times)));

    assertThat(reply.status()).isIn(200, 400);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void manyValuesConditionsFacetsAndSynonymsAreAnsweredOrRefused() {
    String values = "a,".repeat(290);
    assertThat(shop.search.ask(filtered("type_value IN [" + values + "]")).status()).isEqualTo(200);
    assertThat(shop.search.ask(filtered("type_value IN [" + values.repeat(2) + "]")).status())
        .isEqualTo(400);
    JsonArray some = new JsonArray();
    for (int i = 0; i < 290; i++) {
      some.add("price=" + i);
    }
    assertThat(shop.search.ask(new JsonObject().put("filter", new JsonArray().add(some))).status())
        .isEqualTo(200);
    JsonArray facets = new JsonArray();
    for (int i = 0; i < 51; i++) {
      facets.add("options." + i);
    }
    assertThat(shop.search.ask(new JsonObject().put("facets", facets)).status()).isEqualTo(400);
    assertThat(shop.search.ask(new JsonObject().put("limit", 100_000)).status()).isEqualTo(200);
    assertThat(shop.search.ask(new JsonObject().put("offset", 2_000_000_000)).status())
        .isEqualTo(200);
    assertThat(shop.search.ask(filtered("title CONTAINS \"*\\\\?[a-z]\"")).status()).isEqualTo(200);
  }

  private static JsonObject filtered(String filter) {
    return new JsonObject().put("filter", filter);
  }
}

package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.testing.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search over HTTP: hits beside the list of products, and the two forms of refusals. */
class ProductSearchOverHttpIT {

  private static final String INDEX = "/store/search/indexes/products/search";

  private static Storefront http;

  @BeforeAll
  static void open() {
    http = Shop.shared().storefront();
    Eventually.until(() -> http.get("/store/search/health").status() == 200);
  }

  @Test
  void hitsAreTheProductsOfTheList() {
    String region = http.region("eur").getString("id");
    JsonArray hits =
        http.post(
                "/store/products/search",
                new JsonObject().put("q", "").put("limit", 5).put("region_id", region))
            .body()
            .getJsonArray("hits");
    JsonArray listed =
        http.get("/store/products?limit=5&region_id=" + region).body().getJsonArray("products");

    assertThat(hits).hasSameSizeAs(listed).isNotEmpty();
    for (int i = 0; i < hits.size(); i++) {
      JsonObject hit = hits.getJsonObject(i);
      listed
          .getJsonObject(i)
          .forEach(
              member -> assertThat(hit.getValue(member.getKey())).isEqualTo(member.getValue()));
    }
  }

  @Test
  void aFederationIsOneList() {
    JsonArray facets = new JsonArray().add("*");
    JsonObject query = new JsonObject().put("indexUid", "products").put("q", "linen");
    JsonObject federation =
        new JsonObject().put("facetsByIndex", new JsonObject().put("products", facets));

    Answer answer =
        http.post(
            "/store/search/multi-search",
            new JsonObject()
                .put("federation", federation)
                .put("queries", new JsonArray().add(query).add(query)));
    Answer merged =
        http.post(
            "/store/search/multi-search",
            new JsonObject()
                .put("federation", federation.copy().put("mergeFacets", new JsonObject()))
                .put("queries", new JsonArray().add(query)));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().getJsonArray("hits"))
        .isNotEmpty()
        .hasSize(answer.body().getInteger("estimatedTotalHits"))
        .allMatch(hit -> ((JsonObject) hit).containsKey("_federation"));
    assertThat(merged.body().getJsonObject("facetDistribution"))
        .isEqualTo(
            answer
                .body()
                .getJsonObject("facetsByIndex")
                .getJsonObject("products")
                .getJsonObject("distribution"));
  }

  @Test
  void anotherIndexIsNotFound() {
    Answer answer = http.post("/store/search/indexes/articles/search", new JsonObject());

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body().getString("code")).isEqualTo("index_not_found");
  }

  @Test
  void theVersionIsThatOfMeilisearch() {
    assertThat(http.get("/store/search/version").body().fieldNames())
        .containsExactlyInAnyOrder("commitSha", "commitDate", "pkgVersion");
  }

  @ParameterizedTest
  @CsvSource({
    INDEX + ", '{', 400, malformed_payload",
    INDEX + ", '{\"filter\": \"price >\"}', 400, invalid_search_filter",
    "/store/search/indexes/products/stats, '{}', 404, not_found",
    INDEX + ", '', 413, payload_too_large"
  })
  void aRefusalHasMeilisearchsForm(String path, String body, int status, String code)
      throws Exception {
    String sent = status == 413 ? "{\"q\": \"" + "a".repeat(200_000) + "\"}" : body;

    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(http.url() + path))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(sent))
                    .build(),
                BodyHandlers.ofString());

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    JsonObject problem = new JsonObject(response.body());
    assertThat(problem.fieldNames()).containsExactlyInAnyOrder("message", "code", "type", "link");
    assertThat(problem.getString("code")).isEqualTo(code);
  }

  @Test
  void medusasOwnPathRefusesInItsForm() {
    Answer answer = http.post("/store/products/search", new JsonObject().put("filter", "price >"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
  }
}

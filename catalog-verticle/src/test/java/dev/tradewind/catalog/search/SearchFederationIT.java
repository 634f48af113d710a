package dev.tradewind.catalog.search;

import static dev.tradewind.catalog.search.SearchedShop.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several searches in one request, answered one by one or merged into one list. */
class SearchFederationIT {

  @RegisterExtension static final SearchedShop shop = new SearchedShop();

  @Test
  void severalSearchesAreAnsweredInTheirOrder() {
    JsonObject queries =
        new JsonObject()
            .put(
                "queries",
                new JsonArray()
                    .add(new JsonObject().put("indexUid", "products").put("q", "bookshelf"))
                    .add(
                        new JsonObject()
                            .put("indexUid", "products")
                            .put("q", "cushion")
                            .put("page", 1)
                            .put("hitsPerPage", 1)));

    JsonArray results =
        SearchedCatalog.ask(
                shop.catalog.bus,
                "storeSearchIndexes",
                queries,
                Principal.ANONYMOUS,
                new JsonObject())
            .body()
            .toJsonObject()
            .getJsonArray("results");

    assertThat(SearchedCatalog.titlesOf(results.getJsonObject(0))).first().isEqualTo("Bookshelf");
    assertThat(SearchedCatalog.titlesOf(results.getJsonObject(1))).containsExactly("Chair Cushion");
    assertThat(results.getJsonObject(1).getString("indexUid")).isEqualTo("products");
    assertThat(results.getJsonObject(1).getInteger("totalHits")).isPositive();
  }

  private static JsonObject weighted(String text, Object weight) {
    return query(text).put("federationOptions", new JsonObject().put("weight", weight));
  }

  private static Reply federated(JsonObject federation, JsonObject... queries) {
    JsonObject body =
        new JsonObject()
            .put("federation", federation)
            .put("queries", new JsonArray(List.of(queries)));
    return SearchedCatalog.ask(
        shop.catalog.bus, "storeSearchIndexes", body, Principal.ANONYMOUS, new JsonObject());
  }

  private static JsonObject oneList(JsonObject federation, JsonObject... queries) {
    Reply reply = federated(federation, queries);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  @Test
  void aFederationMergesHitsByTheirWeightedScores() {
    JsonObject sofa = weighted("corner sofa", 0.5).put("matchingStrategy", "all");
    JsonObject shelf = query("bookshelf").put("showRankingScore", true);
    JsonObject limit = new JsonObject().put("limit", 2);

    JsonObject found = oneList(limit, sofa, shelf);

    assertThat(SearchedCatalog.titlesOf(found)).containsExactly("Bookshelf", "Corner Sofa");
    assertThat(found.fieldNames())
        .containsExactlyInAnyOrder(
            "hits", "processingTimeMs", "limit", "offset", "estimatedTotalHits");
    JsonObject first = found.getJsonArray("hits").getJsonObject(0);
    assertThat(first.getJsonObject("_federation"))
        .isEqualTo(
            new JsonObject()
                .put("indexUid", "products")
                .put("queriesPosition", 1)
                .put("weightedRankingScore", first.getDouble("_rankingScore")));
    JsonObject second = found.getJsonArray("hits").getJsonObject(1);
    assertThat(second.containsKey("_rankingScore")).isFalse();
    assertThat(second.getJsonObject("_federation").getDouble("weightedRankingScore"))
        .isBetween(0.25, 0.5);
    assertThat(
            SearchedCatalog.titlesOf(
                oneList(limit, weighted("bookshelf", 0.1), query("corner sofa"))))
        .first()
        .isEqualTo("Corner Sofa");
    assertThat(SearchedCatalog.titlesOf(oneList(limit.copy().put("offset", 1), sofa, shelf)))
        .first()
        .isEqualTo("Corner Sofa");
  }

  /** Its total, its facets and its pages have each product once. */
  @Test
  void aProductOfSeveralQueriesIsOneHitOfAFederation() {
    JsonObject all = query("sofa").put("matchingStrategy", "all");
    JsonObject some =
        all.copy()
            .put("filter", "title = 'Corner Sofa'")
            .put("attributesToRetrieve", new JsonArray().add("title"))
            .put("attributesToHighlight", new JsonArray().add("title"))
            .put("federationOptions", new JsonObject().put("weight", 2));
    JsonObject federation =
        new JsonObject()
            .put(
                "facetsByIndex",
                new JsonObject().put("products", new JsonArray().add("is_giftcard").add("price")));

    JsonObject found = oneList(federation, all, some);

    assertThat(SearchedCatalog.titlesOf(found)).containsExactly("Corner Sofa", "Wide Sofa");
    assertThat(found.getInteger("estimatedTotalHits")).isEqualTo(2);
    JsonObject corner = found.getJsonArray("hits").getJsonObject(0);
    assertThat(corner.fieldNames()).containsExactlyInAnyOrder("title", "_formatted", "_federation");
    assertThat(corner.getJsonObject("_formatted").getString("title"))
        .isEqualTo("Corner <em>Sofa</em>");
    assertThat(corner.getJsonObject("_federation").getInteger("queriesPosition")).isEqualTo(1);
    assertThat(
            found
                .getJsonObject("facetsByIndex")
                .getJsonObject("products")
                .getJsonObject("distribution")
                .getJsonObject("is_giftcard"))
        .isEqualTo(new JsonObject().put("false", 2));
    JsonObject merged =
        oneList(
            federation.copy().put("mergeFacets", new JsonObject().put("maxValuesPerFacet", 0)),
            all,
            some);
    assertThat(merged.getJsonObject("facetDistribution").getJsonObject("is_giftcard")).isEmpty();
    assertThat(merged.containsKey("facetsByIndex")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          7                                          | {}                                | 400 | invalid_multi_search_federation
          {'distinct': 'type_value'}                 | {}                                | 400 | bad_request
          {'limit': -1}                              | {}                                | 400 | invalid_search_limit
          {'facetsByIndex': []}                      | {}                                | 400 | invalid_multi_search_facets_by_index
          {'facetsByIndex': {'products': ['title']}} | {}                                | 400 | invalid_multi_search_facets
          {'facetsByIndex': {'articles': []}}        | {}                                | 404 | index_not_found
          {'mergeFacets': 1}                         | {}                                | 400 | invalid_multi_search_merge_facets
          {'mergeFacets': {'maxValuesPerFacet': 'a'}} | {}                               | 400 | invalid_multi_search_max_values_per_facet
          {}                                         | {'limit': 5}                      | 400 | invalid_multi_search_query_pagination
          {}                                         | {'page': 1}                       | 400 | invalid_multi_search_query_pagination
          {}                                         | {'facets': ['price']}             | 400 | invalid_multi_search_query_facets
          {}                                         | {'sort': ['price:asc']}           | 400 | invalid_multi_search_query_ranking_rules
          {}                                         | {'federationOptions': []}         | 400 | invalid_multi_search_federation_options
          {}                                         | {'federationOptions': {'weight': -1}} | 400 | invalid_multi_search_weight
          {}                                         | {'federationOptions': {'remote': 'a'}} | 400 | bad_request
          null                                       | {'federationOptions': {}}         | 400 | invalid_multi_search_federation_options
          """)
  void aContradictionInAFederationIsRefusedByName(
      String federation, String query, int status, String code) {
    JsonObject body =
        new JsonObject(
            "{'federation': %s, 'queries': [%s]}".formatted(federation, query).replace('\'', '"'));
    body.getJsonArray("queries").getJsonObject(0).put("indexUid", "products");

    Reply reply =
        SearchedCatalog.ask(
            shop.catalog.bus, "storeSearchIndexes", body, Principal.ANONYMOUS, new JsonObject());

    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(status);
    assertThat(reply.body().toJsonObject().getString("code")).isEqualTo(code);
  }
}

package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Described routes of a plugin: their validation, and their place in the documents. */
class PluginApiIT {

  private static final String API =
      """
      openapi: 3.1.0
      info: {description: Reviews of products.}
      paths:
        /store/products/{id}/reviews:
          get:
            operationId: storeListReviews
            summary: List reviews
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}}
              - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
            responses:
              200:
                description: The reviews.
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        reviews: {type: array, items: {$ref: "#/components/schemas/Review"}}
                        product: {$ref: "#/components/schemas/Product"}
          post:
            operationId: storeCreateReview
            summary: Write a review
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}}
            requestBody:
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Review"}
            responses:
              200: {description: Written.}
        /admin/reviews/{id}:
          delete:
            operationId: adminDeleteReview
            summary: Delete a review
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}}
            responses:
              200: {description: Deleted.}
      components:
        schemas:
          Review:
            type: object
            additionalProperties: false
            required: [rating]
            properties:
              rating: {type: integer, minimum: 1, maximum: 5}
              text: {type: string}
      """;

  private static final GatewayConfig CONFIG = GatewayConfig.of("127.0.0.1", 0);
  private static RunningGateway gateway;

  private static Map<String, List<Route>> routes(String api) {
    return Map.of(
        "reviews",
        List.of(
            Route.open("GET", "/store/products/{id}/reviews", PluginApiIT::echo).describedBy(api),
            Route.customer("POST", "/store/products/{id}/reviews", PluginApiIT::echo)
                .describedBy(api),
            Route.staff("DELETE", "/admin/reviews/{id}", "products:write", PluginApiIT::echo)
                .describedBy(api)));
  }

  private static Future<RouteResponse> echo(RouteRequest request) {
    return Future.succeededFuture(
        RouteResponse.json(200, new JsonObject().put("body", request.body().toString())));
  }

  @BeforeAll
  static void start() {
    gateway = new RunningGateway(CONFIG, routes(API));
    new FakeCustomers().serve(gateway);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({"'',200", "?limit=5,200", "?limit=0,400", "?limit=much,400", "?color=red,400"})
  void parametersAreValidated(String query, int status) {
    assertThat(gateway.http.get("/store/products/prod_1/reviews" + query).status())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"rating": 5}               | 200
          {"rating": 5, "text": "A"}  | 200
          {"rating": 6}               | 400
          {"text": "A"}               | 400
          {"rating": 5, "color": 1}   | 400
          {"rating"                   | 400
          """)
  void bodiesAreValidatedAndReachThePluginAsTheyAre(String body, int status) {
    Http.Answer answer =
        gateway.http.send(
            "POST /store/products/prod_1/reviews HTTP/1.1",
            "Content-Type: application/json\r\nCookie: connect.sid=shopper\r\n",
            body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    if (status == 200) {
      assertThat(answer.json().getString("body")).isEqualTo(body);
    }
  }

  @Test
  void aCallerThatIsNotAdmittedLearnsNothingAboutTheInput() {
    assertThat(gateway.http.post("/store/products/prod_1/reviews", "{").status()).isEqualTo(401);
  }

  @Test
  void theDocumentsHaveTheRoutes() {
    Contract contract = Contract.load().with(routes(API));
    JsonObject store = new JsonObject(contract.document(ApiSurface.STORE.label()));
    JsonObject admin = new JsonObject(contract.document(ApiSurface.ADMIN.label()));

    JsonObject described =
        store.getJsonObject("paths").getJsonObject("/store/products/{id}/reviews");
    assertThat(described.fieldNames()).containsExactlyInAnyOrder("get", "post");
    assertThat(described.getJsonObject("get").getJsonArray("tags"))
        .isEqualTo(new JsonArray().add("reviews"));
    assertThat(described.getJsonObject("post").getJsonArray("security")).hasSize(2);
    assertThat(store.getJsonObject("components").getJsonObject("schemas").fieldNames())
        .contains("Review", "Product");
    assertThat(store.getJsonArray("x-tagGroups").encode()).contains("\"Plugins\"");
    assertThat(store.encode()).contains("Reviews of products.");
    JsonObject deletion =
        admin.getJsonObject("paths").getJsonObject("/admin/reviews/{id}").getJsonObject("delete");
    assertThat(deletion.getString("x-permission")).isEqualTo("products:write");
    assertThat(contract.documentOfOneForm(ApiSurface.STORE.label()).toString())
        .contains("storeCreateReview");
    assertThat(Contract.load().document(ApiSurface.STORE.label()).toString())
        .doesNotContain("storeCreateReview");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          storeListReviews                 | storeListProducts                 | has the operationId storeListProducts, which another operation has
          storeCreateReview                | storeListReviews                  | has the operationId storeListReviews, which another operation has
          operationId: storeListReviews    | deprecated: true                  | needs an operationId of letters and digits at GET /store/products
          summary: List reviews            | deprecated: true                  | needs summary and responses of storeListReviews
          /admin/reviews/{id}:             | /admin/reviews/{other}:           | describes DELETE /admin/reviews/{other}, which is no route
          openapi: 3.1.0                   | servers: []                       | has servers; it may have openapi, info, paths and components
          openapi: 3.1.0                   | openapi: [                         | is neither JSON nor YAML
          components/schemas/Review        | components/schemas/Absent         | cannot be published
          Review:                          | Product:                          | has a component Product, as the API has
          """)
  void aDocumentThatDoesNotFitEndsTheStart(String right, String wrong, String message) {
    String api = API.replace(right, wrong);
    assertThat(api).isNotEqualTo(API);

    assertThatThrownBy(() -> Contract.load().with(routes(api)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("reviews");
  }

  @Test
  void aRouteThatItsDocumentLacksEndsTheStart() {
    Map<String, List<Route>> routes =
        Map.of(
            "reviews",
            List.of(Route.open("GET", "/store/reviews", PluginApiIT::echo).describedBy("{}")));

    assertThatThrownBy(() -> Contract.load().with(routes))
        .hasMessage("The OpenAPI document of the plugin reviews has no GET /store/reviews.");
  }
}

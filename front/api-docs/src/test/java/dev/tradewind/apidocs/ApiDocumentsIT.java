package dev.tradewind.apidocs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of the API and its events, and what is served where they are not published. */
class ApiDocumentsIT {

  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0).withStorefront(null), ApiDocsRoutes::new);
    http = gateway.http;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/docs", "/docs/events", "/openapi/admin.json"})
  void theApiDocumentsAreServedIfConfigured(String path) {
    assertThat(gateway.http.get(path).status()).isEqualTo(200);
    try (RunningGateway closed =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(ServerSecurity.DEVELOPMENT.withPublishesApiDocs(false)),
            ApiDocsRoutes::new)) {
      assertThat(gateway.http.get("/").body()).contains("href=\"/docs\"");
      assertThat(closed.http.get("/").body()).doesNotContain("href=\"/docs\"");
      assertThat(closed.http.get(path).status()).isEqualTo(404);
      assertThat(closed.http.get("/docs/events/schemas/commerce.order.v1/order.placed.json"))
          .as("the schema that events name")
          .returns(200, Http.Answer::status);
    }
  }

  @Test
  void theEventDocumentIsServedAsAFile() {
    assertThat(http.get("/docs/events/asyncapi.json").json().getString("asyncapi"))
        .isEqualTo("3.0.0");
    assertThat(http.get("/docs/events/asyncapi.yaml").body()).contains("asyncapi: 3.0.0");
    JsonObject schema = http.get("/docs/events/schemas/commerce.order.v1/order.placed.json").json();
    assertThat(schema.getString("$id"))
        .isEqualTo("/docs/events/schemas/commerce.order.v1/order.placed.json");
    assertThat(schema.getJsonArray("required"))
        .containsExactlyInAnyOrder("id", "cart_id", "no_notification");
    assertThat(http.get("/docs/events/schemas/commerce.order.v1/none.json").status())
        .isEqualTo(404);
  }

  @Test
  void theContractIsServed() {
    JsonObject store = http.get("/openapi/store.json").json();
    assertThat(store.getString("openapi")).isEqualTo("3.1.0");
    assertThat(store.getJsonObject("paths").fieldNames()).contains("/store/carts/{id}/complete");
    assertThat(http.get("/openapi/admin.json").status()).isEqualTo(200);
  }

  @Test
  void theDocumentationServesNoOtherFiles() {
    assertThat(http.get("/docs/nothing.js").status()).isEqualTo(404);
    assertThat(http.get("/docs/../openapi/openapi.yaml").status()).isEqualTo(404);
    assertThat(http.get("/docs/%2e%2e/logback-test.xml").status()).isEqualTo(404);
    assertThat(http.get("/docs/..%2flogback-test.xml").status()).isIn(400, 404);
  }

  @Test
  void aServedDocumentContainsTheComponentsOfItsSurface() {
    JsonObject store = http.get("/openapi/store.json").json();
    JsonObject schemas = store.getJsonObject("components").getJsonObject("schemas");
    String document = store.encode();

    assertThat(schemas.fieldNames())
        .contains("Cart", "Problem")
        .allSatisfy(name -> assertThat(document).contains("#/components/schemas/" + name + "\""));
  }
}

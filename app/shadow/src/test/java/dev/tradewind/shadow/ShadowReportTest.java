package dev.tradewind.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShadowReportTest {

  private static final Contract CONTRACT = Contract.load();

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final ShadowReport report = new ShadowReport(metrics, Clock.systemUTC());

  @Test
  void textsOfCartsAreNotShown() {
    record(
        "storeGetCart",
        "/store/carts/cart_01HABCDEFGHJKMNPQRSTVWXYZ0?email=ada@example.com",
        false,
        new JsonDifferences.Difference("cart.email", "ada@example.com", null),
        new JsonDifferences.Difference("cart.total", 1190, 1070));

    assertThat(report.toJson().encode())
        .contains("(17 characters)", "1190", "1070", "/store/carts/cart_01HAB...?...")
        .doesNotContain("ada@example.com", "cart_01HABCDEFGHJKMNPQRSTVWXYZ0");
  }

  @Test
  void textsOfThePublicCatalogAreShown() {
    record(
        "storeListProducts",
        "/store/products?limit=1",
        true,
        new JsonDifferences.Difference("products[].title", "Kettle", "Pot"));

    JsonObject example = differences().getJsonObject(0).getJsonArray("examples").getJsonObject(0);
    assertThat(example.getString("v1")).isEqualTo("\"Kettle\"");
    assertThat(example.getString("here")).isEqualTo("\"Pot\"");
    assertThat(example.getString("path")).isEqualTo("/store/products?limit=1");
  }

  @Test
  void classesAndExamplesAreBounded() {
    for (int i = 0; i < ShadowReport.MAX_CLASSES + 100; i++) {
      record("storeGetCart", "/", false, new JsonDifferences.Difference("field" + i, i, null));
    }
    for (int i = 0; i < 10; i++) {
      record("storeGetCart", "/", false, new JsonDifferences.Difference("field0", i, null));
    }

    assertThat(differences()).hasSize(ShadowReport.MAX_CLASSES + 1);
    assertThat(metrics.find("tradewind.shadow.differences").counters())
        .hasSize(ShadowReport.MAX_CLASSES + 1);
    JsonObject other = differences().getJsonObject(0);
    assertThat(other.getString("field")).isEqualTo("other");
    assertThat(other.getLong("count")).isEqualTo(100);
    JsonObject first = differences().getJsonObject(1);
    assertThat(first.getLong("count")).isEqualTo(11);
    assertThat(first.getJsonArray("examples")).hasSize(3);
  }

  @Test
  void decidedDifferencesAreShownOnceWithTheirNumberAndPage() {
    for (int i = 0; i < 300; i++) {
      record("storeListProducts", "/store/products", true);
    }

    assertThat(differences()).isEmpty();
    assertThat(report.toJson().getJsonArray("decided_differences"))
        .containsExactly(
            new JsonObject()
                .put("name", "has-shipping")
                .put("count", 300L)
                .put("explained_in", "docs/moving-in.md#what-differs-afterwards"));
  }

  private JsonArray differences() {
    return report.toJson().getJsonArray("differences");
  }

  private void record(
      String id, String target, boolean isPublic, JsonDifferences.Difference... differences) {
    Operation operation =
        CONTRACT.operations().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow();
    report.compared(
        operation,
        target,
        isPublic,
        ShadowReport.Outcome.DIFFERENT,
        new JsonDifferences.Result(List.of(differences), Set.of("has-shipping"), false));
  }
}

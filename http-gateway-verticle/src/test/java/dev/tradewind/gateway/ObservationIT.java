package dev.tradewind.gateway;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.gateway.management.ManagementVerticle;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ObservationIT {

  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway = new RunningGateway(Duration.ofSeconds(30));
    http = gateway.http;
    gateway.serve(
        "cart",
        new Operations()
            .on("storeGetCart", request -> Future.succeededFuture(Reply.ok(new JsonObject())))
            .on("storeUpdateCart", request -> Future.failedFuture(Problem.notFound("Cart gone"))));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void requestsAreCountedByOperationAndStatus() {
    http.get("/store/carts/cart_secret");
    http.get("/store/carts/cart_secret");
    http.post("/store/carts/cart_secret", "{}");

    ManagementVerticle management = management(new ManagementConfig("127.0.0.1", 0, false));
    Http port = new Http(management.actualPort());
    String last =
        "tradewind_requests_seconds_count{operation=\"storeUpdateCart\",status=\"404\"} 1";
    Http.Answer page = port.get("/metrics");
    // A request is counted after its response has been sent.
    for (int i = 0; i < 1_500 && !page.body().contains(last); i++) {
      await(gateway.vertx.timer(20));
      page = port.get("/metrics");
    }

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("content-type")).startsWith("text/plain; version=0.0.4");
    assertThat(page.body())
        .contains("tradewind_requests_seconds_count{operation=\"storeGetCart\",status=\"200\"} 2")
        .contains(last)
        .contains("tradewind_requests_seconds_bucket{operation=\"storeGetCart\",status=\"200\",le=")
        .doesNotContain("cart_secret");
  }

  @Test
  void theManagementPortAnswersTheSameAndNothingElse() {
    ManagementVerticle management = management(new ManagementConfig("127.0.0.1", 0, false));
    Http port = new Http(management.actualPort());

    assertThat(port.get("/health/live").status()).isEqualTo(200);
    assertThat(port.get("/health/ready").status()).isEqualTo(200);
    assertThat(port.get("/metrics").body()).contains("tradewind_");
    assertThat(port.get("/store/carts/cart_1").status()).isEqualTo(404);
    for (String path : List.of("/health/live", "/health/ready", "/metrics", "/nowhere")) {
      Http.Answer answer = port.get(path);
      assertThat(answer.header("x-content-type-options")).as(path).isEqualTo("nosniff");
      assertThat(answer.header("cache-control")).as(path).isEqualTo("no-store");
      assertThat(answer.header("content-security-policy"))
          .as(path)
          .contains("default-src 'none'", "frame-ancestors 'none'");
    }
  }

  @Test
  void aWatchedPartThatFailsMakesTheNodeDegradedAndLeavesItReady() {
    Health health = new Health();
    health.require("database", Future::succeededFuture);
    health.watch("cards", () -> Future.failedFuture("The key was refused."));
    health.markStarted();
    ManagementVerticle management =
        new ManagementVerticle(
            new ManagementConfig("127.0.0.1", 0, false), health, gateway.metrics, null, List.of());
    await(gateway.vertx.deployVerticle(management));

    Http.Answer ready = new Http(management.actualPort()).get("/health/ready");

    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.json().getString("status")).isEqualTo("degraded");
    assertThat(ready.json().getJsonObject("parts"))
        .isEqualTo(new JsonObject().put("cards", "The key was refused.").put("database", "up"));
  }

  @Test
  void aTakenManagementPortIsReplacedUnlessConfigured() {
    int taken = management(new ManagementConfig("127.0.0.1", 0, false)).actualPort();
    // The same Vert.x would share the port between its verticles.
    try (RunningGateway other = new RunningGateway(Duration.ofSeconds(30))) {
      ManagementVerticle yielding =
          new ManagementVerticle(
              new ManagementConfig("127.0.0.1", taken, true),
              other.services.health(),
              other.metrics,
              null,
              List.of());
      await(other.vertx.deployVerticle(yielding));
      assertThat(yielding.actualPort()).isNotEqualTo(taken);

      Future<String> insisting =
          other.vertx.deployVerticle(
              new ManagementVerticle(
                  new ManagementConfig("127.0.0.1", taken, false),
                  other.services.health(),
                  other.metrics,
                  null,
                  List.of()));
      assertThatThrownBy(() -> await(insisting)).hasStackTraceContaining("BindException");
    }
  }

  private static ManagementVerticle management(ManagementConfig config) {
    ManagementVerticle management =
        new ManagementVerticle(config, gateway.services.health(), gateway.metrics, null, List.of());
    await(gateway.vertx.deployVerticle(management));
    return management;
  }
}

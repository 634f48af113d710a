package dev.tradewind.benchmarks.load;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.report.Figure;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class LoadGeneratorTest {

  private static final String CART = "cart_0123456789ABCDEFGHJKMNPQRS";
  private static final String PADDING = "x".repeat(200_000);

  private Vertx vertx;
  private final AtomicInteger requests = new AtomicInteger();

  /** Long enough for turns on a busy machine, too. */
  private static final Duration RUN = Duration.ofSeconds(2);

  private final Set<String> bodies = ConcurrentHashMap.newKeySet();
  private final Set<String> paths = ConcurrentHashMap.newKeySet();
  private HttpServer server;

  @BeforeEach
  void open(Vertx vertx) {
    this.vertx = vertx;
    server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(request ->
                    request
                        .body()
                        .onSuccess(body -> {
                          requests.incrementAndGet();
                          paths.add(request.path());
                          bodies.add(body.toString());
                          request
                              .response()
                              .setStatusCode(status(request))
                              .end(
                                  status(request) == 304
                                      ? Buffer.buffer()
                                      : answer(request.path()));
                        }))
                .listen(0, "127.0.0.1"));
  }

  private static int status(HttpServerRequest request) {
    if (request.path().equals("/refused")) {
      return 409;
    }
    return request.getHeader("if-none-match") == null ? 200 : 304;
  }

  private static Buffer answer(String path) {
    return path.equals("/large")
        ? Buffer.buffer(PADDING)
        : new JsonObject()
            .put("cart", new JsonObject().put("object", "cart").put("id", CART))
            .toBuffer();
  }

  @Test
  void everyResponseIsCountedOnce() {
    Figure figure = run(List.of(Step.get("/cart")));

    assertThat(figure.failures()).isZero();
    // Each connection's last turn ends after the time and does not count.
    assertThat((int) Math.round(figure.perSecond() * RUN.toSeconds()))
        .isBetween(requests.get() - 4, requests.get());
    assertThat(figure.p50()).isPositive().isLessThanOrEqualTo(figure.p99());
    // By Little's law.
    assertThat(figure.mean()).isPositive().isLessThanOrEqualTo(4_000 / figure.perSecond());
  }

  @Test
  void chunkedResponsesAreReadCompletely() {
    Figure figure = run(List.of(Step.get("/large")));

    assertThat(figure.failures()).isZero();
    assertThat(figure.perSecond()).isPositive();
  }

  @Test
  void aScriptContinuesWithItsOwnCart() {
    Figure figure =
        run(
            List.of(
                Step.post("/carts", new JsonObject()).makingCart(),
                Step.post("/carts/{cart}", new JsonObject().put("email", "guest.{n}@example.com")),
                Step.post("/carts/{cart}/complete", null)));

    assertThat(figure.failures()).isZero();
    assertThat(paths)
        .containsExactlyInAnyOrder("/carts", "/carts/" + CART, "/carts/" + CART + "/complete");
    assertThat(bodies.stream().filter(body -> body.contains("guest.")))
        .hasSize(requests.get() / 3)
        .noneMatch(body -> body.contains("{n}"));
  }

  @Test
  void aRefusalIsAFailureAndNoTurn() {
    Figure figure = run(List.of(Step.get("/refused")));

    assertThat(figure.perSecond()).isZero();
    assertThat(figure.failures()).isPositive();
    assertThat(figure.firstFailure()).startsWith("GET /refused answered 409");
  }

  private Figure run(List<Step> script) {
    Job job = new Job(server.actualPort(), RUN, 4, List.of(script), Duration.ZERO);
    return await(LoadGenerator.run(vertx, Job.of(new JsonObject(job.toJson().encode()))));
  }
}

package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.providers.hook.ConfiguredHook;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.HookPolicy;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Service of a shop with one hook for each point, which checks signatures and answers as told. */
final class HookServer {

  /** Answer of a hook that has nothing against it. */
  static final JsonObject SILENT = new JsonObject();

  private final Vertx vertx = Vertx.vertx();
  private final WebhookSecret secret = WebhookSecret.random();
  private final Map<HookPoint, Function<JsonObject, Object>> decisions = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final HttpServer server;

  HookServer() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  List<ConfiguredHook> hooks(HookPolicy policy) {
    return Arrays.stream(HookPoint.values())
        .map(point ->
            new ConfiguredHook(
                "test-" + label(point).replace('_', '-'),
                point,
                URI.create("http://127.0.0.1:" + server.actualPort() + "/" + label(point)),
                policy,
                secret))
        .toList();
  }

  private static String label(HookPoint point) {
    return point.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Lets the hook of a point decide.
   *
   * @param decision of the question: a JSON object, or a buffer that is sent as it is
   */
  void decide(HookPoint point, Function<JsonObject, Object> decision) {
    decisions.put(point, decision);
  }

  void reset() {
    decisions.clear();
  }

  private void answer(HttpServerRequest request, Buffer body) {
    try {
      JsonObject message = body.toJsonObject();
      String id = request.getHeader("webhook-id");
      long seconds = Long.parseLong(request.getHeader("webhook-timestamp"));
      assertThat(request.getHeader("webhook-signature"))
          .isEqualTo(secret.sign(id, seconds, body.getBytes()));
      assertThat(message.getString("id")).isEqualTo(id);
      HookPoint point = HookPoint.valueOf(message.getString("point").toUpperCase(Locale.ROOT));
      Object answer =
          decisions
              .getOrDefault(point, question -> SILENT)
              .apply(message.getJsonObject("question"));
      request
          .response()
          .end(answer instanceof Buffer bytes ? bytes : ((JsonObject) answer).toBuffer());
    } catch (RuntimeException | AssertionError fault) {
      faults.add(fault);
      request.response().setStatusCode(500).end();
    }
  }

  /** Requires that every question was signed, and every decision was made. */
  void requireNoFaults() {
    assertThat(faults).isEmpty();
  }

  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}

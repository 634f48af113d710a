package com.example.harbourpay;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.RequestUrl;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Client of the API of HarbourPay. A 422 is a refusal without effect; after any other failure the
 * outcome of a request is unknown.
 */
final class HarbourPayApi {

  private final PluginContext node;
  private final RequestUrl base;
  private final String apiKey;

  HarbourPayApi(PluginContext node, String url, String apiKey) {
    this.node = node;
    this.base = RequestUrl.of(url);
    this.apiKey = apiKey;
  }

  Instant now() {
    return node.clock().instant();
  }

  /** URL of a resource; ids are segments of their own, whatever is in them. */
  RequestUrl url(String... segments) {
    return base.with(segments);
  }

  /** Resource at the URL; empty if there is none. */
  Future<Optional<JsonObject>> get(RequestUrl url, Instant deadline) {
    return request(HttpMethod.GET, url, deadline)
        .send()
        .map(response ->
            response.statusCode() == 404 ? Optional.empty() : Optional.of(body(response)));
  }

  /** The service answers a repeated key as it did before. */
  Future<JsonObject> post(RequestUrl url, JsonObject body, String key, Instant deadline) {
    return request(HttpMethod.POST, url, deadline)
        .putHeader("Idempotency-Key", key)
        .sendJsonObject(body)
        .map(HarbourPayApi::body);
  }

  private HttpRequest<Buffer> request(HttpMethod method, RequestUrl url, Instant deadline) {
    long left = Duration.between(now(), deadline).toMillis();
    return node.webClient()
        .requestAbs(method, url.toString())
        .timeout(Math.max(left, 1))
        .putHeader("Authorization", "Bearer " + apiKey);
  }

  private static JsonObject body(HttpResponse<Buffer> response) {
    return switch (response.statusCode()) {
      case 200 -> response.bodyAsJsonObject();
      case 422 ->
          throw RefusedException.notAllowed(response.bodyAsJsonObject().getString("message"));
      default ->
          throw new IllegalStateException("HarbourPay answered with " + response.statusCode());
    };
  }
}

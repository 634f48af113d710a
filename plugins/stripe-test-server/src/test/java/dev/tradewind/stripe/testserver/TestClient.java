package dev.tradewind.stripe.testserver;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Client of the API's wire, without an SDK. */
final class TestClient {

  record Reply(HttpResponse<String> response) {

    int status() {
      return response.statusCode();
    }

    JsonObject body() {
      return new JsonObject(response.body());
    }

    JsonObject error() {
      return body().getJsonObject("error");
    }

    String id() {
      return body().getString("id");
    }

    Optional<String> header(String name) {
      return response.headers().firstValue(name);
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private final String authorization;

  TestClient(String url, String authorization) {
    this.url = url;
    this.authorization = authorization;
  }

  TestClient(StripeTestServer server) {
    this(server.url(), "Bearer sk_test_server");
  }

  Reply post(String path, String form) throws Exception {
    return send(form(path, form));
  }

  Reply post(String path, String form, String key) throws Exception {
    return send(form(path, form).header("Idempotency-Key", key));
  }

  CompletableFuture<Reply> start(String path, String form, String key) {
    HttpRequest request = form(path, form).header("Idempotency-Key", key).build();
    return http.sendAsync(request, BodyHandlers.ofString()).thenApply(Reply::new);
  }

  Reply get(String path) throws Exception {
    return send(request(path).GET());
  }

  Reply get(String path, String version) throws Exception {
    return send(request(path).header("Stripe-Version", version));
  }

  Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return new Reply(http.send(request.build(), BodyHandlers.ofString()));
  }

  HttpRequest.Builder form(String path, String form) {
    return request(path)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(form));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
    return authorization.isEmpty() ? request : request.header("Authorization", authorization);
  }
}

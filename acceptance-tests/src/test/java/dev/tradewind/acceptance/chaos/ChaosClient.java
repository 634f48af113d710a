package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** HTTP client of all nodes with keep-alive connections that counts the response statuses. */
final class ChaosClient {

  private static final String KEY = "Idempotency-Key";

  private final List<String> urls;
  private final String[] headers;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final Map<Integer, Long> statuses = new ConcurrentHashMap<>();
  private final Queue<String> unexpectedResponses = new ConcurrentLinkedQueue<>();

  /**
   * @param headers names and values that every request has
   */
  ChaosClient(List<String> urls, String... headers) {
    this.urls = urls;
    this.headers = headers.clone();
  }

  /**
   * Sends a request to one node, without a retry.
   *
   * @param node any number; nodes are used round-robin
   */
  Answer send(
      int node,
      String method,
      String path,
      @Nullable JsonObject body,
      @Nullable String key,
      Duration timeout)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(urls.get(Math.floorMod(node, urls.size())) + path))
            .timeout(timeout)
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()));
    if (body != null) {
      request.header("content-type", "application/json");
    }
    if (key != null) {
      request.header(KEY, key);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    Instant sent = Instant.now();
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      count(method + " " + path, response);
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (HttpConnectTimeoutException unreachable) {
      throw unreachable;
    } catch (HttpTimeoutException silent) {
      throw new HttpTimeoutException(
          "%s sent nothing since %s".formatted(urls.get(Math.floorMod(node, urls.size())), sent));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Uses the next node after a refused connection; every other failure is thrown. */
  Answer sendWhereOneListens(int node, String method, String path, @Nullable JsonObject body)
      throws IOException {
    for (int attempt = 0; ; attempt++) {
      try {
        return send(node + attempt, method, path, body, null, Duration.ofSeconds(30));
      } catch (ConnectException refused) {
        if (attempt == 2 * urls.size()) {
          throw refused;
        }
      }
    }
  }

  private void count(String request, HttpResponse<String> response) {
    int status = response.statusCode();
    statuses.merge(status, 1L, Long::sum);
    if (status >= 500 && status != 503 && status != 504) {
      unexpectedResponses.add("%s answered %d %s".formatted(request, status, response.body()));
    }
  }

  /** Number of responses by status. */
  Map<Integer, Long> statuses() {
    return new TreeMap<>(statuses);
  }

  /** Responses that must never occur. */
  List<String> unexpectedResponses() {
    return List.copyOf(unexpectedResponses);
  }
}

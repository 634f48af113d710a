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
public final class ChaosClient {

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
  public ChaosClient(List<String> urls, String... headers) {
    this.urls = urls;
    this.headers = headers.clone();
  }

  /**
   * Sends a request to one node, without a retry.
   *
   * @param node any number; nodes are used round-robin
   */
  public Answer send(
      int node,
      String method,
      String path,
      @Nullable JsonObject body,
      @Nullable String key,
      Duration timeout)
      throws IOException {
    HttpRequest.Builder request =
        request(node, path, timeout)
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()));
    if (body != null) {
      request.header("content-type", "application/json");
    }
    if (key != null) {
      request.header(KEY, key);
    }
    return send(node, method + " " + path, request.build());
  }

  /** Uploads a text as a public file to one node, without a retry. */
  public Answer upload(int node, String content, Duration timeout) throws IOException {
    String boundary = "----boundary";
    String form =
        "--%s\r\nContent-Disposition: form-data; name=\"files\"; filename=\"file.csv\"\r\n"
                .formatted(boundary)
            + "Content-Type: text/csv\r\n\r\n%s\r\n--%s--\r\n".formatted(content, boundary);
    HttpRequest.Builder request =
        request(node, "/admin/uploads", timeout)
            .header("content-type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.ofString(form));
    return send(node, "POST /admin/uploads", request.build());
  }

  private HttpRequest.Builder request(int node, String path, Duration timeout) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(urls.get(Math.floorMod(node, urls.size())) + path))
            .timeout(timeout);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request;
  }

  private Answer send(int node, String operation, HttpRequest request) throws IOException {
    Instant sent = Instant.now();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      count(operation, response);
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
  public Answer sendWhereOneListens(int node, String method, String path, @Nullable JsonObject body)
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
  public Map<Integer, Long> statuses() {
    return new TreeMap<>(statuses);
  }

  /** Responses that must never occur. */
  public List<String> unexpectedResponses() {
    return List.copyOf(unexpectedResponses);
  }
}

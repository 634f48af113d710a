package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HTTP client for the preparation of measurements, outside of timed sections. */
public final class Browser {

  /** Read that an open shop answers. */
  public static final String PROBE = "/store/products?limit=1";

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private final String origin;

  public Browser(int port) {
    this("127.0.0.1", port);
  }

  public Browser(String host, int port) {
    origin = "http://" + host + ":" + port;
  }

  /** Whether the shop is ready and has products. */
  public boolean isOpen() throws InterruptedException {
    try {
      return send("GET", "/health/ready", null, Map.of()).statusCode() == 200
          && send("GET", PROBE, null, Map.of()).statusCode() == 200;
    } catch (IOException unavailable) {
      return false;
    }
  }

  /** The entity tag of a response without compression. */
  public String entityTag(String path) {
    return header(expect("GET", path, null), "etag");
  }

  /** The credential of a session, as a cookie. */
  public String session(String path, JsonObject login) {
    return header(expect("POST", path, login.encode()), "set-cookie").split(";", 2)[0];
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElseThrow();
  }

  public String get(String path) {
    return expect("GET", path, null).body();
  }

  public String post(String path, @Nullable JsonObject body) {
    return expect("POST", path, body == null ? null : body.encode()).body();
  }

  /** The response to a request with its headers. */
  public JsonObject send(Step step) {
    return new JsonObject(expect(step.method(), step.path(), step.body(), step.headers()).body());
  }

  /** The region in euros; its countries have taxes. */
  public JsonObject region() {
    JsonArray regions = new JsonObject(get("/store/regions")).getJsonArray("regions");
    return regions.stream()
        .map(JsonObject.class::cast)
        .filter(region -> region.getString("currency_code").equals("eur"))
        .findFirst()
        .orElseThrow();
  }

  private HttpResponse<String> expect(String method, String path, @Nullable String body) {
    return expect(method, path, body, Map.of());
  }

  private HttpResponse<String> expect(
      String method, String path, @Nullable String body, Map<String, String> headers) {
    try {
      HttpResponse<String> answer = send(method, path, body, headers);
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(
            method + " " + path + " answered " + answer.statusCode() + " " + answer.body());
      }
      return answer;
    } catch (IOException failure) {
      throw new IllegalStateException(method + " " + path, failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private HttpResponse<String> send(
      String method, String path, @Nullable String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (body != null) {
      request.header("content-type", "application/json");
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }
}

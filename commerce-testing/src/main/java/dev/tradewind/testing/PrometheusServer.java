package dev.tradewind.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/** Prometheus server on the loopback interface, where Debian's package is installed. */
public final class PrometheusServer implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final String url;

  private PrometheusServer(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  public static boolean isInstalled() {
    return SystemCommands.succeeds("prometheus", "--version");
  }

  /**
   * Starts a server, without waiting until it answers.
   *
   * @param folder of its data and its log
   */
  public static PrometheusServer start(Path configuration, Path folder) throws IOException {
    int port = FreePorts.find();
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    return new PrometheusServer(process, "http://127.0.0.1:" + port);
  }

  /** Present series of an expression; none while the server does not answer yet. */
  public JsonArray query(String expression) {
    return get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8))
        .getJsonArray("result", new JsonArray());
  }

  /** Groups of rules; none while the server does not answer yet. */
  public JsonArray ruleGroups() {
    return get("/api/v1/rules").getJsonArray("groups", new JsonArray());
  }

  private JsonObject get(String path) {
    try {
      String body =
          HTTP.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString())
              .body();
      return body.startsWith("{")
          ? new JsonObject(body).getJsonObject("data", new JsonObject())
          : new JsonObject();
    } catch (IOException notYet) {
      return new JsonObject();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}

package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Status page of a cluster of two nodes: in Chromium, and, while one of the nodes is frozen, as
 * JSON of the other.
 */
@LongForm
class StatusPageBrowserIT {

  private static final String EMAIL = "admin@harbour.example";
  private static final String PASSWORD = "open sesame of the harbour";
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir private Path folder;

  private final Map<String, String> environment = new HashMap<>();
  private final List<Integer> ports = FreePorts.find(6);

  @Test
  void anAdminSeesEachNodeLive() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder.resolve("browser"));
    environment.put("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers());
    environment.put("TRADEWIND_CLUSTER_NAME", "status-" + Ids.ulid());
    environment.put(
        "TRADEWIND_CLUSTER_MEMBERS",
        "127.0.0.1:%d,127.0.0.1:%d".formatted(ports.get(0), ports.get(1)));
    environment.put("TRADEWIND_WEBHOOKS", "true");
    environment.put("TRADEWIND_ADMIN_EMAIL", EMAIL);
    environment.put("TRADEWIND_ADMIN_PASSWORD", PASSWORD);
    environment.put(
        "TRADEWIND_MANAGEMENT_TOKEN_FILE",
        Files.writeString(folder.resolve("token"), TOKEN).toString());
    try (NodeProcess first = start(0);
        NodeProcess second = start(1)) {
      Cluster.Gateway gateway = Cluster.ready(new Cluster.Gateway(first, url(2)));
      Cluster.ready(new Cluster.Gateway(second, url(3))).checkOut();
      gateway.checkOut();
      List<String> ids = nodes(status()).stream().map(StatusPageBrowserIT::id).toList();
      assertThat(ids).hasSize(2).doesNotContain("").doesNotHaveDuplicates();

      String printed =
          browser.runScript(
              "status.mjs",
              gateway.url(),
              EMAIL,
              PASSWORD,
              browser.pictures(),
              ids.get(0),
              ids.get(1));

      assertThat(printed).contains("none to other hosts");
      second.freeze();
      first.awaitThat(() ->
          nodes(status()).stream()
              .anyMatch(node -> "No answer within 3 s.".equals(node.getString("silence"))));
      first.awaitThat(() -> nodes(status()).size() == 1);
    }
  }

  private NodeProcess start(int number) {
    Map<String, String> own = new HashMap<>(environment);
    own.put("TRADEWIND_DATA_DIR", folder.resolve("node" + number).toString());
    own.put("TRADEWIND_CLUSTER_PORT", ports.get(number).toString());
    own.put("TRADEWIND_HTTP_PORT", ports.get(2 + number).toString());
    own.put("TRADEWIND_MANAGEMENT_PORT", ports.get(4 + number).toString());
    return NodeProcess.start(List.of(), own).awaitServing();
  }

  private String url(int port) {
    return "http://127.0.0.1:" + ports.get(port);
  }

  /** Status at the management port of the first node, for the holder of the token. */
  private JsonObject status() {
    HttpRequest.Builder asked = HttpRequest.newBuilder(URI.create(url(4) + "/status.json"));
    try {
      assertThat(HTTP.send(asked.build(), BodyHandlers.discarding()).statusCode()).isEqualTo(401);
      return new JsonObject(
          HTTP.send(
                  asked.header("Authorization", "Bearer " + TOKEN).build(), BodyHandlers.ofString())
              .body());
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private static List<JsonObject> nodes(JsonObject status) {
    return status.getJsonObject("shop").getJsonArray("nodes").stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private static String id(JsonObject node) {
    JsonObject report = node.getJsonObject("report");
    return report == null ? "" : report.getJsonObject("node").getString("id");
  }
}

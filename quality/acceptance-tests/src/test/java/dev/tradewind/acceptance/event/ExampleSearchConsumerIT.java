package dev.tradewind.acceptance.event;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Modules;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documented consumer that feeds a search engine, from a shop that publishes whole products
 * through the broker into OpenSearch, while the consumer is killed and the engine restarted.
 */
class ExampleSearchConsumerIT {

  private static final Path SOURCE = Home.folder().resolve("docs/events/search-consumer");

  private static Shop shop;
  private static StaffClient staff;

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Process> started = new ArrayList<>();
  private final String index = "products-" + Ids.ulid().toLowerCase(Locale.ROOT);
  private final String group = "search-" + Ids.ulid();
  private final int port = FreePorts.find();

  @TempDir private Path folder;

  private Path output;
  private Path engineOutput;
  private NodeJs node;

  @BeforeAll
  static void open() {
    shop = Shop.publishingStates();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void install() throws Exception {
    node = NodeJs.install(SOURCE, folder);
    output = Files.createFile(folder.resolve("consumer.out"));
    engineOutput = Files.createFile(folder.resolve("engine.out"));
    Files.createDirectory(folder.resolve("engine"));
  }

  @AfterEach
  void stop() throws Exception {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void productsOfTheShopAreFoundChangedAndDeletedInTheEngine() throws Exception {
    startEngine();
    Process consumer = startConsumer(group);
    String word = "mark" + Ids.ulid().toLowerCase(Locale.ROOT);
    String sofa = product("Oak sofa " + word, "published");
    String draft = product("Draft " + word, "draft");

    awaitFound(word, List.of(sofa));
    assertThat(document(sofa).getJsonArray("sku"))
        .isEqualTo(new JsonArray().add("published-" + word));
    assertThat(document(sofa).getJsonArray("options")).isEqualTo(new JsonArray().add("Size: L"));

    consumer.destroyForcibly().waitFor();
    String other = "other" + word;
    staff.post("/admin/products/" + sofa, "{'title': 'Oak sofa %s'}", other);
    staff.post("/admin/products/" + draft, "{'status': 'published'}");
    startConsumer(group);

    awaitFound(word, List.of(draft));
    awaitFound(other, List.of(sofa));
    staff.delete("/admin/products/" + draft);
    awaitFound(word, List.of());
    staff.post("/admin/products/" + sofa, "{'status': 'draft'}");
    awaitFound(other, List.of());
  }

  @Test
  void changesReachTheEngineThatWasAway() throws Exception {
    Process engine = startEngine();
    startConsumer(group);
    String word = "mark" + Ids.ulid().toLowerCase(Locale.ROOT);
    String lamp = product("Lamp " + word, "published");
    awaitFound(word, List.of(lamp));

    engine.destroyForcibly().waitFor();
    String other = "other" + word;
    staff.post("/admin/products/" + lamp, "{'title': 'Lamp %s'}", other);
    until(() -> Files.readString(output).contains("The engine is unavailable"), this::output);
    startEngine();

    awaitFound(other, List.of(lamp));
  }

  @Test
  void recordsThatAreReadAgainFromTheBeginningBringNothingBack() throws Exception {
    startEngine();
    Process consumer = startConsumer(group);
    String word = "mark" + Ids.ulid().toLowerCase(Locale.ROOT);
    String lamp = product("Lamp " + word, "published");
    awaitFound(word, List.of(lamp));
    String other = "other" + word;
    staff.post("/admin/products/" + lamp, "{'title': 'Lamp %s'}", other);
    awaitFound(other, List.of(lamp));
    long version = version(lamp);
    consumer.destroyForcibly().waitFor();

    startConsumer(group + "-again");
    // So many that each partition ends with one.
    for (int product = 0; product < 8; product++) {
      String end = "end" + product + word;
      awaitFound(end, List.of(product("Lamp " + end, "published")));
    }

    assertThat(document(lamp).getString("title")).isEqualTo("Lamp " + other);
    assertThat(version(lamp)).isEqualTo(version);
  }

  private static String product(String title, String status) {
    String word = title.substring(title.lastIndexOf(' ') + 1);
    return staff
        .post(
            "/admin/products",
            "{'title': '%s', 'status': '%s', 'options': [{'title': 'Size'}], 'variants':"
                + " [{'title': 'L', 'sku': '%s', 'options': [{'value': 'L'}], 'prices': []}]}",
            title,
            status,
            status + "-" + word)
        .getJsonObject("product")
        .getString("id");
  }

  private Process startEngine() throws IOException {
    Path build = Modules.folder("opensearch-server").resolve("target");
    Process engine =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                build.resolve("classes") + File.pathSeparator + build.resolve("lib") + "/*",
                "dev.tradewind.opensearch.OpenSearchServer",
                folder.resolve("engine").toString(),
                Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(engineOutput.toFile()))
            .start();
    started.add(engine);
    until(
        () -> {
          assertThat(engine.isAlive()).as(Files.readString(engineOutput)).isTrue();
          return isAnswering();
        },
        () -> Files.readString(engineOutput));
    return engine;
  }

  private boolean isAnswering() throws Exception {
    try {
      return http.send(request("/_cluster/health"), BodyHandlers.discarding()).statusCode() == 200;
    } catch (ConnectException starting) {
      return false;
    }
  }

  private Process startConsumer(String consumerGroup) throws IOException {
    Process consumer =
        node.startScript(
            Map.of(
                "KAFKA_BOOTSTRAP",
                TestKafka.bootstrapServers(),
                "OPENSEARCH_URL",
                "http://127.0.0.1:" + port,
                "INDEX",
                index,
                "GROUP_ID",
                consumerGroup,
                "SESSION_TIMEOUT_MILLIS",
                "6000"),
            output,
            "consumer.mjs");
    started.add(consumer);
    return consumer;
  }

  private void awaitFound(String word, List<String> ids) {
    until(
        () -> found(word).equals(ids),
        () -> "Found " + found(word) + " instead of " + ids + "; " + output());
  }

  /** Ids of the hits; none while a new index is not searched yet. */
  private List<String> found(String word) throws Exception {
    return get("/" + index + "/_search?ignore_unavailable=true&q=title:" + word)
        .getJsonObject("hits", new JsonObject())
        .getJsonArray("hits", new JsonArray())
        .stream()
        .map(hit -> ((JsonObject) hit).getString("_id"))
        .toList();
  }

  private JsonObject document(String id) throws Exception {
    return get("/" + index + "/_doc/" + id).getJsonObject("_source");
  }

  private long version(String id) throws Exception {
    return get("/" + index + "/_doc/" + id).getLong("_version");
  }

  private JsonObject get(String path) throws Exception {
    return new JsonObject(http.send(request(path), BodyHandlers.ofString()).body());
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
  }

  private String output() throws IOException {
    return Files.readString(output);
  }
}

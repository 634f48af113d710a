package dev.tradewind.acceptance.commandline;

import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeIT {

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int httpPort = FreePorts.find();
  private final int clusterPort = FreePorts.find();

  @Test
  void aNodeServesTheDemoShopUntilSigterm() throws Exception {
    Map<String, String> environment = environment(TestKafka.bootstrapServers());
    environment.put("TRADEWIND_WARM_UP_SECONDS", "2");
    try (NodeProcess node = NodeProcess.command(environment, "start")) {
      node.awaitServing();

      assertThat(node.output()).contains("http://localhost:" + httpPort, "admin@tradewind.test");
      assertThat(node.output()).contains("Warmed up with");
      assertThat(runTried(node.output())).contains("\"type\":\"order\"", "\"display_id\":1");
      // A busy machine blocks threads, and test JVMs lack the flags of the script.
      assertThat(node.output().lines())
          .filteredOn(line ->
              line.contains(" WARN ")
                  && !line.matches(".*(BlockedThreadChecker|HazelcastInstanceFactory).*"))
          .isEmpty();
      assertThat(node.output()).doesNotContain("\u001b");
      assertThat(get("/store/products?limit=1").statusCode()).isEqualTo(200);
      assertThat(get("/store/regions").body()).contains("\"currency_code\":\"eur\"");
      assertThat(node.stop()).isZero();
      assertThat(node.output()).contains("Stopped node").doesNotContain("ERROR");
    }
  }

  /** The commands that a new user is told to try. */
  private String runTried(String banner) throws Exception {
    Path commands =
        Files.write(
            folder.resolve("try.sh"),
            banner
                .lines()
                .dropWhile(line -> !line.equals("Try"))
                .skip(1)
                .takeWhile(line -> line.startsWith("  "))
                .toList());
    assertThat(commands).content().hasLineCount(5);
    Process shell = new ProcessBuilder("sh", commands.toString()).start();
    return new String(shell.getInputStream().readAllBytes());
  }

  static List<String> languages() {
    return Lane.cases(List.of("ar-EG", "tr", "th-TH-u-nu-thai", "fa-IR"), "ar-EG", "tr");
  }

  /** Digits, letter case and calendar of a language decide about neither SQL nor contract. */
  @ParameterizedTest
  @MethodSource("languages")
  void aNodeStartsInEachLanguageOfTheMachine(String tag) throws Exception {
    Locale language = Locale.forLanguageTag(tag);
    List<String> options = new ArrayList<>();
    options.add("-Duser.language=" + language.getLanguage());
    options.add("-Duser.country=" + language.getCountry());
    if (language.hasExtensions()) {
      options.add("-Duser.extensions=" + tag.substring(tag.indexOf("-u-") + 1));
    }
    Map<String, String> environment = environment(TestKafka.bootstrapServers());
    environment.put("TRADEWIND_DATABASE_URL", TestDatabase.create().url());
    try (NodeProcess node = NodeProcess.start(options, environment)) {
      node.awaitServing();

      assertThat(get("/store/products?limit=1").body()).contains("\"count\":24");
      assertThat(get("/").statusCode()).isEqualTo(200);
      assertThat(node.stop()).isZero();
    }
  }

  static List<String> steps() {
    return Lane.cases(
        List.of("Migrated schema catalog", "Created the demo shop", "Opening up to"),
        "Opening up to");
  }

  /** A start that went on would report the services that its stop closes as failures. */
  @ParameterizedTest
  @MethodSource("steps")
  void aStopDuringTheStartEndsTheStartFirst(String reached) throws Exception {
    List<JsonObject> lines = stoppedAt(reached);
    // On a busy machine the stop may come after the start.
    for (int attempt = 0; attempt < 5 && hasStartedBeforeTheStop(lines); attempt++) {
      lines = stoppedAt(reached);
    }

    assertThat(lines)
        .extracting(line -> line.getString("message"))
        .contains("Stopping node")
        .doesNotContain("Started node")
        .last()
        .isEqualTo("Stopped node");
    assertThat(lines.stream().dropWhile(line -> !isMessage(line, "Stopping node")))
        .filteredOn(line -> !line.getString("message").contains("has been blocked for"))
        // Shows the whole line of a failure.
        .filteredOn(line -> !"INFO".equals(line.getString("level")))
        .isEmpty();
  }

  private List<JsonObject> stoppedAt(String reached) throws Exception {
    Map<String, String> environment = environment(TestKafka.bootstrapServers());
    environment.put("TRADEWIND_DATABASE_URL", TestDatabase.create().url());
    environment.put("TRADEWIND_LOG_FORMAT", "json");
    try (NodeProcess node = NodeProcess.command(environment, "start")) {
      node.awaitThat(() -> node.prints(reached));
      assertThat(node.stop()).isZero();
      return logLines(node);
    }
  }

  private static boolean hasStartedBeforeTheStop(List<JsonObject> lines) {
    return lines.stream()
        .takeWhile(line -> !isMessage(line, "Stopping node"))
        .anyMatch(line -> isMessage(line, "Started node"));
  }

  @Test
  void nodesServeEachOthersVerticles() throws Exception {
    Map<String, String> environment = environment(TestKafka.bootstrapServers());
    try (NodeProcess gateway = NodeProcess.command(environment, "start", "--verticles", "gateway");
        NodeProcess shop = NodeProcess.command(environment, "start", "--verticles", "catalog")) {
      gateway.awaitThat(() -> status("/store/regions") == 200);
      shop.awaitThat(() -> shop.prints("Tradewind runs [catalog]"));

      assertThat(shop.stop()).isZero();
      assertThat(get("/store/regions").statusCode()).isEqualTo(503);
      assertThat(gateway.stop()).isZero();
    }
  }

  @Test
  void aNodeServesAndWarnsWhileKafkaIsUnreachable() throws Exception {
    String unreachable = "127.0.0.1:" + FreePorts.find();
    try (NodeProcess node = NodeProcess.command(environment(unreachable), "start")) {
      node.awaitThat(() -> node.prints("Connecting to Kafka at " + unreachable + " failed"));
      node.awaitThat(() -> status("/store/products?limit=1") == 200);

      assertThat(node.stop()).isZero();
    }
  }

  @Test
  void aNodeIsReadyOnceTheClusterServesEveryOperationAndDegradedWithoutSome() throws Exception {
    int gatewayManagement = FreePorts.find();
    Map<String, String> environment = environment(TestKafka.bootstrapServers());
    environment.put("TRADEWIND_MANAGEMENT_PORT", Integer.toString(gatewayManagement));
    try (NodeProcess gateway =
        NodeProcess.command(environment, "start", "--verticles", "gateway,catalog")) {
      // The management port opens first: until the gateway listens the node has not started.
      gateway.awaitThat(() -> status(gatewayManagement, "/health/live") == 200);
      gateway.awaitThat(() -> status(gatewayManagement, "/health/started") == 200);
      assertThat(status("/health/live")).isEqualTo(200);

      HttpResponse<String> alone = get(gatewayManagement, "/health/ready");
      // On a busy machine a part may not answer within its second.
      for (int attempt = 0; attempt < 60 && alone.body().contains("No answer"); attempt++) {
        alone = get(gatewayManagement, "/health/ready");
      }
      assertThat(alone.statusCode()).isEqualTo(503);
      JsonObject parts = new JsonObject(alone.body()).getJsonObject("parts");
      assertThat(parts.getString("event_bus")).isEqualTo("up");
      assertThat(parts.getString("catalog")).isEqualTo("up");
      assertThat(parts.getString("operations")).contains("customer", "cart.internal");

      int domainManagement = FreePorts.find();
      environment.put("TRADEWIND_MANAGEMENT_PORT", Integer.toString(domainManagement));
      try (NodeProcess domain =
          NodeProcess.command(
              environment, "start", "--verticles", "customer,discount,order,cart,batch")) {
        domain.awaitThat(() -> status(domainManagement, "/health/ready") == 200);
        gateway.awaitThat(() -> status(gatewayManagement, "/health/ready") == 200);
        assertThat(domain.stop()).isZero();
      }
      HttpResponse<String> without =
          value(
              () -> get(gatewayManagement, "/health/ready"),
              answer -> answer.body().contains("No node of the cluster serves"));
      assertThat(without.statusCode()).isEqualTo(200);
      JsonObject degraded = new JsonObject(without.body());
      assertThat(degraded.getString("status")).isEqualTo("degraded");
      assertThat(degraded.getJsonObject("parts").getString("verticles"))
          .contains("customer", "cart.internal");
      assertThat(gateway.stop()).isZero();
    }
  }

  @Test
  void healthAndMetricsAreServed() throws Exception {
    int managementPort = FreePorts.find();
    Map<String, String> environment = environment(TestKafka.bootstrapServers());
    environment.put("TRADEWIND_MANAGEMENT_PORT", Integer.toString(managementPort));
    environment.put("TRADEWIND_LOG_FORMAT", "json");
    Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123456789abcdef");
    environment.put("TRADEWIND_MANAGEMENT_TOKEN_FILE", token.toString());
    Path settings =
        Files.writeString(folder.resolve("node.yaml"), "TRADEWIND_MANAGEMENT_TOKEN_FILE: " + token);
    try (NodeProcess node =
        NodeProcess.command(environment, "start", "--verticles", "gateway,catalog")) {
      node.awaitThat(() -> status("/store/products?q=secret@example.com") == 200);
      try (NodeProcess command =
          NodeProcess.command(
              Map.of(),
              "log-level",
              "dev.tradewind.nowhere",
              "DEBUG",
              "--for=1s",
              "--config=" + settings,
              "--url=http://127.0.0.1:" + managementPort)) {
        assertThat(command.awaitEnd()).as(command.output()).isZero();
      }
      node.awaitThat(() -> node.prints("Logger dev.tradewind.nowhere has fallen back to INFO"));

      assertThat(get(managementPort, "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(managementPort, "/health/started").statusCode()).isEqualTo(200);
      assertThat(get(managementPort, "/metrics").body())
          .contains(
              "tradewind_requests_seconds_count{operation=\"storeListProducts\",status=\"200\"}")
          .contains("tradewind_event_loop_delay_seconds_count")
          .contains("vertx_http_server_active_connections{local=\"127.0.0.1:" + httpPort + "\"}")
          .contains("vertx_pool_in_use{pool_name=\"catalog\",pool_type=\"sql\"}")
          .contains("jvm_memory_used_bytes");
      assertThat(node.stop()).isZero();

      List<JsonObject> lines = logLines(node);
      assertThat(lines).allSatisfy(line -> assertThat(line.getString("time")).endsWith("Z"));
      assertThat(lines)
          .anySatisfy(line -> {
            assertThat(line.getString("operation")).isEqualTo("storeListProducts");
            assertThat(line.getInteger("status")).isEqualTo(200);
            assertThat(line.getDouble("duration_ms")).isPositive();
            assertThat(line.getString("request")).isNotEmpty();
            assertThat(line.getString("trace_id")).hasSize(32);
            assertThat(line.getString("actor")).isEqualTo("anonymous");
            assertThat(line.getString("node")).isEqualTo(lines.getLast().getString("node"));
          })
          .last()
          .satisfies(line -> assertThat(line.getString("message")).isEqualTo("Stopped node"));
      assertThat(node.output()).doesNotContain("secret@example.com");
    }
  }

  @Test
  void twoNodesShareTheServicesOfTheFirst() throws Exception {
    Map<String, String> environment = environment("");
    environment.remove("TRADEWIND_DATABASE_URL");
    environment.remove("TRADEWIND_KAFKA_BOOTSTRAP");
    try (NodeProcess first = NodeProcess.command(environment, "start", "--verticles", "gateway")) {
      first.awaitServing();
      try (NodeProcess second =
          NodeProcess.command(environment, "start", "--verticles", "catalog")) {
        second.awaitThat(() -> status("/store/products?limit=1") == 200);

        assertThat(second.stop()).isZero();
      }
      assertThat(first.stop()).isZero();
    }
    assertThat(folder.resolve("postgresql/address")).doesNotExist();
    assertThat(folder.resolve("postgresql/data/postmaster.pid")).doesNotExist();
    assertThat(folder.resolve("kafka/address")).doesNotExist();
  }

  /** Lines of the log in JSON, without warnings of the JVM itself. */
  private static List<JsonObject> logLines(NodeProcess node) {
    return node.output()
        .lines()
        .filter(line -> !line.startsWith("WARNING: "))
        .map(JsonObject::new)
        .toList();
  }

  private static boolean isMessage(JsonObject line, String message) {
    return message.equals(line.getString("message"));
  }

  private Map<String, String> environment(String kafka) {
    return new HashMap<>(
        Map.of(
            "TRADEWIND_DATABASE_URL",
            Shop.migratedDatabase().url(),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            kafka,
            "TRADEWIND_DATA_DIR",
            folder.toString(),
            "TRADEWIND_HTTP_PORT",
            Integer.toString(httpPort),
            "TRADEWIND_CLUSTER_PORT",
            Integer.toString(clusterPort),
            "TRADEWIND_CLUSTER_MEMBERS",
            "127.0.0.1:%d,127.0.0.1:%d".formatted(clusterPort, clusterPort + 1)));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return get(httpPort, path);
  }

  private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private int status(String path) {
    return status(httpPort, path);
  }

  private int status(int port, String path) {
    try {
      return get(port, path).statusCode();
    } catch (IOException notYet) {
      return 0;
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}

package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.operation.MetricsDocument.Metric;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Promtool;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Metrics of a node process with a Kafka of its own: a checkout, an outage of Kafka and its end, as
 * an operator sees them, and the whole answer of {@code /metrics} against the page about it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MetricsIT {

  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  /** Metrics that a node has only after something that this test does not cause. */
  private static final Set<String> OCCASIONAL =
      Set.of(
          "jvm_gc_pause_seconds",
          "jvm_gc_concurrent_phase_time_seconds",
          "tradewind_forwarded_circuit_open",
          "tradewind_forwarded_in_flight",
          "tradewind_shadow_compared_total",
          "tradewind_shadow_differences_total",
          "tradewind_shadow_not_compared_total");

  @TempDir private static Path folder;

  private static EmbeddedKafka kafka;
  private static NodeProcess node;
  private static Cluster.Gateway gateway;
  private static String management;

  @BeforeAll
  static void open() {
    kafka = EmbeddedKafka.start(folder.resolve("kafka"), FreePorts.find());
    List<Integer> ports = FreePorts.find(3);
    Map<String, String> environment = new HashMap<>();
    environment.put("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    environment.put("TRADEWIND_DATA_DIR", folder.resolve("node").toString());
    environment.put("TRADEWIND_HTTP_PORT", ports.get(0).toString());
    environment.put("TRADEWIND_MANAGEMENT_PORT", ports.get(1).toString());
    environment.put("TRADEWIND_CLUSTER_PORT", ports.get(2).toString());
    environment.put("TRADEWIND_CLUSTER_MEMBERS", "127.0.0.1:" + ports.get(2));
    environment.put("TRADEWIND_WEBHOOKS", "true");
    // A collector that is unavailable: its spans are counted, and nothing else is different.
    environment.put("TRADEWIND_OTLP_ENDPOINT", "http://127.0.0.1:1");
    environment.put("TRADEWIND_TRACE_SAMPLE", "1");
    management = "http://127.0.0.1:" + ports.get(1);
    node = NodeProcess.start(List.of(), environment);
    gateway = Cluster.ready(new Cluster.Gateway(node, "http://127.0.0.1:" + ports.get(0)));
  }

  @AfterAll
  static void close() {
    if (node != null) {
      node.close();
    }
    kafka.close();
  }

  @Test
  @Order(1)
  void aCheckoutIsCounted() {
    gateway.checkOut();

    String metrics = awaitMetrics(page -> value(page, "tradewind_orders_total") == 1);
    assertThat(value(metrics, "tradewind_carts_total")).isEqualTo(1);
    assertThat(value(metrics, "tradewind_checkout_total", "outcome=\"placed\"")).isEqualTo(1);
    assertThat(value(metrics, "tradewind_orders_total", "currency=\"eur\"")).isEqualTo(1);
    assertThat(value(metrics, "tradewind_order_revenue_total", "currency=\"eur\"")).isPositive();
    assertThat(
            value(
                metrics,
                "tradewind_bus_requests_total",
                "address=\"cart\"",
                "outcome=\"answered\""))
        .isPositive();
    assertThat(value(metrics, "tradewind_bus_waiting", "address=\"cart\"")).isZero();
    assertThat(value(metrics, "tradewind_cluster_members")).isEqualTo(1);
    assertThat(value(metrics, "tradewind_build_info")).isEqualTo(1);
    assertThat(value(metrics, "tradewind_kafka_up")).isEqualTo(1);
    awaitMetrics(page -> value(page, "tradewind_trace_spans_total", "outcome=\"failed\"") > 1);
    assertThat(node.output()).containsOnlyOnce("takes no spans");
    awaitMetrics(page ->
        value(page, "tradewind_outbox_event_lag_seconds_count", "verticle=\"order\"") >= 1
            && value(page, "tradewind_outbox_events", "verticle=\"order\"") == 0);
  }

  /** An outage of Kafka as age, gauge and readiness show it; nothing is lost. */
  @Test
  @Order(2)
  void anOutageOfKafkaShowsUntilEverythingIsPublished() {
    kafka.crash();
    gateway.checkOut();

    String unavailable =
        awaitMetrics(page ->
            value(page, "tradewind_kafka_up") == 0
                && value(page, "tradewind_outbox_oldest_age_seconds", "verticle=\"order\"") > 1
                && value(page, "tradewind_outbox_failures_total", "verticle=\"order\"") >= 1);
    double age = value(unavailable, "tradewind_outbox_oldest_age_seconds", "verticle=\"order\"");
    assertThat(value(unavailable, "tradewind_outbox_events", "verticle=\"order\"")).isPositive();
    HttpResponse<String> ready = get("/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(new JsonObject(ready.body()).getString("status")).isEqualTo("degraded");
    assertThat(new JsonObject(ready.body()).getJsonObject("parts").getString("kafka"))
        .contains("Kafka does not answer");
    awaitMetrics(page ->
        value(page, "tradewind_outbox_oldest_age_seconds", "verticle=\"order\"") > age
            && page.contains("tradewind_kafka_publish_errors_total{"));

    kafka = EmbeddedKafka.start(folder.resolve("kafka"), kafka.port());

    awaitMetrics(page ->
        value(page, "tradewind_kafka_up") == 1
            && value(page, "tradewind_outbox_events", "verticle=\"order\"") == 0
            && value(page, "tradewind_outbox_events", "verticle=\"cart\"") == 0
            && value(page, "tradewind_outbox_oldest_age_seconds", "verticle=\"order\"") == 0);
    assertThat(new JsonObject(get("/health/ready").body()).getString("status")).isEqualTo("up");
  }

  /** After the outage, so that its errors are among the metrics. */
  @Test
  @Order(3)
  void thePageNamesEveryMetricThatOccurs() {
    long begun = System.nanoTime();
    String response = get("/metrics").body();
    double runs =
        value(response, "tradewind_background_task_seconds_count", "task=\"sample-metrics\"");
    System.out.printf(
        "/metrics: %d bytes in %d ms; sampling of a schema: %.1f ms on average of %.0f%n",
        response.length(),
        (System.nanoTime() - begun) / 1_000_000,
        1_000
            * value(response, "tradewind_background_task_seconds_sum", "task=\"sample-metrics\"")
            / runs,
        runs);
    Map<String, Metric> metrics = MetricsDocument.of(response);
    if (Boolean.getBoolean("tradewind.metrics.write")) {
      MetricsDocument.write(metrics);
    }
    Map<String, String> rows = MetricsDocument.rows();

    assertThat(metrics.values())
        .allSatisfy(metric -> assertThat(rows.get(metric.name())).isEqualTo(metric.row()));
    Set<String> absent = new TreeSet<>(rows.keySet());
    absent.removeAll(metrics.keySet());
    absent.removeAll(OCCASIONAL);
    assertThat(absent).as("documented metrics that do not occur").isEmpty();
  }

  /** The rules of promtool that matter, for machines without it. */
  @Test
  @Order(3)
  void metricsFollowTheNamingRulesOfPrometheus() {
    String response = get("/metrics").body();

    List<String> types = response.lines().filter(line -> line.startsWith("# TYPE ")).toList();
    assertThat(types).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    List<String> series =
        response
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.substring(0, line.lastIndexOf(' ')))
            .toList();
    assertThat(series).doesNotHaveDuplicates();
    assertThat(MetricsDocument.of(response).values())
        .allSatisfy(metric -> {
          assertThat(metric.name()).matches("[a-z][a-z0-9_]*").doesNotContain("__");
          assertThat(metric.help()).as(metric.name()).isNotBlank();
          assertThat(metric.name().endsWith("_total"))
              .as(metric.name())
              .isEqualTo("counter".equals(metric.type()));
          assertThat(metric.name())
              .doesNotMatch(".*_(count|sum|bucket)")
              .doesNotMatch(
                  ".*_(ms|us|ns|sec|milliseconds|minutes|hours|days|kb|mb|kilobytes|percent)(_total)?");
        });
  }

  @Test
  @Order(3)
  void promtoolFindsNoProblem() throws Exception {
    assumeTrue(Promtool.isInstalled(), "promtool is not installed");
    Path response = Files.writeString(folder.resolve("metrics.txt"), get("/metrics").body());

    assertThat(Promtool.check(response, "check", "metrics")).isEmpty();
  }

  private static String awaitMetrics(Predicate<String> holds) {
    String[] last = {""};
    node.awaitThat(() -> {
      last[0] = get("/metrics").body();
      return holds.test(last[0]);
    });
    return last[0];
  }

  /** Sum of the series with that name and those labels; NaN without one. */
  private static double value(String page, String name, String... labels) {
    Matcher series = Pattern.compile("(?m)^" + name + "(?:\\{([^}]*)})? (\\S+)$").matcher(page);
    double sum = Double.NaN;
    while (series.find()) {
      String found = String.valueOf(series.group(1));
      if (List.of(labels).stream().allMatch(found::contains)) {
        sum = (Double.isNaN(sum) ? 0 : sum) + Double.parseDouble(series.group(2));
      }
    }
    return sum;
  }

  private static HttpResponse<String> get(String path) {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create(management + path)).timeout(LIMIT).build(),
          BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }
}

package dev.tradewind.acceptance.operation;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.PrometheusServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that a Prometheus scrapes with the configuration and the rules of the deployment. */
class ScrapedNodesIT {

  private static final Path DEPLOYED = Home.folder().resolve("deploy/prometheus");

  @TempDir private Path folder;

  @Test
  void bothNodesAreUpAndAllRulesAreEvaluated() throws IOException {
    assumeTrue(PrometheusServer.isInstalled(), "prometheus is not installed");
    try (Cluster cluster = new Cluster(2).withManagement()) {
      Cluster.Gateway first = cluster.full();
      cluster.full();
      first.checkOut();
      try (PrometheusServer prometheus =
          PrometheusServer.start(configuration(cluster.managementPorts()), folder)) {
        first.process().awaitThat(() -> prometheus.query("up == 1").size() == 2);
        first
            .process()
            .awaitThat(() -> !prometheus.query("tradewind:slo_errors:ratio_rate5m").isEmpty());
        first.process().awaitThat(() -> healths(prometheus).stream().noneMatch("unknown"::equals));

        assertThat(healths(prometheus)).isNotEmpty().containsOnly("ok");
        assertThat(prometheus.query("tradewind_cluster_members"))
            .hasSize(2)
            .allSatisfy(series ->
                assertThat(((JsonObject) series).getJsonArray("value").getString(1))
                    .isEqualTo("2"));
      }
    }
  }

  /** The deployed one for these ports, with intervals of a second. */
  private Path configuration(List<Integer> ports) throws IOException {
    for (String rules : List.of("recording.yaml", "alerts.yaml")) {
      Files.copy(DEPLOYED.resolve(rules), folder.resolve(rules));
    }
    String deployed = Files.readString(DEPLOYED.resolve("prometheus.yaml"));
    String targets = ports.stream().map(port -> "127.0.0.1:" + port).collect(joining(", "));
    String configured =
        deployed
            .replace("node-1:9990, node-2:9990", targets)
            .replace("interval: 15s", "interval: 1s");
    assertThat(configured).contains(targets).doesNotContain("15s");
    return Files.writeString(folder.resolve("prometheus.yaml"), configured);
  }

  private static List<String> healths(PrometheusServer prometheus) {
    return prometheus.ruleGroups().stream()
        .map(JsonObject.class::cast)
        .map(group -> group.getJsonArray("rules", new JsonArray()))
        .flatMap(JsonArray::stream)
        .map(rule -> ((JsonObject) rule).getString("health"))
        .toList();
  }
}

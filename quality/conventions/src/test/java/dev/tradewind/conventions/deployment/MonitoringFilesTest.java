package dev.tradewind.conventions.deployment;

import static dev.tradewind.conventions.SourceFiles.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.Promtool;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Rules of Prometheus and dashboards of Grafana: they name metrics that there are, and each alert
 * has a section of the runbook and a test.
 */
class MonitoringFilesTest {

  private static final Path PROMETHEUS = Home.folder().resolve("deploy/prometheus");
  private static final Path GRAFANA = Home.folder().resolve("deploy/grafana");
  private static final Path METRICS = Home.folder().resolve("docs/operations/metrics.md");

  private static final Pattern METRIC =
      Pattern.compile("\\b(?:tradewind|vertx|jvm|process|system|cache)_\\w+");
  private static final Pattern RECORDED = Pattern.compile("\\btradewind:\\w+:\\w+");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

  static Stream<Path> dashboards() throws IOException {
    try (Stream<Path> files = Files.list(GRAFANA)) {
      return files.toList().stream();
    }
  }

  @Test
  void everyMetricOfTheRulesAndDashboardsExists() throws IOException {
    Set<String> documented = found(ROW, text(METRICS), 1);
    Set<String> recorded =
        rules("recording.yaml")
            .map(rule -> (String) rule.get("record"))
            .collect(Collectors.toSet());
    List<String> expressions =
        Stream.concat(
                Stream.of("recording.yaml", "alerts.yaml")
                    .flatMap(MonitoringFilesTest::rules)
                    .map(rule -> (String) rule.get("expr")),
                dashboards().flatMap(MonitoringFilesTest::expressions))
            .toList();

    assertThat(expressions)
        .hasSizeGreaterThan(100)
        .allSatisfy(expression -> {
          assertThat(found(METRIC, expression, 0))
              .map(name ->
                  documented.contains(name)
                      ? name
                      : name.replaceFirst("_(bucket|sum|count|max)$", ""))
              .isSubsetOf(documented);
          assertThat(found(RECORDED, expression, 0)).isSubsetOf(recorded);
        });
  }

  @Test
  void everyAlertHasASectionOfTheRunbookAndATest() {
    String tests = text(PROMETHEUS.resolve("tests.yaml"));
    List<Map<?, ?>> alerts = rules("alerts.yaml").toList();

    assertThat(alerts)
        .hasSizeGreaterThan(20)
        .allSatisfy(alert -> {
          String name = (String) alert.get("alert");
          Map<?, ?> annotations = (Map<?, ?>) alert.get("annotations");
          String[] runbook = ((String) annotations.get("runbook")).split("#", 2);
          assertThat(runbook[1]).isEqualTo(name.toLowerCase(Locale.ROOT));
          assertThat(text(Home.folder().resolve(runbook[0]))).contains("\n## " + name + "\n");
          assertThat((String) annotations.get("summary")).endsWith(".");
          assertThat(((Map<?, ?>) alert.get("labels")).get("severity")).isIn("page", "ticket");
          assertThat(tests).contains("alertname=\"" + name + "\"");
        });
    assertThat(
            found(
                Pattern.compile("(?m)^## (Tradewind\\w+)$"),
                text(Home.folder().resolve("docs/runbooks/README.md")),
                1))
        .isEqualTo(alerts.stream().map(alert -> alert.get("alert")).collect(Collectors.toSet()));
  }

  @Test
  void promtoolRunsTheTestsOfTheRules() throws IOException {
    assumeTrue(Promtool.isInstalled(), "promtool is not installed");

    Promtool.run("check", "config", PROMETHEUS.resolve("prometheus.yaml").toString());
    Promtool.run("test", "rules", PROMETHEUS.resolve("tests.yaml").toString());
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void aDashboardHasPanelsThatDoNotOverlap(Path file) {
    JsonObject dashboard = new JsonObject(text(file));

    assertThat(dashboard.getString("uid"))
        .isEqualTo("tradewind-" + file.getFileName().toString().replace(".json", ""));
    assertThat(dashboard.getString("title")).startsWith("Tradewind: ");
    Set<Integer> ids = new HashSet<>();
    Set<List<Integer>> cells = new HashSet<>();
    assertThat(objects(dashboard.getJsonArray("panels")))
        .hasSizeGreaterThan(5)
        .allSatisfy(panel -> {
          assertThat(ids.add(panel.getInteger("id"))).isTrue();
          assertThat(panel.getString("title")).isNotBlank();
          assertThat(panel.getString("type")).isIn("stat", "timeseries");
          assertThat(panel.getJsonObject("datasource").getString("uid")).isEqualTo("${datasource}");
          assertThat(panel.getJsonArray("targets")).isNotEmpty();
          JsonObject place = panel.getJsonObject("gridPos");
          int right = place.getInteger("x") + place.getInteger("w");
          assertThat(right).isLessThanOrEqualTo(24);
          for (int x = place.getInteger("x"); x < right; x++) {
            for (int y = 0; y < place.getInteger("h"); y++) {
              assertThat(cells.add(List.of(x, place.getInteger("y") + y))).isTrue();
            }
          }
        });
  }

  private static Stream<String> expressions(Path dashboard) {
    return objects(new JsonObject(text(dashboard)).getJsonArray("panels"))
        .flatMap(panel -> objects(panel.getJsonArray("targets")))
        .map(target -> target.getString("expr"));
  }

  private static Stream<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast);
  }

  private static Stream<Map<?, ?>> rules(String file) {
    Map<?, ?> content = new Yaml().load(text(PROMETHEUS.resolve(file)));
    return ((List<?>) content.get("groups"))
        .stream()
            .flatMap(group -> ((List<?>) ((Map<?, ?>) group).get("rules")).stream())
            .map(rule -> (Map<?, ?>) rule);
  }

  private static Set<String> found(Pattern pattern, String text, int group) {
    return pattern.matcher(text).results().map(one -> one.group(group)).collect(Collectors.toSet());
  }
}

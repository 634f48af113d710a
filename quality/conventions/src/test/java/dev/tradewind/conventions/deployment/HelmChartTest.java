package dev.tradewind.conventions.deployment;

import static dev.tradewind.conventions.SourceFiles.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import dev.tradewind.embedded.Home;
import dev.tradewind.launcher.config.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Helm chart: what it renders follows the rules of the manifests for kustomize. */
class HelmChartTest {

  private static final Path CHART = Home.folder().resolve("deploy/helm/tradewind");
  private static final Path FULL = CHART.resolve("ci/full-values.yaml");

  @Test
  void theChartPassesTheLinter() {
    LintResult result = new Helm(CHART).lint().strict().call();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @Test
  void withItsDefaultsTheChartFollowsTheRulesOfTheManifests() throws IOException {
    KubernetesManifests chart = rendered(template());

    chart.assertFollowRules();
    assertThat(kinds(chart))
        .containsExactlyInAnyOrder(
            "ConfigMap",
            "Deployment",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "Service",
            "Service");
    assertThat(chart.spec("Deployment").get("replicas")).isEqualTo(3);
    assertThat(chart.container().get("image")).isEqualTo("tradewind:0.1.0-SNAPSHOT");
    assertThat(chart.secrets()).containsExactlyInAnyOrder("tradewind-secrets", "tradewind-cluster");
  }

  @Test
  void theSettingsAreThoseOfTheKustomization() {
    Map<?, ?> kustomized =
        (Map<?, ?>)
            new Yaml()
                .<Map<?, ?>>load(text(Home.folder().resolve("deploy/kubernetes/settings.yaml")))
                .get("data");

    assertThat(rendered(template()).settings()).isEqualTo(kustomized);
  }

  @Test
  void withEverythingOnTheChartFollowsTheRulesToo() {
    KubernetesManifests chart = rendered(template().withValuesFile(FULL));

    chart.assertFollowRules();
    assertThat(kinds(chart)).contains("HorizontalPodAutoscaler", "Ingress", "ServiceMonitor");
    assertThat(chart.spec("Deployment").get("replicas")).isNull();
    assertThat(chart.spec("HorizontalPodAutoscaler").get("scaleTargetRef"))
        .isEqualTo(Map.of("apiVersion", "apps/v1", "kind", "Deployment", "name", "tradewind"));
    assertThat((String) chart.container().get("image"))
        .matches("registry\\.example/tradewind@sha256:[0-9a-f]{64}");
    assertThat((List<?>) chart.spec("Ingress").get("rules")).hasSize(2);
    assertThat((List<?>) chart.pod().get("topologySpreadConstraints")).hasSize(2);
    assertThat(((List<?>) chart.pod().get("volumes")).getLast())
        .isEqualTo(Map.of("name", "shop", "configMap", Map.of("name", "shop-files")));
    assertThat(((List<?>) chart.container().get("volumeMounts")).getLast())
        .isEqualTo(Map.of("name", "shop", "mountPath", "/run/shop", "readOnly", true));
    assertThat(chart.settings().keySet())
        .allSatisfy(name -> assertThat(Setting.named((String) name)).isPresent());
  }

  /** The rules of alerts select the job. */
  @Test
  void theMonitorScrapesEveryNodeAsTheJobOfTheRules() {
    KubernetesManifests chart = rendered(template().withValuesFile(FULL));
    Map<?, ?> monitor = chart.spec("ServiceMonitor");
    Map<?, ?> selected = (Map<?, ?>) ((Map<?, ?>) monitor.get("selector")).get("matchLabels");

    List<Map<?, ?>> services =
        chart
            .ofKind("Service")
            .filter(service -> labels(service).entrySet().containsAll(selected.entrySet()))
            .toList();

    assertThat(services).hasSize(1);
    assertThat(labels(services.getFirst()).get(monitor.get("jobLabel"))).isEqualTo("tradewind");
    assertThat(((Map<?, ?>) services.getFirst().get("spec")).get("clusterIP")).isEqualTo("None");
    assertThat(services.getFirst().toString()).contains("name=management");
  }

  @Test
  void valuesThatTheChartDoesNotKnowAreRefused() {
    assertThatThrownBy(() -> template().set("replica", 5).call()).hasMessageContaining("replica");
    assertThatThrownBy(() -> template().set("settings.TRADEWIND_CLUSTER_NAME", "another").call())
        .hasMessageContaining("TRADEWIND_CLUSTER_NAME");
  }

  @Test
  void everyValueIsDocumented() {
    String page = text(Home.folder().resolve("docs/operations/kubernetes.md"));
    Map<String, ?> values = new Yaml().load(text(CHART.resolve("values.yaml")));

    assertThat(values.keySet()).allSatisfy(name -> assertThat(page).contains("`" + name));
  }

  private static TemplateCommand template() {
    return new Helm(CHART).template().withName("tradewind");
  }

  private static KubernetesManifests rendered(TemplateCommand template) {
    return KubernetesManifests.of(Stream.of(template.call()));
  }

  private static Map<?, ?> labels(Map<?, ?> document) {
    return (Map<?, ?>) ((Map<?, ?>) document.get("metadata")).get("labels");
  }

  private static List<String> kinds(KubernetesManifests chart) {
    return chart.documents().stream()
        .map(document -> (String) document.get("kind"))
        .collect(Collectors.toList());
  }
}

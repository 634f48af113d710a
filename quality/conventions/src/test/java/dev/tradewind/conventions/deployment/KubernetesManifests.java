package dev.tradewind.conventions.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.launcher.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.yaml.snakeyaml.Yaml;

/** Manifests of a deployment on Kubernetes, with the rules that each way to deploy follows. */
public record KubernetesManifests(List<Map<?, ?>> documents) {

  private static final Pattern SECRET =
      Pattern.compile("(?:secretRef=\\{name|secretName)=([\\w-]+)");

  /** Time to answer requests in flight and then leave the cluster. */
  private static final int DRAIN_AND_LEAVE_SECONDS = 8 + 15;

  /** The manifests in texts of YAML documents. */
  public static KubernetesManifests of(Stream<String> texts) {
    return new KubernetesManifests(
        texts
            .flatMap(text -> StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false))
            .filter(Map.class::isInstance)
            .<Map<?, ?>>map(document -> (Map<?, ?>) document)
            .toList());
  }

  public void assertFollowRules() {
    assertGracePeriodCoversShutdown();
    assertProbesUseManagementPort();
    assertOnlyMonitoringReachesManagementPort();
    assertNodesReachOnlyTheirServices();
    assertPodsHaveNoPrivileges();
    assertSelectorsFindThePods();
  }

  private void assertGracePeriodCoversShutdown() {
    String delay = (String) settings().get(Setting.SHUTDOWN_DELAY_SECONDS.variable());

    assertThat((Integer) pod().get("terminationGracePeriodSeconds"))
        .isGreaterThan(Integer.parseInt(delay) + DRAIN_AND_LEAVE_SECONDS);
  }

  private void assertProbesUseManagementPort() {
    assertThat((List<?>) container().get("ports"))
        .isEqualTo(
            List.of(
                Map.of("name", "http", "containerPort", defaultOf(Setting.HTTP_PORT)),
                Map.of("name", "management", "containerPort", defaultOf(Setting.MANAGEMENT_PORT)),
                Map.of("name", "cluster", "containerPort", defaultOf(Setting.CLUSTER_PORT))));
    Map.of(
            "startupProbe", "/health/started",
            "livenessProbe", "/health/live",
            "readinessProbe", "/health/ready")
        .forEach((probe, path) ->
            assertThat(in(container(), probe).get("httpGet"))
                .isEqualTo(Map.of("path", path, "port", "management")));
  }

  /** The port has no authentication, and metrics and health say much of a shop. */
  private void assertOnlyMonitoringReachesManagementPort() {
    List<?> openToAll =
        ((List<?>) spec("NetworkPolicy").get("ingress"))
            .stream()
                .map(rule -> (Map<?, ?>) rule)
                .filter(rule -> !rule.containsKey("from"))
                .flatMap(rule -> ((List<?>) rule.get("ports")).stream())
                .map(port -> ((Map<?, ?>) port).get("port"))
                .toList();

    assertThat(openToAll).hasSize(1).first().isEqualTo("http");
    assertThat(spec("NetworkPolicy").toString())
        .as("any namespace may label a pod")
        .contains("namespaceSelector={matchLabels={")
        .doesNotContain("namespaceSelector={}");
  }

  /** A node that was taken over reaches what it needs, and no other port. */
  private void assertNodesReachOnlyTheirServices() {
    assertThat(spec("NetworkPolicy").get("policyTypes")).isEqualTo(List.of("Ingress", "Egress"));
    assertThat((List<?>) spec("NetworkPolicy").get("egress"))
        .isNotEmpty()
        .allSatisfy(rule ->
            assertThat(((Map<?, ?>) rule).values())
                .as("ports, or nodes")
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isNotEmpty());
  }

  private void assertPodsHaveNoPrivileges() {
    assertThat(pod().get("automountServiceAccountToken")).isEqualTo(false);
    assertThat(in(pod(), "securityContext").get("runAsNonRoot")).isEqualTo(true);
    assertThat(container().get("securityContext"))
        .isEqualTo(
            Map.of(
                "allowPrivilegeEscalation",
                false,
                "readOnlyRootFilesystem",
                true,
                "capabilities",
                Map.of("drop", List.of("ALL"))));
    assertThat(in(in(container(), "resources"), "limits").get("memory")).isNotNull();
  }

  private void assertSelectorsFindThePods() {
    Map<?, ?> labels = in(in(in(spec("Deployment"), "template"), "metadata"), "labels");
    assertThat(
            Stream.concat(
                ofKind("Service").<Map<?, ?>>map(service -> in(in(service, "spec"), "selector")),
                Stream.<Map<?, ?>>of(
                    in(in(spec("Deployment"), "selector"), "matchLabels"),
                    in(in(spec("PodDisruptionBudget"), "selector"), "matchLabels"),
                    in(in(spec("NetworkPolicy"), "podSelector"), "matchLabels"))))
        .hasSize(5)
        .allSatisfy(selector -> {
          assertThat(selector).isNotEmpty();
          assertThat(entries(labels)).containsAll(entries(selector));
        });
  }

  private static List<Map.Entry<Object, Object>> entries(Map<?, ?> map) {
    return map.entrySet().stream()
        .<Map.Entry<Object, Object>>map(entry -> Map.entry(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Environment of the nodes that is no secret. */
  public Map<?, ?> settings() {
    return in(ofKind("ConfigMap").findFirst().orElseThrow(), "data");
  }

  /** Names of the secrets that the nodes get. */
  public List<String> secrets() {
    return SECRET.matcher(pod().toString()).results().map(found -> found.group(1)).toList();
  }

  public Map<?, ?> spec(String kind) {
    return in(ofKind(kind).findFirst().orElseThrow(), "spec");
  }

  public Stream<Map<?, ?>> ofKind(String kind) {
    return documents.stream().filter(document -> kind.equals(document.get("kind")));
  }

  public Map<?, ?> pod() {
    return in(in(spec("Deployment"), "template"), "spec");
  }

  public Map<?, ?> container() {
    return (Map<?, ?>) ((List<?>) pod().get("containers")).getFirst();
  }

  private static Map<?, ?> in(Map<?, ?> document, String name) {
    Object found = document.get(name);
    return found == null ? Map.of() : (Map<?, ?>) found;
  }

  private static int defaultOf(Setting setting) {
    return Integer.parseInt(setting.defaultValue());
  }
}

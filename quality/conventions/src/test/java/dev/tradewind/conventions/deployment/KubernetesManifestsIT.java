package dev.tradewind.conventions.deployment;

import static dev.tradewind.conventions.SourceFiles.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.json.JsonArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests of the kustomization and of the Helm chart against the schemas of Kubernetes. */
class KubernetesManifestsIT {

  private static final Path CHART = Home.folder().resolve("deploy/helm/tradewind");
  private static final Path KUSTOMIZATION = Home.folder().resolve("deploy/kubernetes");

  @TempDir private static Path folder;
  private static NodeJs node;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install("kubernetes", folder);
  }

  private static String validate(Stream<String> texts) throws Exception {
    List<?> manifests =
        KubernetesManifests.of(texts).documents().stream()
            .filter(manifest -> !"Kustomization".equals(manifest.get("kind")))
            .toList();
    assertThat(manifests).isNotEmpty();
    Path file = folder.resolve("manifests.json");
    Files.writeString(file, new JsonArray(manifests).encode());
    return node.runScript("validate.mjs", file.toString());
  }

  @Test
  void theKustomizationIsValid() throws Exception {
    try (Stream<Path> files = Files.list(KUSTOMIZATION)) {
      assertThat(validate(files.map(SourceFiles::text))).contains("are valid");
    }
  }

  @Test
  void theChartIsValidWithItsDefaultsAndWithEverythingOn() throws Exception {
    assertThat(validate(Stream.of(new Helm(CHART).template().call()))).contains("are valid");
    assertThat(
            validate(
                Stream.of(
                    new Helm(CHART)
                        .template()
                        .withValuesFile(CHART.resolve("ci/full-values.yaml"))
                        .call())))
        .contains("are valid");
  }

  @Test
  void aWrongTypeIsFound() {
    assertThatThrownBy(() ->
            validate(
                Stream.of(
                    text(KUSTOMIZATION.resolve("pod-disruption-budget.yaml"))
                        .replaceFirst("matchLabels:", "matchLabels: wrong #"))))
        .hasMessageContaining("matchLabels must be object");
  }
}

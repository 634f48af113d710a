package dev.tradewind.conventions.deployment;

import static dev.tradewind.conventions.SourceFiles.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.embedded.Home;
import dev.tradewind.launcher.Tradewind;
import dev.tradewind.launcher.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Deployment files against the settings, ports and flags of this launcher. */
class DeploymentFilesTest {

  private static final Path FOLDER = Home.folder().resolve("deploy");
  private static final Path KUBERNETES = FOLDER.resolve("kubernetes");
  private static final Pattern VARIABLE = Pattern.compile(Setting.PREFIX + "[A-Z_]+");

  /** Image of a Dockerfile or of a container. */
  private static final Pattern IMAGE = Pattern.compile("(?m)^(?:FROM|\\s*-?\\s*image:)\\s+(\\S+)");

  /** Built from the Dockerfile. */
  private static final String OWN_IMAGE = "tradewind";

  /** Templates, of which {@link HelmChartTest} looks at the results. */
  private static final Path HELM = FOLDER.resolve("helm");

  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      return all.filter(Files::isRegularFile).toList().stream();
    }
  }

  static Stream<Path> yamlFiles() throws IOException {
    return manifests().filter(file -> file.toString().endsWith(".yaml"));
  }

  static Stream<Path> manifests() throws IOException {
    return files().filter(file -> !file.startsWith(HELM));
  }

  @ParameterizedTest
  @MethodSource("files")
  void everySettingExists(Path file) {
    assertThat(variables(text(file)))
        .allSatisfy(variable -> assertThat(Setting.named(variable)).as(variable).isPresent());
  }

  @ParameterizedTest
  @MethodSource("yamlFiles")
  void everyFileIsYaml(Path file) {
    assertThat(documents(file))
        .isNotEmpty()
        .allSatisfy(document -> assertThat(document).isNotNull());
  }

  @Test
  void bothProvideTheSettingsOfProduction() {
    assertThat(variables(text(FOLDER.resolve("compose.yaml")))).containsAll(needed());
    assertThat(
            variables(
                text(KUBERNETES.resolve("settings.yaml"))
                    + text(KUBERNETES.resolve("secret.example.yaml"))
                    + text(KUBERNETES.resolve("nodes.yaml"))))
        .containsAll(needed())
        .contains(Setting.CLUSTER_HOST.variable(), Setting.CLUSTER_MEMBERS.variable());
  }

  private static List<String> needed() {
    return Stream.of(
            Setting.DATABASE_URL,
            Setting.KAFKA_BOOTSTRAP,
            Setting.ADMIN_EMAIL,
            Setting.ADMIN_PASSWORD,
            Setting.JWT_KEYS,
            Setting.CLUSTER_NAME,
            Setting.CLUSTER_CERTIFICATES)
        .map(Setting::variable)
        .toList();
  }

  @Test
  void theKustomizationNamesFilesThatAreThere() {
    Map<?, ?> kustomization = only(KUBERNETES.resolve("kustomization.yaml"));

    assertThat((List<?>) kustomization.get("resources"))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(KUBERNETES.resolve((String) name)).exists());
  }

  @Test
  void theManifestsFollowTheRules() throws IOException {
    try (Stream<Path> files = Files.list(KUBERNETES)) {
      KubernetesManifests.of(files.map(SourceFiles::text)).assertFollowRules();
    }
  }

  /** A host that a client sends would become that of links and of allowed origins. */
  @Test
  void theProxyReplacesTheForwardedHostAndPassesUploadsOn() {
    assertThat(text(FOLDER.resolve("nginx/tradewind.conf")))
        .contains("proxy_set_header X-Forwarded-Host $host;")
        .containsPattern("location /admin/uploads \\{\\s+client_max_body_size 1024m;");
  }

  @Test
  void theImageStartsTheJvmLikeTheScript() {
    String image = text(FOLDER.resolve("Dockerfile"));
    Matcher flag =
        Pattern.compile("(?:--add-\\w+ |(?=-XX:(?:-Dont|\\+UseG1|\\+ExitOn|Trim)))(\\S+)")
            .matcher(text(Home.folder().resolve("tradewind")));
    List<String> flags = new ArrayList<>();
    while (flag.find()) {
      flags.add(flag.group(1));
    }

    assertThat(flags)
        .hasSizeGreaterThan(3)
        .contains("-XX:-DontCompileHugeMethods", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError")
        .allSatisfy(one -> assertThat(image).contains(one));
    assertThat(image).contains(Tradewind.class.getName());
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyImageOfOthersIsPinnedByItsDigest(Path file) {
    assertThat(images(text(file)))
        .filteredOn(image -> !image.equals(OWN_IMAGE))
        .allSatisfy(image -> assertThat(image).matches("[\\w./-]+:[\\w.-]+@sha256:[0-9a-f]{64}"));
  }

  @Test
  void allImagesAreLookedAt() throws IOException {
    assertThat(manifests().flatMap(file -> images(text(file)).stream()))
        .filteredOn(image -> image.contains("@sha256:"))
        .hasSize(5);
    assertThat(text(Home.folder().resolve(".github/dependabot.yml")))
        .contains("package-ecosystem: docker\n", "package-ecosystem: docker-compose\n");
  }

  private static List<String> images(String text) {
    return IMAGE.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static Map<?, ?> only(Path file) {
    return (Map<?, ?>) documents(file).getFirst();
  }

  private static List<Object> documents(Path file) {
    return StreamSupport.stream(new Yaml().loadAll(text(file)).spliterator(), false).toList();
  }

  private static List<String> variables(String text) {
    Matcher variable = VARIABLE.matcher(text);
    List<String> found = new ArrayList<>();
    while (variable.find()) {
      found.add(variable.group());
    }
    return found;
  }
}

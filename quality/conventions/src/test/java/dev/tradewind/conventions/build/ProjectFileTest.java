package dev.tradewind.conventions.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Maven takes the last of two properties with one name, and misses tests of unlisted modules,
 * silently.
 */
class ProjectFileTest {

  private static final Pattern PROPERTIES =
      Pattern.compile("<properties>(.*?)</properties>", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("<([a-zA-Z][\\w.-]*)>");
  private static final Pattern TEST_JAR =
      Pattern.compile(
          "<artifactId>([\\w-]+)</artifactId>\\s*<version>[^<]*</version>\\s*<type>test-jar</type>");

  @Test
  void everyPropertyIsDefinedOnce() throws IOException {
    String project = Files.readString(Home.folder().resolve("pom.xml"));

    assertThat(PROPERTIES.matcher(project).results())
        .isNotEmpty()
        .allSatisfy(properties ->
            assertThat(NAME.matcher(properties.group(1)).results().map(name -> name.group(1)))
                .contains("bouncycastle.version")
                .doesNotHaveDuplicates());
  }

  @Test
  void theUnitTestsOfEveryModuleAreRunTogether() throws IOException {
    String project = Files.readString(Home.folder().resolve("quality/unit-tests/pom.xml"));

    assertThat(TEST_JAR.matcher(project).results().map(module -> module.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Modules.files("src/test/java", "Test.java").stream()
                .map(Modules::of)
                .collect(Collectors.toSet()));
  }
}

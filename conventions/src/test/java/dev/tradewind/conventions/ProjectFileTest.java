package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    String project = Files.readString(Home.folder().resolve("unit-tests/pom.xml"));

    assertThat(TEST_JAR.matcher(project).results().map(module -> module.group(1)))
        .containsExactlyInAnyOrderElementsOf(modulesWithUnitTests());
  }

  private static List<String> modulesWithUnitTests() throws IOException {
    List<String> modules = new ArrayList<>();
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(Home.folder(), Files::isDirectory)) {
      for (Path module : folders) {
        Path tests = module.resolve("src/test/java");
        if (Files.isDirectory(tests) && hasUnitTest(tests)) {
          modules.add(module.getFileName().toString());
        }
      }
    }
    return modules;
  }

  private static boolean hasUnitTest(Path tests) throws IOException {
    try (Stream<Path> files = Files.walk(tests)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith("Test.java"));
    }
  }
}

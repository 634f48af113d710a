package dev.tradewind.launcher.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginProjectTest {

  @TempDir private Path folder;

  @Test
  void aProjectHasTheNamesOfThePlugin() throws IOException {
    Path project = folder.resolve("house-rules");

    new PluginProject("house-rules", "com.harbour.rules", "1.2.3").write(project);

    try (Stream<Path> files = Files.walk(project)) {
      List<Path> written = files.filter(Files::isRegularFile).toList();
      assertThat(written)
          .extracting(file -> project.relativize(file).toString())
          .containsExactlyInAnyOrder(
              "pom.xml",
              "src/main/java/com/harbour/rules/HouseRulesPlugin.java",
              "src/main/resources/META-INF/services/dev.tradewind.spi.Plugin",
              "src/test/java/com/harbour/rules/HouseRulesPluginTest.java",
              "src/test/java/com/harbour/rules/HouseRulesTaxTest.java");
      for (Path file : written) {
        assertThat(file).content().doesNotContainPattern("@[a-z]+@");
      }
    }
    assertThat(project.resolve("pom.xml")).content().contains("<tradewind.version>1.2.3<");
    assertThat(project.resolve("src/main/java/com/harbour/rules/HouseRulesPlugin.java"))
        .content()
        .contains("TRADEWIND_HOUSE_RULES_MOST");
  }

  @Test
  void nothingIsWrittenOver() {
    PluginProject project = new PluginProject("a", "com.example", "1");

    assertThatThrownBy(() -> project.write(folder))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("is there already");
  }

  @ParameterizedTest
  @CsvSource({
    "House, com.example",
    "-a, com.example",
    "a--b, com.example",
    "a, Com.Example",
    "a, com..x"
  })
  void aNameSaysWhatIsAllowed(String name, String javaPackage) {
    assertThatThrownBy(() -> new PluginProject(name, javaPackage, "1"))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("such as");
  }
}

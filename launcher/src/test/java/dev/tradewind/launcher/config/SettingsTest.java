package dev.tradewind.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "node.yaml, 'TRADEWIND_HTTP_PORT: 9400'",
    "node.properties, TRADEWIND_HTTP_PORT=9400"
  })
  void aFileHasTheNamesOfTheEnvironment(String name, String content) throws IOException {
    assertThat(Settings.load(file(name, content)).text(Setting.HTTP_PORT)).isEqualTo("9400");
  }

  @ParameterizedTest
  @CsvSource({
    "node.yaml, 'TRADEWIND_ADMIN_PASSWORD: \"0123\"'",
    "node.properties, TRADEWIND_ADMIN_PASSWORD=0123"
  })
  void aPasswordOfDigitsStaysAText(String name, String content) throws IOException {
    assertThat(Settings.load(file(name, content)).text(Setting.ADMIN_PASSWORD)).isEqualTo("0123");
  }

  @Test
  void anUnknownSettingInAFileIsNamed() throws IOException {
    Path file = file("node.yaml", "TRADEWIND_HTTP_PROT: 9400");

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_HTTP_PROT");
  }

  @Test
  void aFileThatIsNoYamlIsNamed() throws IOException {
    Path file = file("node.yaml", "{ : [");

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> Settings.load(folder.resolve("absent.yaml")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("absent.yaml");
  }

  @ParameterizedTest
  @EnumSource
  void everySettingIsInTheTable(Setting setting) throws IOException {
    String table = Files.readString(Home.folder().resolve("docs/configuration.md"));

    assertThat(table).containsPattern("\\| `" + setting.variable() + "` \\|");
    if (!setting.standard().isEmpty()) {
      assertThat(table).contains("| `" + setting.variable() + "` | `" + setting.standard() + "` |");
    }
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content + "\n");
  }
}

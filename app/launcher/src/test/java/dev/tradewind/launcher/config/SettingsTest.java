package dev.tradewind.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tradewind.embedded.Home;
import dev.tradewind.providers.plugin.PluginLoader;
import dev.tradewind.spi.Plugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void otherKafkaNamesArePropertiesOfItsClients() throws IOException {
    Settings settings =
        Settings.load(
            file(
                "node.yaml",
                """
                TRADEWIND_KAFKA_BOOTSTRAP: kafka:9092
                TRADEWIND_KAFKA_TOPIC_PREFIX: north.
                TRADEWIND_KAFKA_SECURITY_PROTOCOL: SASL_SSL
                TRADEWIND_KAFKA_SSL_TRUSTSTORE_LOCATION: /etc/kafka/ca.pem
                TRADEWIND_KAFKA_LINGER_MS: 5
                """));

    assertThat(settings.kafkaProperties())
        .containsOnly(
            entry("security.protocol", "SASL_SSL"),
            entry("ssl.truststore.location", "/etc/kafka/ca.pem"),
            entry("linger.ms", "5"));
    assertThat(settings.text(Setting.KAFKA_TOPIC_PREFIX)).isEqualTo("north.");
  }

  @Test
  void secretsMayBeInFiles() throws IOException {
    Path keys = file("keys", "first:abcdefghijklmnopqrstuvwxyz012345\n");
    Path login =
        file("login", "org.apache.kafka.common.security.scram.ScramLoginModule required;\n");
    Settings settings =
        Settings.load(
            file(
                "node.yaml",
                "TRADEWIND_JWT_KEYS_FILE: %s%nTRADEWIND_KAFKA_SASL_JAAS_CONFIG_FILE: %s%n"
                    .formatted(keys, login)));

    assertThat(settings.text(Setting.JWT_KEYS)).isEqualTo("first:abcdefghijklmnopqrstuvwxyz012345");
    assertThat(settings.kafkaProperties())
        .containsOnly(
            entry(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;"));
  }

  @ParameterizedTest
  @CsvSource({
    "TRADEWIND_JWT_KEYS_FILE: absent, 'The file of TRADEWIND_JWT_KEYS_FILE, '",
    "'TRADEWIND_ADMIN_PASSWORD_FILE: a\nTRADEWIND_ADMIN_PASSWORD: b',"
        + " Set either TRADEWIND_ADMIN_PASSWORD or TRADEWIND_ADMIN_PASSWORD_FILE.",
    "TRADEWIND_HTTP_PORT_FILE: a, TRADEWIND_HTTP_PORT_FILE"
  })
  void aFileThatCannotHoldTheSecretIsNamed(String lines, String message) throws IOException {
    Path file = file("node.yaml", lines);

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRADEWIND_KAFKA_SECURITY_PROTOCOLL",
        "TRADEWIND_KAFKA_GROUP_ID",
        "TRADEWIND_KAFKA_ACKS",
        "TRADEWIND_KAFKA_BOOTSTRAP_SERVERS",
        "TRADEWIND_KAFKA_TRANSACTIONAL_ID"
      })
  void aPropertyThatIsUnknownOrFixedIsNamed(String name) throws IOException {
    Path file = file("node.yaml", name + ": secret");

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(name + " ")
        .hasMessageNotContaining("secret");
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
    if (!setting.defaultValue().isEmpty()) {
      assertThat(table)
          .contains("| `" + setting.variable() + "` | `" + setting.defaultValue() + "` |");
    }
  }

  @Test
  void everySettingOfAPluginOfOursIsInItsTable() throws IOException {
    String page =
        Files.readString(Home.folder().resolve("docs/providers.md"))
            + Files.readString(Home.folder().resolve("docs/files.md"));

    assertThat(PluginLoader.find(null))
        .flatMap(Plugin::settings)
        .isNotEmpty()
        .allSatisfy(setting -> assertThat(page).contains("| `" + setting.name() + "` |"));
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content + "\n");
  }
}

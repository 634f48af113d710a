package dev.tradewind.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.token.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretFilesTest {

  private static final String KEY = "k".repeat(32);

  @TempDir private Path folder;

  @Test
  void changedKeysAndPropertiesAreReadFromTheFilesOfTheSettings() throws IOException {
    Path keys = Files.writeString(folder.resolve("keys"), "first:" + KEY);
    Path login = Files.writeString(folder.resolve("login"), "former");
    Path settings =
        Files.writeString(
            folder.resolve("node.yaml"),
            """
            TRADEWIND_JWT_KEYS_FILE: %s
            TRADEWIND_KAFKA_SASL_MECHANISM: PLAIN
            TRADEWIND_KAFKA_SASL_JAAS_CONFIG_FILE: %s
            """
                .formatted(keys, login));
    SecretFiles files = SecretFiles.of(Settings.load(settings), false);

    Files.writeString(keys, "second:%1$s,first:%1$s\n".formatted(KEY));
    Files.writeString(login, "present\n");

    assertThat(files.readSigningKeys(Objects.requireNonNull(files.signingKeys())).keys())
        .extracting(SigningKeys.Key::id)
        .containsExactly("second", "first");
    assertThat(files.readKafkaProperties()).isEqualTo(Map.of("sasl.jaas.config", "present"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', is empty",
    "hunter2, id:secret",
    "a:hunter2, 32",
    "a:hunter2-CHANGE-ME-hunter2-hunter2-hunter2, refuses the example"
  })
  void contentThatCannotBeUsedIsRefusedWithoutRepeatingIt(String content, String message)
      throws IOException {
    Path keys = Files.writeString(folder.resolve("keys"), content);
    SecretFiles files = new SecretFiles(true, keys, null, Map.of("sasl.jaas.config", keys));

    assertThatThrownBy(() -> files.readSigningKeys(keys))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aFileThatIsAwayIsNamed() {
    SecretFiles files =
        new SecretFiles(false, null, null, Map.of("sasl.jaas.config", folder.resolve("absent")));

    assertThatThrownBy(files::readKafkaProperties)
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_KAFKA_SASL_JAAS_CONFIG_FILE");
  }
}

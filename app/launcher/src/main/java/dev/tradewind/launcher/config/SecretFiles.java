package dev.tradewind.launcher.config;

import dev.tradewind.kernel.database.DatabaseLogin;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.providers.plugin.PluginSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files of secrets that a node reads again while it runs. What cannot be used is a {@link
 * CliException} with a sentence for the operator, which contains no secret.
 *
 * @param signingKeys null: the keys are not in a file
 * @param databaseLogins null: the logins of the verticles are not in a file
 * @param kafkaProperties by the names of the properties of Kafka's clients
 */
public record SecretFiles(
    boolean isProduction,
    @Nullable Path signingKeys,
    @Nullable Path databaseLogins,
    Map<String, Path> kafkaProperties) {

  static SecretFiles of(Settings settings, boolean isProduction) {
    return new SecretFiles(
        isProduction,
        settings.fileOf(Setting.JWT_KEYS),
        settings.fileOf(Setting.DATABASE_LOGINS),
        settings.kafkaFiles());
  }

  /** The signing keys in a file. */
  public SigningKeys readSigningKeys(Path file) {
    return AuthConfig.parseKeys(content(Setting.JWT_KEYS.variable(), file));
  }

  /** The login of a verticle in a file of logins. */
  DatabaseLogin readDatabaseLogin(Path file, String verticle) {
    DatabaseLogin login =
        NodeConfig.databaseLogins(content(Setting.DATABASE_LOGINS.variable(), file)).get(verticle);
    if (login == null) {
      throw new CliException("The file of logins, %s, names none of %s.".formatted(file, verticle));
    }
    return login;
  }

  /** The values that are in files, by the names of the properties. */
  public Map<String, String> readKafkaProperties() {
    Map<String, String> values = new HashMap<>();
    kafkaProperties.forEach(
        (property, file) -> values.put(property, content(Settings.kafkaVariable(property), file)));
    return values;
  }

  private String content(String variable, Path file) {
    String name = variable + Setting.FILE;
    try {
      String content = PluginSettings.content(name, file).strip();
      if (content.isEmpty()) {
        throw new CliException("The file of %s, %s, is empty.".formatted(name, file));
      }
      if (isProduction && content.contains(ProductionRequirements.EXAMPLE)) {
        throw new CliException("Production refuses the example in %s.".formatted(file));
      }
      return content;
    } catch (IllegalArgumentException unreadable) {
      throw new CliException(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }
}

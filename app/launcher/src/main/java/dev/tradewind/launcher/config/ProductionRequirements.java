package dev.tradewind.launcher.config;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.outbox.KafkaConfig;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Requirements of production, reported together: an operator corrects all settings before the next
 * start.
 */
final class ProductionRequirements {

  /** Part of every secret in the example files of deployments. */
  static final String EXAMPLE = "CHANGE-ME";

  private static final List<Setting> NEEDED =
      List.of(
          Setting.DATABASE_URL,
          Setting.KAFKA_BOOTSTRAP,
          Setting.ADMIN_EMAIL,
          Setting.ADMIN_PASSWORD,
          Setting.JWT_KEYS,
          Setting.CLUSTER_NAME);

  private ProductionRequirements() {}

  /**
   * @param database absent without a URL of one
   * @throws CliException that names every setting that is missing or not fit for production
   */
  static void require(Settings settings, @Nullable DatabaseConfig database, KafkaConfig kafka) {
    List<String> problems =
        Stream.of(
                missing(settings),
                GatewaySecurity.plainText(settings),
                BackEndTls.plainText(settings, database, kafka),
                ClusterConfig.missingCertificates(settings),
                RouteConfig.missingKey(settings),
                examples(settings))
            .flatMap(problem -> problem)
            .toList();
    if (problems.size() == 1) {
      throw new CliException(problems.getFirst());
    }
    if (!problems.isEmpty()) {
      throw new CliException(
          problems.stream()
              .map(problem -> "\n  " + problem)
              .collect(Collectors.joining("", "The settings do not suit production:", "")));
    }
  }

  private static Stream<String> missing(Settings settings) {
    return NEEDED.stream()
        .filter(needed -> !settings.isGiven(needed))
        .map(needed ->
            "Production needs %s to be set%s.".formatted(needed.variable(), furtherOf(needed)));
  }

  /** Further needs of a value, which could only be refused at the start after this one. */
  private static String furtherOf(Setting needed) {
    return switch (needed) {
      case DATABASE_URL ->
          ", beyond this machine with sslmode=verify-full or %s=true"
              .formatted(Setting.DATABASE_PLAIN_TEXT.variable());
      case KAFKA_BOOTSTRAP ->
          ", beyond this machine with %sSECURITY_PROTOCOL=SSL or SASL_SSL, or %s=true"
              .formatted(Setting.KAFKA_PREFIX, Setting.KAFKA_PLAIN_TEXT.variable());
      case CLUSTER_NAME ->
          ", for nodes on several machines also %s and %s"
              .formatted(Setting.CLUSTER_HOST.variable(), Setting.CLUSTER_CERTIFICATES.variable());
      default -> "";
    };
  }

  private static Stream<String> examples(Settings settings) {
    Stream<String> copied =
        settings.values().entrySet().stream()
            .filter(setting -> setting.getValue().contains(EXAMPLE))
            .map(setting ->
                "Production refuses the example in %s; set a value of your own."
                    .formatted(setting.getKey()));
    boolean isDemo =
        settings.isGiven(Setting.ADMIN_PASSWORD)
            && settings.text(Setting.ADMIN_PASSWORD).equals(Setting.ADMIN_PASSWORD.defaultValue());
    if (isDemo) {
      return Stream.concat(
          copied,
          Stream.of(
              "Production refuses the demo's password; set another "
                  + Setting.ADMIN_PASSWORD.variable()
                  + "."));
    }
    return copied;
  }
}

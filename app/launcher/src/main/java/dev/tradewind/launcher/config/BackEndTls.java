package dev.tradewind.launcher.config;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.outbox.KafkaConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * TLS requirement of the connections to PostgreSQL and Kafka: production refuses plain text beyond
 * the loopback interface unless a setting says that it is wanted.
 */
final class BackEndTls {

  /** An address; a name other than localhost is not resolved, because it may change. */
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9.]+|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*]?");

  private static final Pattern PORT = Pattern.compile(":\\d+$");

  private BackEndTls() {}

  /** Connections on which passwords and personal data could travel in plain text. */
  static Stream<String> plainText(
      Settings settings, @Nullable DatabaseConfig database, KafkaConfig kafka) {
    List<String> problems = new ArrayList<>();
    if (database != null
        && !settings.truth(Setting.DATABASE_PLAIN_TEXT)
        && !database.requiresTls()
        && !isLoopback(database.host())) {
      problems.add(
          "Production needs sslmode=require, verify-ca or verify-full in %s, or %s=true."
              .formatted(Setting.DATABASE_URL.variable(), Setting.DATABASE_PLAIN_TEXT.variable()));
    }
    if (settings.isGiven(Setting.KAFKA_BOOTSTRAP)
        && !settings.truth(Setting.KAFKA_PLAIN_TEXT)
        && !kafka.requiresTls()
        && !Arrays.stream(kafka.bootstrapServers().split(",", -1))
            .map(server -> PORT.matcher(server.strip()).replaceFirst(""))
            .allMatch(BackEndTls::isLoopback)) {
      problems.add(
          "Production needs %sSECURITY_PROTOCOL=SSL or SASL_SSL, or %s=true."
              .formatted(Setting.KAFKA_PREFIX, Setting.KAFKA_PLAIN_TEXT.variable()));
    }
    return problems.stream();
  }

  private static boolean isLoopback(String host) {
    if (!ADDRESS.matcher(host).matches()) {
      return host.equalsIgnoreCase("localhost");
    }
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException malformed) {
      return false;
    }
  }
}

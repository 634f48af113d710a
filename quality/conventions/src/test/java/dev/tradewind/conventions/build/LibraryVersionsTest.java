package dev.tradewind.conventions.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Libraries in which vulnerabilities were closed: the resolved versions are those of the table in
 * docs/security.md, although other libraries ask for older ones.
 */
class LibraryVersionsTest {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([^|]+?) \\| (\\d+(?:\\.\\d+)+)\\b[^|]*\\| [^|]*(?:CVE|GHSA)-");

  @ParameterizedTest
  @CsvSource({
    "Netty, io.netty.util.Version",
    "Netty, io.netty.handler.codec.http.HttpRequestDecoder",
    "Kafka client, org.apache.kafka.clients.producer.KafkaProducer",
    "lz4-java, net.jpountz.lz4.LZ4Factory",
    "PostgreSQL JDBC, org.postgresql.Driver",
    "Logback, ch.qos.logback.classic.LoggerContext",
    "Logback, ch.qos.logback.core.Context",
    "Bouncy Castle, org.bouncycastle.jce.provider.BouncyCastleProvider",
    "Jackson, com.fasterxml.jackson.core.JsonFactory",
    "SCRAM, com.ongres.scram.client.ScramClient",
    "Pebble, io.pebbletemplates.pebble.PebbleEngine"
  })
  void theResolvedVersionIsTheOneThatClosesTheVulnerabilities(String library, String type)
      throws Exception {
    Path jar =
        Path.of(Class.forName(type).getProtectionDomain().getCodeSource().getLocation().toURI());

    assertThat(jar.getFileName().toString())
        .matches(".*-" + Pattern.quote(version(library)) + "\\b.*");
  }

  @Test
  void everyRowOfTheTableIsLookedAt() throws IOException {
    assertThat(ROW.matcher(page()).results()).hasSize(9);
  }

  private static String version(String library) throws IOException {
    Matcher row = ROW.matcher(page());
    while (row.find()) {
      if (row.group(1).equals(library)) {
        return row.group(2);
      }
    }
    throw new AssertionError(library + " is not in the table");
  }

  /** The page up to the packages of the dashboard, which are not on the class path. */
  private static String page() throws IOException {
    return Files.readString(Home.folder().resolve("docs/security.md")).split("\n### npm", 2)[0];
  }
}

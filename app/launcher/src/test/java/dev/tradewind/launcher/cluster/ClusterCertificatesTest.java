package dev.tradewind.launcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.ClusterKeys;
import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterCertificatesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir private Path folder;

  @Test
  void everyNodeGetsACertificateOfTheSameAuthorityAndTheSameKey() throws IOException {
    List<Path> nodes = write("a", "b");

    assertThat(nodes).containsExactly(folder.resolve("a"), folder.resolve("b"));
    for (Path node : nodes) {
      assertThat(ClusterCertificates.read(node, NOW).expires())
          .isEqualTo(NOW.plus(30, ChronoUnit.DAYS));
    }
    assertThat(text("a/ca.crt")).isEqualTo(text("b/ca.crt")).isEqualTo(text("ca.crt"));
    assertThat(text("a/cluster.key")).isEqualTo(text("b/cluster.key"));
    assertThat(text("a/tls.key")).isNotEqualTo(text("b/tls.key"));
  }

  @Test
  void renewalKeepsTheAuthorityAndTheKey() throws IOException {
    write("a");
    String authority = text("ca.crt");
    String key = text("cluster.key");
    String certificate = text("a/tls.crt");

    write("a");

    assertThat(text("ca.crt")).isEqualTo(authority);
    assertThat(text("a/cluster.key")).isEqualTo(key);
    assertThat(text("a/tls.crt")).isNotEqualTo(certificate);
  }

  @Test
  void onlyTheirOwnerReadsTheFiles() throws IOException {
    write("a");

    try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
      assertThat(files.toList())
          .hasSize(7)
          .allSatisfy(file ->
              assertThat(Files.getPosixFilePermissions(file))
                  .isEqualTo(
                      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ca.crt", "tls.crt", "tls.key", "cluster.key"})
  void aMissingFileIsNamed(String name) throws IOException {
    write("a");
    Files.delete(folder.resolve("a").resolve(name));

    assertThatThrownBy(() -> ClusterCertificates.read(folder.resolve("a"), NOW))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(name);
  }

  @Test
  void anExpiredCertificateIsRefused() {
    write("a");

    assertThatThrownBy(
            () -> ClusterCertificates.read(folder.resolve("a"), NOW.plus(31, ChronoUnit.DAYS)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("tls.crt");
  }

  @Test
  void filesThatDoNotBelongTogetherAreRefused() throws IOException {
    write("a", "b");
    Files.copy(folder.resolve("ca.crt"), folder.resolve("other.crt"));
    Files.delete(folder.resolve("a/tls.key"));
    Files.copy(folder.resolve("b/tls.key"), folder.resolve("a/tls.key"));
    assertThatThrownBy(() -> ClusterCertificates.read(folder.resolve("a"), NOW))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("tls.key");

    new CertificateFiles(folder.resolve("stranger"), NOW).write(List.of("b"), 30);
    Files.delete(folder.resolve("b/ca.crt"));
    Files.copy(folder.resolve("stranger/ca.crt"), folder.resolve("b/ca.crt"));
    assertThatThrownBy(() -> ClusterCertificates.read(folder.resolve("b"), NOW))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("No authority in ca.crt");
  }

  @Test
  void keysStayOutOfMessages() throws IOException {
    write("a");
    Files.writeString(folder.resolve("a/cluster.key"), ClusterKeys.random().substring(20) + "\n");

    assertThatThrownBy(() -> ClusterCertificates.read(folder.resolve("a"), NOW))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("cluster.key")
        .hasMessageNotContaining(text("a/cluster.key").strip());
  }

  private List<Path> write(String... nodes) {
    return new CertificateFiles(folder, NOW).write(List.of(nodes), 30);
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }
}

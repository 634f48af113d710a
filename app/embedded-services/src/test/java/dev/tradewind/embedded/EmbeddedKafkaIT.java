package dev.tradewind.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {

  @TempDir private Path folder;

  @Test
  void thePortStaysTheSameAfterARestart() throws IOException {
    int port;
    try (EmbeddedKafka broker = EmbeddedKafka.start(folder, 0)) {
      port = broker.port();
    }
    // Something else still holds the port for a moment.
    ServerSocket holder = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> close(holder));

    try (EmbeddedKafka broker = EmbeddedKafka.start(folder, 0)) {
      assertThat(broker.port()).isEqualTo(port);
    }
  }

  @Test
  void aPortThatIsTakenAfterItsSelectionIsTriedAgain() throws Exception {
    ServerSocket holder = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Path log = folder.resolve("broker.log");
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          awaitText(log, "bind");
          close(holder);
        });

    try (EmbeddedKafka broker =
        EmbeddedKafka.start(
            folder,
            0,
            Map.of(
                "listeners",
                "FURTHER://127.0.0.1:" + holder.getLocalPort(),
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,FURTHER:PLAINTEXT"))) {
      assertThat(broker.process().isAlive()).isTrue();
    }
  }

  private static void awaitText(Path file, String text) {
    try {
      while (Files.notExists(file) || !Files.readString(file).contains(text)) {
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}

package dev.tradewind.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.launcher.config.CliException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AdminApiClientTest {

  private final List<Long> pauses = new ArrayList<>();

  @Test
  void anUnreachableShopIsAskedTenTimesWithGrowingPauses() throws IOException {
    AdminApiClient client = new AdminApiClient("http://127.0.0.1:" + unusedPort(), pauses::add);

    assertThatThrownBy(() -> client.get("/admin/batch-jobs/batch_1"))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("does not answer");

    assertThat(pauses)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 9).map(n -> n * 500).boxed().toList());
  }

  @Test
  void aWriteIsNotRepeated() throws IOException {
    AdminApiClient client = new AdminApiClient("http://127.0.0.1:" + unusedPort(), pauses::add);

    assertThatThrownBy(() -> client.post("/admin/batch-jobs", new JsonObject()))
        .isInstanceOf(CliException.class);

    assertThat(pauses).isEmpty();
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

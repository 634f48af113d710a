package dev.tradewind.gateway;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.management.LogLevelEndpoint;
import dev.tradewind.gateway.management.ManagementAccess;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.gateway.management.ManagementVerticle;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VertxExtension.class)
class LogLevelEndpointIT {

  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  @TempDir private Path folder;

  private final List<String> set = new CopyOnWriteArrayList<>();
  private Path tokenFile;
  private Http port;

  @BeforeEach
  void open(Vertx vertx) throws IOException {
    tokenFile = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    port = port(vertx, new LogLevelEndpoint(new ManagementAccess(vertx, tokenFile), this::set));
  }

  private static Http port(Vertx vertx, LogLevelEndpoint endpoint) {
    ManagementVerticle management =
        new ManagementVerticle(
            new ManagementConfig("127.0.0.1", 0, false),
            new Health(),
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            endpoint,
            List.of());
    await(vertx.deployVerticle(management));
    return new Http(management.actualPort());
  }

  private void set(String logger, String level, Duration time, String address) {
    if (level.equals("LOUD")) {
      throw new IllegalArgumentException("LOUD is no level");
    }
    set.add(logger + " " + level + " " + time.toSeconds() + " " + address);
  }

  private Http.Answer put(String authorization, String body) {
    return port.send(
        "PUT /log-levels/dev.tradewind.cart HTTP/1.1",
        "Content-Type: application/json\r\n" + authorization,
        body);
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token + "\r\n";
  }

  @Test
  void theHolderOfTheTokenSetsALevelForATime() {
    Http.Answer answer = put(bearer(TOKEN), "{\"level\": \"DEBUG\", \"seconds\": 60}");

    assertThat(answer.status()).isEqualTo(204);
    assertThat(set).containsExactly("dev.tradewind.cart DEBUG 60 127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Authorization: Bearer \r\n",
        "Authorization: Bearer 0123456789abcdef0123456789abcdeF\r\n",
        "Authorization: 0123456789abcdef0123456789abcdef\r\n"
      })
  void anotherCallerIsRefusedBeforeItsInputIsRead(String authorization) {
    assertThat(put(authorization, "{\"level\": \"DEBUG\", \"seconds\": 60}").status())
        .isEqualTo(401);
    assertThat(put(authorization, "{}").status()).isEqualTo(401);
    assertThat(set).isEmpty();
  }

  @Test
  void aNewTokenInTheFileReplacesTheOldOne() throws IOException {
    Files.writeString(tokenFile, TOKEN.replace('0', '9'));

    String body = "{\"level\": \"DEBUG\", \"seconds\": 60}";
    assertThat(put(bearer(TOKEN), body).status()).isEqualTo(401);
    assertThat(put(bearer(TOKEN.replace('0', '9')), body).status()).isEqualTo(204);

    Files.writeString(tokenFile, "");
    assertThat(put(bearer(""), body).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"level\": \"DEBUG\"}",
        "{\"level\": 1, \"seconds\": 60}",
        "{\"level\": \"DEBUG\", \"seconds\": 0}",
        "{\"level\": \"DEBUG\", \"seconds\": 86401}",
        "{\"level\": \"LOUD\", \"seconds\": 60}",
        "nonsense"
      })
  void aChangeIsCompleteOrRefused(String body) {
    assertThat(put(bearer(TOKEN), body).status()).isEqualTo(400);
    assertThat(set).isEmpty();
  }

  @Test
  void aNodeWithoutATokenHasNoSuchRoute(Vertx vertx) {
    port = port(vertx, null);

    assertThat(put(bearer(TOKEN), "{\"level\": \"DEBUG\", \"seconds\": 60}").status())
        .isEqualTo(404);
  }
}

package dev.tradewind.shadow;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdlePauseTest {

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    await(vertx.close());
  }

  @Test
  void aHeldRequestOutlastsTheIdleTimeoutWhichThenClosesItsConnection() throws Exception {
    HttpServer server =
        await(
            vertx
                .createHttpServer(new HttpServerOptions().setIdleTimeout(1))
                .requestHandler(request -> {
                  IdlePause.begin(request.connection());
                  IdlePause.begin(request.connection());
                  vertx.setTimer(
                      Duration.ofSeconds(3).toMillis(),
                      over -> {
                        IdlePause.end(request.connection());
                        request.response().end("served");
                      });
                })
                .listen(0, "127.0.0.1"));
    try (Socket socket = new Socket("127.0.0.1", server.actualPort())) {
      socket
          .getOutputStream()
          .write("POST / HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

      assertThat(answer).contains(" 200 ", "served");
    }
  }
}

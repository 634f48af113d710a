package dev.tradewind.gateway.http;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class PendingResponsesIT {

  /** Far more than the buffers of a connection hold. */
  private static final int LARGE = 32 << 20;

  private final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> closed = new LinkedBlockingQueue<>();

  /** Kept, since a client that nothing refers to closes itself. */
  private HttpClient client;

  private int port;

  /** Room for one large response. */
  @BeforeEach
  void serve(Vertx vertx) {
    client = vertx.createHttpClient();
    Reply large = Reply.bytes(Buffer.buffer(new byte[LARGE]));
    Reply small = Reply.bytes(Buffer.buffer(new byte[PendingResponses.MIN_LENGTH - 1]));
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(request -> {
              PendingResponses pending = PendingResponses.of(vertx, LARGE + 1);
              Reply reply = pending.admitted(request.path().equals("/large") ? large : small);
              statuses.add(reply.status());
              request.connection().closeHandler(end -> closed.add(request.path()));
              pending.send(request.response(), reply);
            });
    port = await(server.listen(0, "127.0.0.1")).actualPort();
  }

  @Test
  void aResponseThatIsNotReadKeepsOtherLargeOnesOutUntilItsConnectionEnds() throws Exception {
    try (Socket silent = new Socket("127.0.0.1", port)) {
      ask(silent);
      assertThat(next(statuses)).isEqualTo(200);

      assertThat(status("/large")).isEqualTo(503);
      assertThat(status("/small")).isEqualTo(200);
    }
    assertThat(next(closed)).isEqualTo("/large");

    assertThat(status("/large")).isEqualTo(200);
    assertThat(status("/large")).isEqualTo(200);
  }

  private static void ask(Socket connection) throws IOException {
    connection
        .getOutputStream()
        .write(
            "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  /** Status of a response that is read as a whole. */
  private int status(String path) {
    return await(
        client
            .request(HttpMethod.GET, port, "127.0.0.1", path)
            .compose(request -> request.send())
            .compose(response -> response.body().map(response.statusCode())));
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(LIMIT.toMinutes(), TimeUnit.MINUTES);
    assertThat(next).isNotNull();
    return next;
  }
}

package dev.tradewind.gateway;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Eventually.value;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Messages that a proxy may read differently, and the headers of responses. */
class ProtocolIT {

  private static final String NEXT = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static RunningGateway gateway;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withRequestTimeout(Duration.ofSeconds(6))
                .withSecurity(ServerSecurity.DEVELOPMENT.withConnectionsPerAddress(40)));
    Contract contract = Contract.load();
    for (String verticle : List.of("catalog", "cart", "order")) {
      Operations operations = new Operations();
      for (String id : contract.operationIds(verticle)) {
        operations.on(id, request -> Future.succeededFuture(Reply.ok(new JsonObject())));
      }
      gateway.serve(verticle, operations);
    }
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1|Host: localhost|Transfer-Encoding: chunked, identity",
        "HTTP/1.1|Host: localhost|Transfer-Encoding: chunked, xchunked",
        "HTTP/1.1|Host: localhost|Transfer-Encoding: xchunked",
        "HTTP/1.1|Host: localhost|Transfer-Encoding: identity",
        "HTTP/1.1|Host: localhost|Transfer-Encoding: chunked|Transfer-Encoding: chunked",
        "HTTP/1.1|Host: localhost|Transfer-Encoding:| chunked",
        "HTTP/1.1|Host: localhost|X-Folded: a| Transfer-Encoding: chunked",
        "HTTP/1.1|Host: localhost|X-Folded: a|\tb",
        "HTTP/1.0|Host: localhost|Transfer-Encoding: chunked",
        "HTTP/1.1|Host: localhost|Transfer-Encoding: chunked|Content-Length: 5",
        "HTTP/1.1|Host: localhost|Content-Length: 5|Transfer-Encoding: chunked",
        "HTTP/1.1|Host: localhost|Content-Length: 5|Content-Length: 6",
        "HTTP/1.1|Host: localhost|Host: other"
      })
  void anAmbiguousMessageIsRejectedAndItsConnectionClosed(String head) throws IOException {
    String request = "POST /store/carts " + head.replace("|", "\r\n") + "\r\n\r\n0\r\n\r\n" + NEXT;

    String answer = exchange(request.getBytes(ISO_8859_1));

    assertThat(answer).matches("(?s)HTTP/1\\.[01] 400 .*");
    assertThat(answer.split("HTTP/1\\.[01] ", -1)).hasSize(2);
  }

  @Test
  void headersThatArriveInPartsAreRejectedAsWell() throws Exception {
    try (Socket socket = connect()) {
      for (String part :
          List.of(
              "POST /store/carts HTTP/1.1\r\nHost: loc",
              "alhost\r\nX-Folded: a\r",
              "\n",
              " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")) {
        socket.getOutputStream().write(part.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        Thread.sleep(100);
      }
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void requestsOnOneConnectionAreAnswered() throws IOException {
    String head =
        "POST /store/carts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    String chunked = head + "Transfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    String counted = head + "Content-Length: 5\r\n\r\n{\r\n }";
    String last = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    String answer = exchange((chunked + counted + NEXT + last).getBytes(ISO_8859_1));

    assertThat(answer.split("HTTP/1\\.1 200 ", -1)).hasSize(5);
  }

  @Test
  void anInvalidChunkIsAnsweredAndEndsTheConnection() throws IOException {
    String answer =
        exchange(
            ("POST /store/carts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
                    + "\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")
                .getBytes(ISO_8859_1));

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"type\":\"invalid_data\"");
    assertThat(answer.split("HTTP/1\\.1 ", -1)).hasSize(2);
    assertThat(gateway.http.get("/health/live").status()).isEqualTo(200);
  }

  /** Each byte renews the idle timeout, so headers have a timeout of their own. */
  @ParameterizedTest
  @ValueSource(strings = {"X-Slow: ", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "})
  void headersThatTrickleInEndTheConnection(String beginning) throws Exception {
    try (RunningGateway limited =
            new RunningGateway(
                GatewayConfig.of("127.0.0.1", 0).withRequestTimeout(Duration.ofSeconds(1)));
        Socket socket = new Socket("127.0.0.1", limited.http.port())) {
      socket.getOutputStream().write(beginning.getBytes(ISO_8859_1));
      socket.setSoTimeout(100);

      until(() -> isClosedAfterAnotherByte(socket));
    }
  }

  private static boolean isClosedAfterAnotherByte(Socket socket) {
    try {
      socket.getOutputStream().write('x');
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException stillOpen) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  void aConnectionThatWaitsBetweenRequestsIsKept() throws Exception {
    try (RunningGateway limited =
            new RunningGateway(
                GatewayConfig.of("127.0.0.1", 0).withRequestTimeout(Duration.ofSeconds(1)));
        Socket socket = new Socket("127.0.0.1", limited.http.port())) {
      String request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.setSoTimeout(3_000);
      readUntilSilence(socket);
      socket
          .getOutputStream()
          .write(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").getBytes(ISO_8859_1));

      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 200 ");
    }
  }

  /** Reads the response, and for three seconds no end of the connection. */
  private static void readUntilSilence(Socket socket) throws IOException {
    try {
      while (true) {
        assertThat(socket.getInputStream().read()).isNotNegative();
      }
    } catch (SocketTimeoutException silent) {
      // The connection is kept.
    }
  }

  @Test
  void invalidChunksAndAbortedBodiesAreNoErrorsInTheLog() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    log.start();
    root.addAppender(log);
    try {
      String head =
          "POST /store/carts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
      for (int i = 0; i < 10; i++) {
        exchange(
            (head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")
                .getBytes(ISO_8859_1));
        try (Socket socket = connect()) {
          socket
              .getOutputStream()
              .write((head + "Content-Length: 100\r\n\r\n{").getBytes(ISO_8859_1));
        }
      }
      Thread.sleep(300);
    } finally {
      root.detachAppender(log);
    }
    assertThat(List.copyOf(log.list))
        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        // A busy machine delays event loops.
        .filteredOn(event -> !event.getLoggerName().contains("BlockedThreadChecker"))
        .extracting(ILoggingEvent::getFormattedMessage)
        .isEmpty();
  }

  @Test
  void aBodyThatTricklesInIsCutOff() throws Exception {
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write(
              ("POST /store/carts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
                      + "\r\nContent-Length: 100\r\n\r\n{")
                  .getBytes(ISO_8859_1));
      socket.getOutputStream().flush();

      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 408 ").contains("The body was not sent in time");
    }
  }

  @Test
  void theConnectionsOfAnAddressAreLimited() throws Exception {
    // Connections of other tests may not have ended yet.
    int refused = value(ProtocolIT::refusedOfSixty, number -> number <= 30);
    assertThat(refused).isGreaterThanOrEqualTo(20);

    awaitAnswered();
  }

  private static int refusedOfSixty() throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      int refused = 0;
      for (int i = 0; i < 60; i++) {
        Socket socket = connect();
        open.add(socket);
        socket.getOutputStream().write(NEXT.getBytes(ISO_8859_1));
        try {
          refused += socket.getInputStream().read() < 0 ? 1 : 0;
        } catch (IOException reset) {
          refused++;
        }
      }
      return refused;
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  /** Waits until the gateway has noticed that connections have ended. */
  private static void awaitAnswered() {
    until(() -> {
      try {
        return gateway.http.get("/health/live").status() == 200;
      } catch (RuntimeException refused) {
        return false;
      }
    });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"region_id\": \"a\", \"region_id\": \"b\"}",
        "{\"context\": {\"a\": 1, \"a\": 2}}",
        "{/* comment */}",
        "{} // comment",
        "{} {}",
        "{\"region_id\": 'a'}"
      })
  void jsonWithTwoMeaningsIsRejected(String body) {
    Http.Answer answer = gateway.http.post("/store/carts", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().getString("message")).isEqualTo("The body is not valid JSON");
  }

  @ParameterizedTest
  @CsvSource({
    "application/json; charset=utf-16, 400",
    "application/json; charset=iso-8859-1, 400",
    "application/json; charset=utf-8, 200",
    "application/json;charset=\"UTF-8\", 200",
    "application/json, 200"
  })
  void jsonIsReadInUtf8Only(String contentType, int status) {
    Http.Answer answer =
        gateway.http.send(
            "POST /store/carts HTTP/1.1", "Content-Type: " + contentType + "\r\n", "{}");

    assertThat(answer.status()).isEqualTo(status);
  }

  @Test
  void anotherCharsetIsNotGuessed() throws IOException {
    byte[] body = "{\"region_id\":\"a\"}".getBytes(UTF_16LE);
    String head =
        "POST /store/carts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";

    assertThat(exchange((head + new String(body, ISO_8859_1)).getBytes(ISO_8859_1)))
        .startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @CsvSource({
    "/store/carts/cart_1, no-store",
    "/store/orders/order_1, no-store",
    "/admin/users, no-store",
    "/nowhere, no-store",
    "/health/live, no-store",
    "/store/regions, 'public, max-age=0, s-maxage=1, must-revalidate'"
  })
  void responsesAreNeitherStoredNorInterpreted(String path, String caching) {
    Http.Answer answer = gateway.http.get(path);

    assertThat(answer.header("cache-control")).isEqualTo(caching);
    assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(answer.header("content-security-policy"))
        .isEqualTo(
            "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
    assertThat(answer.header("strict-transport-security")).isEmpty();
  }

  static Stream<Arguments> unreadableRequests() {
    String end = "\r\nHost: localhost\r\n\r\n";
    return Stream.of(
        Arguments.of("GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n", 400),
        Arguments.of("GET /" + "a".repeat(20_000) + " HTTP/1.1" + end, 414),
        Arguments.of("GET / HTTP/1.1\r\nX-Long: " + "a".repeat(20_000) + end, 431));
  }

  @ParameterizedTest
  @MethodSource("unreadableRequests")
  void answersToUnreadableRequestsHaveTheHeadersToo(String request, int status) throws IOException {
    try (RunningGateway secured =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(
                    ServerSecurity.DEVELOPMENT
                        .withPublicUrl("https://shop.example")
                        .withCoversSubdomains(true)))) {
      assertThat(
              exchange(secured.http.port(), request.getBytes(ISO_8859_1)).toLowerCase(Locale.ROOT))
          .matches("(?s)http/1\\.[01] " + status + " .*")
          .contains(
              "\r\ncache-control: no-store\r\n",
              "\r\ncontent-security-policy: default-src 'none'; object-src 'none'; base-uri 'none';"
                  + " frame-ancestors 'none'\r\n",
              "\r\nreferrer-policy: no-referrer\r\n",
              "\r\nx-content-type-options: nosniff\r\n",
              "\r\nstrict-transport-security: max-age=31536000; includesubdomains\r\n");
    }
  }

  @Test
  void thePublicPortHasNoMetrics() {
    assertThat(gateway.http.get("/metrics").status()).isEqualTo(404);
  }

  private static Socket connect() throws IOException {
    return connect(gateway.http.port());
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) LIMIT.toMillis());
    return socket;
  }

  /** Everything that the server answers until it closes the connection. */
  private static String exchange(byte[] request) throws IOException {
    return exchange(gateway.http.port(), request);
  }

  private static String exchange(int port, byte[] request) throws IOException {
    try (Socket socket = connect(port)) {
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}

package dev.tradewind.gateway.forward;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.testing.Eventually;
import dev.tradewind.testing.FreePorts;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.NetServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services that fail, and clients that go away. */
class ForwardedFailuresIT {

  private static final long LONG_MILLIS = 70_000;
  private static final int CHUNK = 64 * 1024;
  private static final long LARGE = 1L << 29;

  private final AtomicLong taken = new AtomicLong();

  private final UpstreamService upstream =
      new UpstreamService(
          Map.of(
              "silent", request -> {},
              "stuck", ForwardedFailuresIT::stopInTheMiddle,
              "endless", ForwardedFailuresIT::begin,
              "large", this::sendWhileItIsTaken,
              "events", ForwardedFailuresIT::beginEvents));
  private final int deadPort = FreePorts.find();
  private final RunningGateway gateway =
      Gateways.with(
          Gateways.file(
              Map.of(
                  "slow",
                  Gateways.service(upstream.url())
                      .put("deadline_ms", 500)
                      .put("idle_ms", 500)
                      .put("max_concurrent", 3),
                  "lasting",
                  Gateways.service(upstream.url()).put("max_concurrent", 3),
                  "quick",
                  Gateways.service(upstream.url())
                      .put("deadline_ms", 300)
                      .put("idle_ms", LONG_MILLIS),
                  "unhurried",
                  Gateways.service(upstream.url())
                      .put("deadline_ms", 5_000)
                      .put("idle_ms", LONG_MILLIS),
                  "dead",
                  Gateways.service("http://127.0.0.1:" + deadPort)),
              Gateways.route("quick", "anyone", "/quick/{what}", "POST")
                  .put("max_body_bytes", 1_000_000),
              Gateways.route("unhurried", "anyone", "/unhurried/{what}", "POST")
                  .put("max_body_bytes", 1_000_000),
              Gateways.route("slow", "anyone", "/slow/{what}", "GET", "POST"),
              Gateways.route("lasting", "anyone", "/lasting/{what}", "GET"),
              Gateways.route("dead", "anyone", "/dead", "GET", "POST")));

  @AfterEach
  void stop() {
    gateway.close();
    upstream.close();
  }

  private static void begin(HttpServerRequest request) {
    request.response().setChunked(true).write("begun");
  }

  /** Sends as much as is taken, up to a length that no buffer holds. */
  private void sendWhileItIsTaken(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (!response.headWritten()) {
      response.setChunked(true);
    }
    while (!response.writeQueueFull() && taken.get() < LARGE) {
      response.write(Buffer.buffer(new byte[CHUNK]));
      taken.addAndGet(CHUNK);
    }
    if (taken.get() < LARGE) {
      response.drainHandler(drained -> sendWhileItIsTaken(request));
    } else {
      response.end();
    }
  }

  private static void beginEvents(HttpServerRequest request) {
    request.response().putHeader("content-type", "text/event-stream; charset=utf-8");
    begin(request);
  }

  private static void stopInTheMiddle(HttpServerRequest request) {
    request.response().putHeader("content-length", "100").write("half");
  }

  @ParameterizedTest
  @CsvSource({"GET", "POST"})
  void aServiceThatIsDownIsUnavailable(String method) {
    Http.Answer answer = gateway.http.send(method + " /dead HTTP/1.1", "", "");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("retry-after")).isEqualTo("1");
    assertThat(answer.json().getString("type")).isEqualTo("unavailable");
    assertThat(answer.json().getString("message")).contains("The service dead is not available");
  }

  @ParameterizedTest
  @CsvSource({"GET", "POST"})
  void aServiceThatDoesNotAnswerTimesOut(String method) {
    Http.Answer answer = gateway.http.send(method + " /slow/silent HTTP/1.1", "", "");

    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.json().getString("type")).isEqualTo("timeout");
    Eventually.until(() -> upstream.aborted.get() == 1);
    assertThat(upstream.received).hasSize(1);
  }

  /** The upload takes longer than the deadline, which begins after it. */
  @ParameterizedTest
  @CsvSource({"/unhurried/greeting,5500,200", "/quick/silent,500,504"})
  void theDeadlineBeginsWithTheEndOfAnUpload(String path, long pause, int status) throws Exception {
    byte[] half = new byte[200_000];
    try (Socket socket = new Socket("127.0.0.1", gateway.http.port())) {
      String head =
          "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n".formatted(path);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().write(half);
      Thread.sleep(pause);
      socket.getOutputStream().write(half);
      long sent = System.nanoTime();
      byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());

      assertThat(new String(line, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 " + status);
      assertThat((System.nanoTime() - sent) / 1_000_000).isLessThan(LONG_MILLIS);
    }
  }

  @Test
  void anAnswerThatStopsInTheMiddleDoesNotLookWhole() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.http.port())) {
      String head = "GET /slow/stuck HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      String text = readAll(socket);

      assertThat(text).startsWith("HTTP/1.1 200").endsWith("half");
    }
    Eventually.until(() -> upstream.aborted.get() == 1);
  }

  /** Up to the end or the reset of the connection. */
  private static String readAll(Socket socket) {
    StringBuilder text = new StringBuilder();
    try {
      InputStream in = socket.getInputStream();
      for (int one = in.read(); one >= 0; one = in.read()) {
        text.append((char) one);
      }
    } catch (IOException reset) {
      return text.toString();
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"silent", "endless"})
  void aClientThatGoesAwayEndsTheRequestAtTheService(String what) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.http.port())) {
      String head = "GET /lasting/" + what + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      Eventually.until(() -> upstream.received.size() == 1);
      assertThat(upstream.aborted).hasValue(0);
    }

    Eventually.until(() -> upstream.aborted.get() == 1);
    Eventually.until(() -> gateway.metrics.scrape().contains("in_flight{service=\"lasting\"} 0"));
  }

  @Test
  void aGatewayThatStopsEndsStreamsOfEvents() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.http.port())) {
      String head = "GET /lasting/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(socket.getInputStream().read()).isPositive();

      await(gateway.leave());

      assertThat(readAll(socket)).endsWith("5\r\nbegun\r\n0\r\n\r\n");
    }
    Eventually.until(() -> upstream.aborted.get() == 1);
  }

  @Test
  void anAnswerThatItsClientDoesNotReadIsNotBuffered() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", gateway.http.port())) {
      String head = "GET /lasting/large HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(socket.getInputStream().read()).isPositive();

      long before;
      do {
        before = taken.get();
        Thread.sleep(500);
      } while (taken.get() > before);

      assertThat(taken.get()).isLessThan(LARGE / 4);
    }
    Eventually.until(() -> upstream.aborted.get() == 1);
  }

  @Test
  void aServiceWithTooManyRequestsGetsNoMore() throws IOException {
    Socket[] sockets = new Socket[3];
    for (int i = 0; i < sockets.length; i++) {
      sockets[i] = new Socket("127.0.0.1", gateway.http.port());
      sockets[i]
          .getOutputStream()
          .write(
              "GET /lasting/silent HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.ISO_8859_1));
    }
    Eventually.until(() -> upstream.received.size() == 3);

    Http.Answer refused = gateway.http.get("/lasting/greeting");

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("retry-after")).isEqualTo("1");
    assertThat(upstream.received).hasSize(3);
    for (Socket socket : sockets) {
      socket.close();
    }
    Eventually.until(() -> gateway.http.get("/lasting/greeting").status() == 200);
  }

  @Test
  void aServiceThatFailsAgainAndAgainGetsNoRequestsUntilItAnswers() {
    for (int i = 0; i < CircuitBreaker.MAX_FAILURES; i++) {
      assertThat(gateway.http.get("/dead").status()).isEqualTo(503);
    }
    assertThat(gateway.metrics.scrape())
        .contains("tradewind_forwarded_circuit_open{service=\"dead\"} 1.0");
    AtomicInteger reached = new AtomicInteger();
    await(
        gateway
            .vertx
            .createHttpServer()
            .requestHandler(request -> {
              reached.incrementAndGet();
              request.response().end();
            })
            .listen(deadPort, "127.0.0.1"));

    assertThat(gateway.http.get("/dead").status()).isEqualTo(503);
    assertThat(reached).hasValue(0);
    Eventually.until(() -> gateway.http.get("/dead").status() == 200);
    assertThat(gateway.metrics.scrape())
        .contains("tradewind_forwarded_circuit_open{service=\"dead\"} 0.0");
  }

  @ParameterizedTest
  @CsvSource({"GET,2", "POST,1"})
  void aReadIsSentOnceMoreAfterItsConnectionEnded(String method, int requests) {
    Vertx vertx = Vertx.vertx();
    AtomicInteger connections = new AtomicInteger();
    NetServer closing =
        await(
            vertx
                .createNetServer()
                .connectHandler(socket ->
                    socket.handler(received -> {
                      connections.incrementAndGet();
                      socket.close();
                    }))
                .listen(deadPort, "127.0.0.1"));

    assertThat(gateway.http.send(method + " /dead HTTP/1.1", "", "").status()).isEqualTo(503);

    assertThat(closing.actualPort()).isEqualTo(deadPort);
    assertThat(connections).hasValue(requests);
    await(vertx.close());
  }
}

package dev.tradewind.gateway;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.FreePorts;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class LifecycleIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Stops listening as soon as the shutdown begins. */
  private static final GatewayConfig WITHOUT_DELAY =
      GatewayConfig.of("127.0.0.1", 0)
          .withShutdownDelay(Duration.ZERO)
          .withDrainTimeout(Duration.ofSeconds(10));

  @Test
  void healthIsAnswered() {
    try (RunningGateway gateway = new RunningGateway(TIMEOUT)) {
      assertThat(gateway.http.get("/health").body()).isEqualTo("OK");
      assertThat(gateway.http.get("/health/").status()).isEqualTo(200);
      assertThat(gateway.http.get("/health/live").status()).isEqualTo(200);
      assertThat(gateway.http.get("/health/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void readinessNamesThePartThatDoesNotWork() {
    try (RunningGateway gateway = new RunningGateway(TIMEOUT)) {
      Promise<Void> database = Promise.promise();
      gateway.services.health().require("database", database::future);
      assertThat(gateway.http.get("/health/ready").status()).isEqualTo(503);
      assertThat(readyParts(gateway)).containsEntry("database", "No answer within 1000 ms.");

      database.fail("The database does not answer.");
      assertThat(readyParts(gateway)).containsEntry("database", "The database does not answer.");

      gateway.services.health().require("database", Future::succeededFuture);
      assertThat(readyParts(gateway)).containsEntry("database", "up");
      assertThat(gateway.http.get("/health/ready").status()).isEqualTo(200);
    }
  }

  private static Map<String, Object> readyParts(RunningGateway gateway) {
    return gateway.http.get("/health/ready").json().getJsonObject("parts").getMap();
  }

  @Test
  void aNodeThatStartsIsAliveAndNotReady() {
    try (RunningGateway gateway = new RunningGateway(TIMEOUT)) {
      Health starting = new Health();
      Router router = Router.router(gateway.vertx);
      starting.mount(router);
      HttpServer server =
          await(gateway.vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
      Http http = new Http(server.actualPort());

      assertThat(http.get("/health/live").status()).isEqualTo(200);
      assertThat(http.get("/health/started").status()).isEqualTo(503);
      assertThat(http.get("/health/ready").status()).isEqualTo(503);
      assertThat(http.get("/health/ready").json().getString("phase")).isEqualTo("starting");

      starting.markStarted();
      assertThat(http.get("/health/started").status()).isEqualTo(200);
      assertThat(http.get("/health/ready").status()).isEqualTo(200);

      starting.markShuttingDown();
      assertThat(http.get("/health/started").status()).isEqualTo(200);
      assertThat(http.get("/health/ready").status()).isEqualTo(503);
    }
  }

  @Test
  void aTakenPortIsNamed(Vertx other, VertxTestContext test) {
    try (RunningGateway gateway = new RunningGateway(TIMEOUT)) {
      int port = gateway.http.port();
      GatewayConfig config = GatewayConfig.of("127.0.0.1", port);

      other
          .deployVerticle(new GatewayVerticle(config, gateway.services))
          .onComplete(
              test.failing(refused ->
                  test.verify(() -> {
                    assertThat(refused)
                        .hasStackTraceContaining("Cannot listen on 127.0.0.1:" + port);
                    test.completeNow();
                  })));
      awaitCompletion(test);
    }
  }

  @Test
  void severalInstancesShareThePort() {
    GatewayConfig config = GatewayConfig.of("127.0.0.1", FreePorts.find());
    try (RunningGateway gateway = new RunningGateway(config)) {
      await(gateway.vertx.deployVerticle(new GatewayVerticle(config, gateway.services)));
      for (int i = 0; i < 4; i++) {
        assertThat(gateway.http.get("/health/ready").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void shutdownAnswersRequestsInFlightAndAcceptsNoMore() throws Exception {
    GatewayConfig config =
        GatewayConfig.of("127.0.0.1", 0)
            .withRequestTimeout(TIMEOUT)
            .withShutdownDelay(Duration.ofSeconds(3))
            .withDrainTimeout(Duration.ofSeconds(30));
    try (RunningGateway gateway = new RunningGateway(config)) {
      Promise<Reply> slow = Promise.promise();
      Promise<Void> arrived = Promise.promise();
      gateway.serve(
          "cart",
          new Operations()
              .on(
                  "storeGetCart",
                  request -> {
                    arrived.complete();
                    return slow.future();
                  }));
      CompletableFuture<Http.Answer> inFlight =
          CompletableFuture.supplyAsync(() -> gateway.http.get("/store/carts/c"));
      await(arrived.future());

      Future<Void> left = gateway.leave();
      // The shutdown begins on an event loop, a moment later.
      int ready = 200;
      for (int i = 0; i < 1_000 && ready == 200; i++) {
        ready = gateway.http.get("/health/ready").status();
      }
      assertThat(ready).isEqualTo(503);
      assertThat(gateway.http.get("/health/live").status()).isEqualTo(200);
      awaitRefused(gateway);
      assertThat(left.isComplete()).isFalse();

      slow.complete(Reply.ok(new JsonObject().put("answered", true)));
      assertThat(inFlight.get(LIMIT.toSeconds(), TimeUnit.SECONDS).status()).isEqualTo(200);
      await(left);
    }
  }

  @Test
  void aKeepAliveConnectionIsAnsweredOnceMoreWithConnectionClose() throws Exception {
    try (RunningGateway gateway = new RunningGateway(WITHOUT_DELAY);
        Socket keepAlive = new Socket(InetAddress.getLoopbackAddress(), gateway.http.port())) {
      keepAlive.setSoTimeout((int) LIMIT.toMillis());
      assertThat(askOn(keepAlive)).startsWith("HTTP/1.1 200").doesNotContain("connection: close");

      Future<Void> left = gateway.leave();
      awaitRefused(gateway);
      String last = askOn(keepAlive);
      // The connection learns of the shutdown after the listener.
      for (int i = 0; i < 10_000 && !last.contains("connection: close"); i++) {
        last = askOn(keepAlive);
      }
      assertThat(last).startsWith("HTTP/1.1 200").contains("connection: close");
      assertThat(keepAlive.getInputStream().read()).isEqualTo(-1);
      await(left);
    }
  }

  /** Simulates a busy machine, on which a request stays in its socket while time passes. */
  @Test
  void aRequestThatArrivesAtTheIdleTimeoutIsAnswered() throws Exception {
    try (RunningGateway gateway = new RunningGateway(WITHOUT_DELAY);
        Socket keepAlive = new Socket(InetAddress.getLoopbackAddress(), gateway.http.port())) {
      keepAlive.setSoTimeout((int) LIMIT.toMillis());
      assertThat(askOn(keepAlive)).startsWith("HTTP/1.1 200");

      List<EventExecutor> loops = new ArrayList<>();
      ((VertxInternal) gateway.vertx).nettyEventLoopGroup().forEach(loops::add);
      CountDownLatch busy = new CountDownLatch(loops.size());
      CountDownLatch sent = new CountDownLatch(1);
      for (EventExecutor loop : loops) {
        // Until the idle timeout of the connection has passed; the next task then blocks the event
        // loop.
        loop.schedule(
            () -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_300)),
            1_500,
            TimeUnit.MILLISECONDS);
        loop.schedule(
            () -> {
              busy.countDown();
              return sent.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
            },
            1_600,
            TimeUnit.MILLISECONDS);
      }
      Future<Void> left = gateway.leave();
      assertThat(busy.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      ask(keepAlive);
      sent.countDown();

      assertThat(answerOn(keepAlive)).startsWith("HTTP/1.1 200").contains("connection: close");
      await(left);
    }
  }

  /** Simulates a busy machine, on which accepted connections wait for an event loop. */
  @Test
  void connectionsOfTheBacklogAreServedDuringShutdown() throws Exception {
    CountDownLatch accepted = new CountDownLatch(1);
    try (RunningGateway gateway = new RunningGateway(WITHOUT_DELAY)) {
      assertThat(gateway.http.get("/health/ready").status()).isEqualTo(200);
      VertxInternal vertx = (VertxInternal) gateway.vertx;
      vertx
          .acceptorEventLoopGroup()
          .forEach(loop -> loop.submit(() -> accepted.await(LIMIT.toSeconds(), TimeUnit.SECONDS)));
      try (Socket early = new Socket(InetAddress.getLoopbackAddress(), gateway.http.port())) {
        early.setSoTimeout((int) LIMIT.toMillis());
        Future<Void> left = gateway.leave();
        await(gateway.vertx.timer(500));
        vertx
            .nettyEventLoopGroup()
            .forEach(loop ->
                loop.execute(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(700))));
        accepted.countDown();

        assertThat(askOn(early)).startsWith("HTTP/1.1 200");
        await(left);
      }
    }
  }

  /** The gateway must run until the other one has been refused. */
  private static void awaitCompletion(VertxTestContext test) {
    try {
      assertThat(test.awaitCompletion(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }

  /** Waits until the gateway no longer listens. */
  private static void awaitRefused(RunningGateway gateway) {
    until(() -> {
      try {
        gateway.http.get("/health");
        return false;
      } catch (RuntimeException refused) {
        return true;
      }
    });
  }

  private static String askOn(Socket connection) throws IOException {
    ask(connection);
    return answerOn(connection);
  }

  private static void ask(Socket connection) throws IOException {
    connection
        .getOutputStream()
        .write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
  }

  private static String answerOn(Socket connection) throws IOException {
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("\r\n\r\nOK")) {
      int next = connection.getInputStream().read();
      assertThat(next).as("The connection ended after: %s", answer).isNotNegative();
      answer.append((char) next);
    }
    return answer.toString();
  }
}

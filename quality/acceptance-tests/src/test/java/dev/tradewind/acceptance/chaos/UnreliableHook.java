package dev.tradewind.acceptance.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hook of completions that answers two of five questions, each time something else, and fails, is
 * late and lies about the others.
 */
public final class UnreliableHook implements AutoCloseable {

  /** Member of the metadata of orders about which it was asked, with the number of the question. */
  public static final String ANSWER = "hook_answer";

  /** Longer than the deadline of a hook. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private static final int SECRET_BYTES = 32;

  private final AtomicInteger questions = new AtomicInteger();
  private final HttpServer server;

  public UnreliableHook() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** Settings of a node that asks it. */
  public Map<String, String> settings(Path folder) {
    try {
      Path secret = folder.resolve("hook.secret");
      Files.writeString(
          secret, "whsec_" + Base64.getEncoder().encodeToString(new byte[SECRET_BYTES]));
      JsonObject hook =
          new JsonObject()
              .put("name", "unreliable")
              .put("point", "complete_cart")
              .put("url", "http://127.0.0.1:" + server.getAddress().getPort() + "/")
              .put("secret_file", secret.toString());
      Path file =
          Files.writeString(folder.resolve("hooks.json"), new JsonArray().add(hook).encode());
      return Map.of("TRADEWIND_HOOKS", file.toString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    int number = questions.incrementAndGet();
    switch (number % 5) {
      case 2 -> respond(exchange, 500, "");
      case 3 -> {
        ChaosCluster.pause(LATE);
        respond(exchange, 200, "{}");
      }
      case 4 -> respond(exchange, 200, "{\"refusal\": 5}");
      default ->
          respond(
              exchange,
              200,
              new JsonObject().put("metadata", new JsonObject().put(ANSWER, number)).encode());
    }
  }

  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

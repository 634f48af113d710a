package dev.tradewind.acceptance.event;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Reverse proxy before a receiver of webhooks that injects faults: answers that are late, lost or
 * wrong, before and after the receiver has applied the event.
 */
final class FaultyLink implements AutoCloseable {

  /** Kinds of faults, with the number of requests that each had. */
  enum Fault {
    REFUSED_BEFORE,
    REFUSED_AFTER,
    CUT_BEFORE,
    CUT_AFTER,
    SLOW,
    TOO_SLOW
  }

  private static final List<String> FORWARDED =
      List.of("content-type", "webhook-id", "webhook-timestamp", "webhook-signature");

  /** One in so many requests has a fault. */
  private static final int FAULTS = 8;

  private static final long SLOW_MILLIS = 2_000;

  /** Longer than the timeout of an attempt. */
  private static final long TOO_SLOW_MILLIS = 17_000;

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpServer server;
  private final int target;
  private final ConcurrentHashMap<Fault, AtomicInteger> injected = new ConcurrentHashMap<>();
  private volatile boolean faulty = true;

  FaultyLink(int target) throws IOException {
    this.target = target;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::forward);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** Injects no further faults. */
  void heal() {
    faulty = false;
  }

  int injected(Fault fault) {
    AtomicInteger count = injected.get(fault);
    return count == null ? 0 : count.get();
  }

  private void forward(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Fault fault = fault();
    try (exchange) {
      if (fault == Fault.REFUSED_BEFORE) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      if (fault == Fault.CUT_BEFORE) {
        return;
      }
      int status = send(exchange, body);
      if (fault == Fault.SLOW || fault == Fault.TOO_SLOW) {
        LockSupport.parkNanos(
            TimeUnit.MILLISECONDS.toNanos(fault == Fault.SLOW ? SLOW_MILLIS : TOO_SLOW_MILLIS));
      }
      if (fault == Fault.CUT_AFTER) {
        return;
      }
      exchange.sendResponseHeaders(fault == Fault.REFUSED_AFTER ? 500 : status, -1);
    }
  }

  private Fault fault() {
    if (!faulty || ThreadLocalRandom.current().nextInt(FAULTS) > 0) {
      return null;
    }
    Fault[] all = Fault.values();
    Fault chosen = all[ThreadLocalRandom.current().nextInt(all.length)];
    injected.computeIfAbsent(chosen, fault -> new AtomicInteger()).incrementAndGet();
    return chosen;
  }

  /** The status of the receiver; 502 while it is unavailable. */
  private int send(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + target + "/"))
            .timeout(Duration.ofSeconds(10))
            .POST(BodyPublishers.ofByteArray(body));
    FORWARDED.forEach(name -> request.header(name, exchange.getRequestHeaders().getFirst(name)));
    try {
      return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    } catch (IOException unavailable) {
      return 502;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 502;
    }
  }

  @Override
  public String toString() {
    return injected.toString();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

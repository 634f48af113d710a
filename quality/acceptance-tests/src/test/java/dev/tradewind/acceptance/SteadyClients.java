package dev.tradewind.acceptance;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Load of shoppers that create and read carts on keep-alive connections. After a refused connection
 * they use the next node; anything else that goes wrong is a failure.
 */
public final class SteadyClients implements AutoCloseable {

  private static final long MAX_PAUSE_MILLIS = 8;

  /** Status of a request whose connection ended without a response. */
  private static final int LOST = -1;

  /** Request with its result; the status is not positive without a response. */
  public record Outcome(
      String request, int status, long startedNanos, long millis, String failure) {

    public boolean isFailure() {
      return status != 200;
    }

    /** Whether the connection ended without a response. */
    public boolean isLost() {
      return status == LOST;
    }
  }

  private final List<String> nodes;
  private final String regionId;
  private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final List<Thread> shoppers = new ArrayList<>();
  private volatile boolean isOver;

  private SteadyClients(List<String> nodes, String regionId) {
    this.nodes = nodes;
    this.regionId = regionId;
  }

  public static SteadyClients start(int number, List<Cluster.Gateway> doors) {
    List<String> nodes = doors.stream().map(Cluster.Gateway::url).toList();
    SteadyClients clients = new SteadyClients(nodes, doors.getFirst().euros());
    for (int i = 0; i < number; i++) {
      int first = i;
      Thread shopper = new Thread(() -> clients.shop(first), "shopper-" + i);
      clients.shoppers.add(shopper);
      shopper.start();
    }
    return clients;
  }

  private void shop(int first) {
    // Each shopper has two keep-alive connections.
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      int node = first;
      while (!isOver) {
        node = send(http, node, "POST", "/store/carts");
        node = send(http, node, "GET", "/store/regions/" + regionId);
        Thread.sleep(ThreadLocalRandom.current().nextLong(MAX_PAUSE_MILLIS));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the node that responded. */
  private int send(HttpClient http, int node, String method, String path)
      throws InterruptedException {
    long started = System.nanoTime();
    String body = new JsonObject().put("region_id", regionId).encode();
    for (int attempt = 0; ; attempt++) {
      int asked = (node + attempt) % nodes.size();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(nodes.get(asked) + path)).timeout(LIMIT);
      if (method.equals("POST")) {
        request.header("content-type", "application/json").POST(BodyPublishers.ofString(body));
      }
      try {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        note(method + " " + path, response.statusCode(), started, response.body());
        return asked;
      } catch (ConnectException refused) {
        if (attempt > nodes.size() + 1) {
          note(method + " " + path, 0, started, refused.toString());
          return asked;
        }
      } catch (HttpTimeoutException late) {
        note(method + " " + path, 0, started, late.toString());
        return asked;
      } catch (IOException ended) {
        note(method + " " + path, LOST, started, ended.toString());
        return asked;
      }
    }
  }

  private void note(String request, int status, long started, String text) {
    long millis = (System.nanoTime() - started) / 1_000_000;
    outcomes.add(new Outcome(request, status, started, millis, status == 200 ? "" : text));
  }

  /** Waits for that many further responses. */
  public void awaitMore(int number) {
    int target = outcomes.size() + number;
    until(() -> outcomes.size() >= target);
  }

  public List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  public List<Outcome> failures() {
    return outcomes.stream().filter(Outcome::isFailure).toList();
  }

  public long slowestMillis() {
    return outcomes.stream().mapToLong(Outcome::millis).max().orElse(0);
  }

  /** Waits for the requests in progress. */
  @Override
  public void close() {
    isOver = true;
    for (Thread shopper : shoppers) {
      try {
        shopper.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

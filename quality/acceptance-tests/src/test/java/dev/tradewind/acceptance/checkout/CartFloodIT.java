package dev.tradewind.acceptance.checkout;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.testing.Lane;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attack of one client on a node with little memory: the largest cart that it can make, and then
 * many concurrent changes of it, while others shop. {@code -Dtradewind.flood.seconds=120} is the
 * measured form, which also compares the latencies.
 */
@Tag("alone")
class CartFloodIT {

  private static final Logger LOG = LoggerFactory.getLogger(CartFloodIT.class);

  private static final int SECONDS = Lane.count("tradewind.flood.seconds", 6, 20);
  private static final int MEASURED_SECONDS = 120;

  private static final int ATTACKERS = 60;
  private static final int STRANGERS = 4;
  private static final int MAX_BUILDING_REQUESTS = 200;
  private static final double MAX_RATIO = 3;
  private static final String ATTACKER = "192.0.2.1";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Queue<String> carts = new ConcurrentLinkedQueue<>();

  private record Response(int status, String body, long micros) {

    JsonObject cart() {
      return new JsonObject(body).getJsonObject("cart");
    }
  }

  private Response send(String method, String url, String address, JsonObject body)
      throws InterruptedException {
    long started = System.nanoTime();
    int status = 0;
    String text = "";
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create(url))
                  .timeout(LIMIT)
                  .header("content-type", "application/json")
                  .header("x-forwarded-for", address)
                  .method(
                      method,
                      body == null
                          ? BodyPublishers.noBody()
                          : BodyPublishers.ofString(body.encode()))
                  .build(),
              BodyHandlers.ofString());
      status = response.statusCode();
      text = response.body();
    } catch (IOException noResponse) {
      LOG.debug("No response to {} {}", method, url, noResponse);
    }
    return new Response(status, text, (System.nanoTime() - started) / 1_000);
  }

  @Test
  void aNodeSurvivesTheLargestCartAndItsChanges() throws Exception {
    try (Cluster cluster =
        new Cluster(1)
            .with("TRADEWIND_TRUSTED_PROXIES", "1")
            .with("TRADEWIND_COSTLY_REQUESTS_PER_ADDRESS", "600")
            .with("TRADEWIND_CART_CHANGES_PER_ADDRESS", "60")
            .withJvm("-Xmx512m")) {
      Cluster.Gateway node = cluster.full();
      String region = node.euros();
      // The first requests of a JVM are slow.
      shop(node.url(), region, Duration.ofSeconds(SECONDS / 4));
      List<Response> before = shop(node.url(), region, Duration.ofSeconds(SECONDS / 2));
      String cart = node.url() + "/store/carts/" + largestCart(node.url(), region);

      Map<Integer, AtomicInteger> attacked = new TreeMap<>();
      List<Response> during;
      try (Threads attack = new Threads(ATTACKERS, SECONDS, i -> change(cart, i, attacked))) {
        during = shop(node.url(), region, Duration.ofSeconds(SECONDS));
      }

      report("before", before);
      report("during", during);
      LOG.info("Responses to the attacker by status: {}", attacked);
      assertThat(node.status("/health/live")).isEqualTo(200);
      assertThat(node.status("/health/ready")).isEqualTo(200);
      assertThat(node.process().output()).doesNotContain("OutOfMemoryError");
      assertThat(during)
          .isNotEmpty()
          .allSatisfy(response -> assertThat(response.status()).isEqualTo(200));
      assertThat(
              cluster.count(
                  "SELECT count(*) FROM cart.cart WHERE id = ANY ('{%s}')"
                      .formatted(String.join(",", carts))))
          .isEqualTo(carts.size());
      if (SECONDS >= MEASURED_SECONDS) {
        assertThat((double) percentile(during, 99) / percentile(before, 99)).isLessThan(MAX_RATIO);
      }
    }
  }

  /** Id of a cart that was filled until nothing more was accepted. */
  private String largestCart(String url, String region) throws InterruptedException {
    JsonObject created =
        send("POST", url + "/store/carts", ATTACKER, new JsonObject().put("region_id", region))
            .cart();
    String cart = url + "/store/carts/" + created.getString("id");
    String variant = variant(url, region);
    int size = 0;
    int requests = 0;
    int refused = 0;
    for (int i = 0; i < MAX_BUILDING_REQUESTS && refused < 3; i++) {
      JsonObject filling = filling(i);
      List<Response> answers =
          List.of(
              send("POST", cart, ATTACKER, new JsonObject().put("context", filling)),
              send(
                  "POST",
                  cart,
                  ATTACKER,
                  new JsonObject()
                      .put("billing_address", new JsonObject().put("metadata", part(i)))
                      .put("shipping_address", new JsonObject().put("metadata", part(i)))),
              send(
                  "POST",
                  cart + "/line-items",
                  ATTACKER,
                  new JsonObject()
                      .put("variant_id", variant)
                      .put("quantity", 1)
                      .put("metadata", part(i))));
      requests += answers.size();
      refused = answers.get(2).status() == 200 || answers.get(0).status() == 200 ? 0 : refused + 1;
      for (Response answer : answers) {
        size = Math.max(size, answer.body().length());
      }
    }
    LOG.info("Largest cart after {} requests: {} bytes", requests, size);
    return created.getString("id");
  }

  /** Context of nearly 100 kB under new keys. */
  private static JsonObject filling(int round) {
    JsonObject context = new JsonObject();
    for (int i = 0; i < 95; i++) {
      context.put("key_" + round + "_" + i, "x".repeat(980));
    }
    return context;
  }

  private static JsonObject part(int round) {
    return new JsonObject().put("key_" + round, "x".repeat(16_000));
  }

  private String variant(String url, String region) throws InterruptedException {
    Response products =
        send("GET", url + "/store/products?limit=1&region_id=" + region, ATTACKER, null);
    return new JsonObject(products.body())
        .getJsonArray("products")
        .getJsonObject(0)
        .getJsonArray("variants")
        .getJsonObject(0)
        .getString("id");
  }

  /** One of many changes that arrive concurrently, each second. */
  private void change(String cart, int attacker, Map<Integer, AtomicInteger> statuses) {
    long started = System.nanoTime();
    try {
      String email = "attacker" + attacker + "-" + started + "@example.com";
      Response response = send("POST", cart, ATTACKER, new JsonObject().put("email", email));
      synchronized (statuses) {
        statuses
            .computeIfAbsent(response.status(), absent -> new AtomicInteger())
            .incrementAndGet();
      }
      TimeUnit.NANOSECONDS.sleep(started + TimeUnit.SECONDS.toNanos(1) - System.nanoTime());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Responses to strangers who create carts and read products. */
  private List<Response> shop(String url, String region, Duration time) {
    Queue<Response> responses = new ConcurrentLinkedQueue<>();
    try (Threads shoppers =
        new Threads(
            STRANGERS,
            time.toSeconds(),
            i -> {
              try {
                Response created =
                    send(
                        "POST",
                        url + "/store/carts",
                        stranger(),
                        new JsonObject().put("region_id", region));
                responses.add(created);
                if (created.status() == 200) {
                  carts.add(created.cart().getString("id"));
                }
                responses.add(send("GET", url + "/store/products?limit=10", stranger(), null));
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(20, 60));
              } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
              }
            })) {
      shoppers.await();
    }
    return new ArrayList<>(responses);
  }

  private static String stranger() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "10." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
  }

  private static void report(String when, List<Response> responses) {
    LOG.info(
        "Strangers {} the attack: {} responses, p50 {} us, p99 {} us, slowest {} us",
        when,
        responses.size(),
        percentile(responses, 50),
        percentile(responses, 99),
        percentile(responses, 100));
  }

  private static long percentile(List<Response> responses, int percent) {
    List<Long> sorted = responses.stream().map(Response::micros).sorted().toList();
    return sorted.get(Math.max(0, (sorted.size() * percent + 99) / 100 - 1));
  }

  /** Threads that repeat their work for some time. */
  private static final class Threads implements AutoCloseable {

    private final List<Thread> all = new ArrayList<>();

    Threads(int number, long seconds, IntConsumer work) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      for (int i = 0; i < number; i++) {
        int own = i;
        all.add(
            Thread.ofVirtual()
                .start(() -> {
                  while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                    work.accept(own);
                  }
                }));
      }
    }

    void await() {
      for (Thread thread : all) {
        try {
          thread.join();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw new AssertionError(interrupted);
        }
      }
    }

    @Override
    public void close() {
      await();
    }
  }
}

package dev.tradewind.benchmarks.search;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.Step;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes of products by staff at a fixed rate. After the response to each, a search for the new
 * word of its title must find the product.
 */
final class CheckedEdits implements AutoCloseable {

  private static final int SEED = 2;

  private final AtomicLong next = new AtomicLong(System.currentTimeMillis());
  private final Queue<String> missed = new ConcurrentLinkedQueue<>();
  private final Queue<Long> nanoseconds = new ConcurrentLinkedQueue<>();
  private final Random random = new Random(SEED);
  private final Browser browser;
  private final Step search;
  private final String bearer;
  private final int products;
  private final ScheduledExecutorService staff;

  /**
   * @param search whose words are replaced
   * @param perSecond changes, one of each member of staff
   */
  CheckedEdits(Browser browser, Step search, String bearer, int products, int perSecond) {
    this.browser = browser;
    this.search = search;
    this.bearer = bearer;
    this.products = products;
    this.staff = Executors.newScheduledThreadPool(perSecond);
    for (int one = 0; one < perSecond; one++) {
      long delay = TimeUnit.SECONDS.toMillis(1) * one / perSecond;
      int own = one;
      var unused =
          staff.scheduleAtFixedRate(
              () -> edit(own, perSecond), delay, 1_000, TimeUnit.MILLISECONDS);
    }
  }

  /** Changes a product that no other member of staff changes before it is searched for. */
  private void edit(int own, int all) {
    long number = next.incrementAndGet();
    try {
      String id = "prod_00SEED%020d".formatted(1 + own + all * random.nextInt(products / all));
      // A word of letters alone, which no typo of another one is.
      String word = "edit" + Long.toString(number, Character.MAX_RADIX);
      browser.send(
          Step.post("/admin/products/" + id, new JsonObject().put("title", "Linen cup " + word))
              .with("authorization", bearer));
      long begun = System.nanoTime();
      JsonObject answer = browser.send(search.withMember("q", "\"" + word + "\""));
      nanoseconds.add(System.nanoTime() - begun);
      if (answer.getJsonArray("hits").stream()
          .noneMatch(hit -> ((JsonObject) hit).getString("id").equals(id))) {
        missed.add(word);
      }
    } catch (RuntimeException failure) {
      missed.add(failure.toString());
    }
  }

  /** Changes whose products were not found, or failures. */
  List<String> missed() {
    return List.copyOf(missed);
  }

  int made() {
    return nanoseconds.size();
  }

  /** Milliseconds of a search directly after a change. */
  double percentile(double share) {
    List<Long> sorted = new ArrayList<>(nanoseconds);
    sorted.sort(null);
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) (share * (sorted.size() - 1)))
            / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  @Override
  public void close() throws InterruptedException {
    staff.shutdown();
    if (!staff.awaitTermination(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("A change has no response");
    }
  }
}

package dev.tradewind.acceptance.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Idle load on the database: once all requests have ended, a node sends the statements of its
 * background tasks alone. Detects an unbounded retry loop.
 */
class QuietNodeIT {

  private static final int SECONDS = 5;

  /**
   * Statements per second of an idle node with all verticles, at most: each of seven outbox relays,
   * the job worker and webhook deliveries ask every two seconds, images and erasures every five;
   * audit entries of seven schemas are chained every five seconds and seven schemas are sampled
   * every ten. The rest is room for tasks that run seldom; a retry loop sends hundreds.
   */
  private static final int MAX_IDLE_RATE = 10;

  /**
   * Statements per second of the exempt tasks: seven schemas are sampled, and their audit entries
   * chained; their logs of changes are pruned less often.
   */
  private static final int RATE_OF_A_COPY = 4;

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  @Test
  void statementsFallToTheKnownRateOfBackgroundTasksAfterParallelCompletions() throws Exception {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (int cart = 0; cart < 20; cart++) {
      String variantId = shop.newVariant(500, 9).getString("id");
      String cartId = shop.readyCart(variantId, 1);
      for (int each = 0; each < 5; each++) {
        answers.add(storefront.postLater("/store/carts/" + cartId + "/complete", null));
      }
      answers.add(
          storefront.postLater(
              "/store/carts/" + cartId + "/line-items",
              new JsonObject().put("variant_id", variantId).put("quantity", 1)));
    }
    answers.forEach(CompletableFuture::join);
    shop.awaitNoWaitingEvents();

    long perSecond = statementsPerSecond();
    // Work of other tests may not have ended; a retry loop would never end.
    for (int attempt = 0; attempt < 10 && perSecond > MAX_IDLE_RATE; attempt++) {
      perSecond = statementsPerSecond();
    }

    assertThat(perSecond).as("statements per second").isBetween(1L, (long) MAX_IDLE_RATE);
  }

  @Test
  void aNodeOnACopySendsOnlyTheStatementsOfTheTasksThatRun() throws Exception {
    shop.gate().close();
    try {
      long perSecond = statementsPerSecond();
      for (int attempt = 0; attempt < 10 && perSecond > RATE_OF_A_COPY; attempt++) {
        perSecond = statementsPerSecond();
      }

      assertThat(perSecond).as("statements per second").isLessThanOrEqualTo(RATE_OF_A_COPY);
    } finally {
      shop.gate().open(Instant.EPOCH);
    }
  }

  private static long statementsPerSecond() throws InterruptedException {
    long begun = System.nanoTime();
    long before = shop.allStatements();
    Thread.sleep(SECONDS * 1_000L);
    long statements = shop.allStatements() - before;
    return statements * 1_000_000_000L / (System.nanoTime() - begun);
  }
}

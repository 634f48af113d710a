package dev.tradewind.cart;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.cart.discount.CodeRateLimiter;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.testing.AdvanceableClock;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CodeRateLimiterIT {

  private static CartShop shop;

  private final AdvanceableClock clock = new AdvanceableClock();
  private final AtomicInteger statements = new AtomicInteger();
  private final CodeRateLimiter thisNode = node();
  private final CodeRateLimiter otherNode = node();

  @BeforeAll
  static void open() {
    shop = new CartShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void deleteCounters() {
    await(shop.pool.query("DELETE FROM attempt").execute());
  }

  private CodeRateLimiter node() {
    return new CodeRateLimiter(
        CountingPool.counting(shop.pool, statements), new CompositeMeterRegistry(), clock);
  }

  @Test
  void unknownCodesAreCountedForTheWholeCluster() {
    for (int i = 0; i < CodeRateLimiter.PER_CART / 2; i++) {
      assertThat(unknownCode(thisNode, "cart", "address"))
          .extracting(Problem::kind)
          .isEqualTo(Problem.Kind.NOT_FOUND);
      assertThat(unknownCode(otherNode, "cart", "address"))
          .extracting(Problem::kind)
          .isEqualTo(Problem.Kind.NOT_FOUND);
    }

    assertThat(knownCode(otherNode, "cart", "address"))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.TOO_MANY_REQUESTS);
    assertThat(unknownCode(thisNode, "cart", "address"))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.NOT_FOUND);
    assertThat(knownCode(thisNode, "cart", "address"))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.TOO_MANY_REQUESTS);
    assertThat(knownCode(thisNode, "another cart", "address")).isNull();
  }

  @Test
  void anAddressWithManyCartsIsRateLimitedUntilTheWindowEnds() {
    for (int i = 0; i < CodeRateLimiter.PER_ADDRESS; i++) {
      unknownCode(thisNode, "cart" + i, "address");
    }

    assertThat(knownCode(thisNode, "new cart", "address").retryAfter())
        .isBetween(CodeRateLimiter.WINDOW.minusMinutes(1), CodeRateLimiter.WINDOW);
    assertThat(knownCode(thisNode, "new cart", "another address")).isNull();
    clock.advance(CodeRateLimiter.WINDOW.plusSeconds(1));
    assertThat(knownCode(thisNode, "new cart", "address")).isNull();
  }

  @Test
  void knownCodesCostNoStatement() {
    for (int i = 0; i <= CodeRateLimiter.PER_ADDRESS; i++) {
      assertThat(knownCode(thisNode, "cart", "address")).isNull();
    }

    assertThat(statements).hasValue(0);
  }

  @Test
  void concurrentAttemptsDoNotEvadeTheLimit() {
    List<Promise<Void>> looking = new ArrayList<>();
    List<Future<Void>> tried =
        IntStream.rangeClosed(0, CodeRateLimiter.PER_CART)
            .mapToObj(i ->
                thisNode.guarded(
                    "cart",
                    "address",
                    () -> {
                      looking.add(Promise.promise());
                      return looking.getLast().future();
                    }))
            .toList();

    assertThat(looking).hasSize(CodeRateLimiter.PER_CART);
    assertThat(tried.getLast().failed()).isTrue();
    looking.forEach(Promise::complete);
    assertThat(knownCode(thisNode, "cart", "address")).isNull();
  }

  @Test
  void expiredCountersAreRemovedByTheNextUnknownCode() {
    for (int i = 0; i < 4; i++) {
      unknownCode(thisNode, "cart" + i, "address" + i);
    }
    clock.advance(CodeRateLimiter.WINDOW.plus(Duration.ofMinutes(1)));

    unknownCode(thisNode, "cart", "address");

    assertThat(await(shop.pool.query("SELECT FROM attempt").execute()).size()).isEqualTo(2);
  }

  private static Problem unknownCode(CodeRateLimiter limiter, String cartId, String address) {
    Problem unknown = Problem.notFound("Discounts with code X was not found");
    return problem(limiter.guarded(cartId, address, () -> Future.failedFuture(unknown)));
  }

  private static Problem knownCode(CodeRateLimiter limiter, String cartId, String address) {
    return problem(limiter.guarded(cartId, address, Future::succeededFuture));
  }

  private static Problem problem(Future<?> tried) {
    return await(tried.map((Problem) null).otherwise(refused -> ((Problem) refused)));
  }
}

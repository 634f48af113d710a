package dev.tradewind.acceptance.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.tradewind.testing.Lane;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Randomized test of concurrent completions: in every interleaving of steps a cart has at most one
 * order, the authorization of that order alone is held, and stock is exact. {@code
 * -Dtradewind.interleavings} sets the number of interleavings, {@code
 * -Dtradewind.interleavings.seed} the first seed; the seed of a failure reproduces it.
 */
class InterleavingIT {

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(InterleavingIT.class);

  private static final int COUNT = Lane.count("tradewind.interleavings", 250, 100_000);
  private static final long FIRST_SEED = Long.getLong("tradewind.interleavings.seed", 1);
  private static final int THREADS = Integer.getInteger("tradewind.interleavings.lanes", 2);
  private static final int MAX_FAILURES = 5;

  /** A fault is found by one of the first seeds, up to this one. */
  private static final int MAX_SEED = 10_000;

  private static final int LOG_INTERVAL = 1_000;

  @BeforeEach
  void raiseLogLevel() {
    // Thousands of simulated crashes and lost responses would each log a warning.
    ((Logger) LoggerFactory.getLogger("dev.tradewind.cart")).setLevel(Level.ERROR);
  }

  @AfterEach
  void resetLogLevel() {
    ((Logger) LoggerFactory.getLogger("dev.tradewind.cart")).setLevel(null);
  }

  @Test
  void everyOrderIsPaidOnceAndNoOtherAuthorizationIsHeld() throws Exception {
    AtomicLong next = new AtomicLong(FIRST_SEED);
    AtomicInteger done = new AtomicInteger();
    ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    Callable<Void> lane =
        () -> {
          try (InterleavedShop shop = new InterleavedShop()) {
            for (long seed = next.getAndAdd(InterleavedShop.BATCH);
                seed < FIRST_SEED + COUNT && violations.size() < MAX_FAILURES;
                seed = next.getAndAdd(InterleavedShop.BATCH)) {
              int count = (int) Math.min(InterleavedShop.BATCH, FIRST_SEED + COUNT - seed);
              List<String> found = shop.run(seed, count);
              found.forEach(violation -> LOG.error("Found violation: {}", violation));
              violations.addAll(found);
              int all = done.addAndGet(count);
              if (all / LOG_INTERVAL > (all - count) / LOG_INTERVAL) {
                LOG.info("Ran {} interleavings, seeds {} to {}", all, FIRST_SEED, seed + count - 1);
              }
            }
          } catch (AssertionError stall) {
            violations.add("" + stall.getMessage());
          }
          return null;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Void>> lanes =
          IntStream.range(0, Math.min(THREADS, COUNT))
              .mapToObj(each -> threads.submit(lane))
              .toList();
      for (Future<Void> each : lanes) {
        each.get();
      }
    }

    assertThat(violations).as("%d interleavings from seed %d", done.get(), FIRST_SEED).isEmpty();
  }

  /** Proof that the test can fail. */
  @ParameterizedTest
  @EnumSource
  void findsTheFault(Fault fault) {
    List<String> violations = List.of();
    try (InterleavedShop shop = new InterleavedShop(fault)) {
      for (long seed = fault.firstSeed(InterleavedShop.BATCH);
          violations.isEmpty() && seed < MAX_SEED;
          seed += InterleavedShop.BATCH) {
        violations = shop.run(seed, InterleavedShop.BATCH);
      }
    }

    assertThat(violations).isNotEmpty();
    LOG.info("Found fault {}: {}", fault, violations.getFirst().lines().findFirst().orElse(""));
  }
}

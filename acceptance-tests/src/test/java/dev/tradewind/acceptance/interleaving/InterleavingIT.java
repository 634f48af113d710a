package dev.tradewind.acceptance.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
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
import org.slf4j.LoggerFactory;

/**
 * Whatever runs beside a completion and in whichever order its steps come, a cart has at most one
 * order, money is held for that order alone, and stock is exact. {@code -Dtradewind.interleavings}
 * says how many are tried, {@code -Dtradewind.interleavings.seed} with which one to begin: one that
 * failed is run again alone by its seed.
 */
class InterleavingIT {

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(InterleavingIT.class);

  private static final int COUNT = Integer.getInteger("tradewind.interleavings", 10_000);
  private static final long FIRST_SEED = Long.getLong("tradewind.interleavings.seed", 1);
  private static final int LANES = Integer.getInteger("tradewind.interleavings.lanes", 2);
  private static final int ENOUGH = 5;
  private static final int REPORTED = 10_000;

  @BeforeEach
  void silence() {
    // Of thousands of crashed nodes and silent providers, each is logged as a node would.
    ((Logger) LoggerFactory.getLogger("dev.tradewind.cart")).setLevel(Level.ERROR);
  }

  @AfterEach
  void speak() {
    ((Logger) LoggerFactory.getLogger("dev.tradewind.cart")).setLevel(null);
  }

  @Test
  void everyOrderIsPaidOnceAndNothingElseIsHeld() throws Exception {
    AtomicLong next = new AtomicLong(FIRST_SEED);
    AtomicInteger done = new AtomicInteger();
    ConcurrentLinkedQueue<String> broken = new ConcurrentLinkedQueue<>();
    Callable<Void> lane =
        () -> {
          try (InterleavedShop shop = InterleavedShop.open()) {
            for (long seed = next.getAndIncrement();
                seed < FIRST_SEED + COUNT && broken.size() < ENOUGH;
                seed = next.getAndIncrement()) {
              broken.addAll(new Interleaving(shop, seed).run());
              int all = done.incrementAndGet();
              if (all % REPORTED == 0) {
                LOG.info("Ran {} interleavings, seeds {} to {}", all, FIRST_SEED, seed);
              }
            }
          }
          return null;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(LANES)) {
      List<Future<Void>> lanes =
          IntStream.range(0, Math.min(LANES, COUNT))
              .mapToObj(each -> threads.submit(lane))
              .toList();
      for (Future<Void> each : lanes) {
        each.get();
      }
    }

    assertThat(broken).as("%d interleavings from seed %d", done.get(), FIRST_SEED).isEmpty();
  }
}

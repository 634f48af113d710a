package dev.tradewind.order.history;

import dev.tradewind.testing.Lane;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random histories of orders after the sale against a model of units and money: no unit is settled
 * twice, no money leaves beyond what was captured or what units cost, and nothing that a gift card
 * has paid for is refunded. The rules are those of the shop; the rows are in memory.
 */
class AfterSaleHistoriesTest {

  private static final long SEED = Long.getLong("tradewind.histories.seed", 20_260_101L);
  private static final int HISTORIES = Lane.count("tradewind.histories", 5_000, 1_000_000);
  private static final int LENGTH = 14;

  @Test
  void everyHistoryAgreesWithTheModel() {
    System.out.printf("%d histories, seed %d%n", HISTORIES, SEED);
    AtomicReference<AssertionError> violation = new AtomicReference<>();
    LongStream.range(0, HISTORIES)
        .parallel()
        .filter(number -> violation.get() == null)
        .forEach(number -> {
          RuledHistory history = new RuledHistory(SEED + number);
          try {
            history.run(LENGTH);
          } catch (AssertionError | RuntimeException failure) {
            violation.compareAndSet(
                null,
                new AssertionError(
                    "History %d (seed %d): %s%n%s"
                        .formatted(
                            number,
                            SEED + number,
                            failure.getMessage(),
                            String.join("\n", history.steps())),
                    failure));
          }
        });
    if (violation.get() != null) {
      throw violation.get();
    }
  }
}

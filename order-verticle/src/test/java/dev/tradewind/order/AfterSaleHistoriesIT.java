package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.history.LedgerQueries;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.testing.Lane;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random histories of orders after the sale on PostgreSQL, against a model of units and money; in a
 * part of them staff and shoppers act at the same time. At the end every ledger adds up.
 */
class AfterSaleHistoriesIT {

  private static final long SEED = Long.getLong("tradewind.histories.seed", 20_260_202L);
  private static final int HISTORIES = Lane.count("tradewind.histories", 200, 20_000);
  private static final int LENGTH = 7;

  /** Histories at a time, each of its own order. */
  private static final int WORKERS = 8;

  private static OrderShop shop;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
    TestPaymentProvider.reset();
    TestPaymentProvider.answer(call ->
        call.kind() == Kind.REFUND && call.amount() % 11 == 0 ? Outcome.REFUSED : Outcome.DONE);
  }

  @AfterAll
  static void close() {
    TestPaymentProvider.reset();
    shop.close();
  }

  @Test
  void everyHistoryAgreesWithTheModelAndEveryLedgerAddsUp() throws Exception {
    System.out.printf("%d histories, seed %d%n", HISTORIES, SEED);
    AtomicLong next = new AtomicLong();
    try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<?>> running =
          IntStream.range(0, WORKERS)
              .<Future<?>>mapToObj(worker -> workers.submit(() -> work(next)))
              .toList();
      for (Future<?> each : running) {
        each.get();
      }
    }

    assertNone(
        "refunds are those of the payments, within what was captured", LedgerQueries.REFUNDS);
    assertNone("units are those of the parts", LedgerQueries.UNITS);
    assertNone("a unit is settled once", LedgerQueries.SETTLED);
    assertNone("a gift card has what is left of its value", LedgerQueries.CARDS);
    assertNone("an operation has one audit entry", LedgerQueries.AUDIT);
  }

  private static void work(AtomicLong next) {
    for (long number = next.getAndIncrement();
        number < HISTORIES;
        number = next.getAndIncrement()) {
      long seed = SEED + number;
      // Every third history has several concurrent requests.
      StoredHistory history = new StoredHistory(shop, seed, number % 3 == 0 ? 3 : 1);
      try {
        await(history.run(LENGTH));
      } catch (AssertionError | RuntimeException failure) {
        next.set(HISTORIES);
        throw new AssertionError(
            "History %d (seed %d): %s%n%s"
                .formatted(number, seed, failure.getMessage(), String.join("\n", history.steps())),
            failure);
      }
    }
  }

  private static void assertNone(String invariant, String violations) {
    assertThat(await(shop.read(violations)).stream().map(row -> row.getString(0)).toList())
        .as(invariant)
        .isEmpty();
  }
}

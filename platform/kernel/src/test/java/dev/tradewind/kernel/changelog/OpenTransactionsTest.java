package dev.tradewind.kernel.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OpenTransactionsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final OpenTransactions open = new OpenTransactions();

  @Test
  void aServerWithoutAnOpenTransactionHasNoAge() {
    assertThat(minute(0, 100, 100)).isZero();
    assertThat(minute(1, 100, 100)).isZero();
    assertThat(minute(2, 130, 130)).isZero();
  }

  @Test
  void theAgeCountsFromTheFirstObservationOfTheTransaction() {
    assertThat(minute(0, 100, 100)).isZero();
    assertThat(minute(1, 105, 110)).isZero();
    assertThat(minute(2, 105, 150)).isEqualTo(Duration.ofMinutes(1));
    assertThat(minute(3, 105, 150)).isEqualTo(Duration.ofMinutes(2));
    assertThat(minute(4, 150, 150)).isZero();
  }

  /** The second began while the first was open. */
  @Test
  void theNextOldestTransactionHasTheAgeOfItsOwn() {
    minute(0, 105, 110);
    minute(1, 105, 150);
    minute(2, 105, 200);

    assertThat(minute(3, 140, 200)).isEqualTo(Duration.ofMinutes(2));
    assertThat(minute(4, 199, 210)).isEqualTo(Duration.ofMinutes(2));
  }

  private Duration minute(int minute, long oldest, long next) {
    return open.age(
        new OpenTransactions.Observation(oldest, next, START.plus(Duration.ofMinutes(minute))));
  }
}

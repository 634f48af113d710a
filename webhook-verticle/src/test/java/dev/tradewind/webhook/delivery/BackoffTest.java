package dev.tradewind.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

  @ParameterizedTest
  @CsvSource({
    "1,   1_000,     2_000",
    "2,   2_000,     4_000",
    "5,   16_000,    32_000",
    "11,  1_024_000, 2_048_000",
    "12,  1_800_000, 3_600_000",
    "200, 1_800_000, 3_600_000"
  })
  void theBackoffDoublesUpToAnHourAndHalfOfItIsJitter(int failures, String least, String most) {
    assertThat(Backoff.after(failures, bound -> bound - 1).toMillis())
        .isEqualTo(Long.parseLong(least.replace("_", "")));
    assertThat(Backoff.after(failures, bound -> 0).toMillis())
        .isEqualTo(Long.parseLong(most.replace("_", "")));
  }

  @Test
  void aReceiverThatIsAwayIsCalledSomeDozenTimesInADay() {
    Duration waited = Duration.ZERO;
    int attempts = 1;
    while (waited.compareTo(Backoff.GIVE_UP) < 0) {
      waited = waited.plus(Backoff.after(attempts++, bound -> bound / 2));
    }

    assertThat(attempts).isBetween(30, 60);
  }
}

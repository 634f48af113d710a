package dev.tradewind.kernel.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofHours(1));

  @ParameterizedTest
  @CsvSource({
    "1,   1_000,     2_000",
    "2,   2_000,     4_000",
    "5,   16_000,    32_000",
    "11,  1_024_000, 2_048_000",
    "12,  1_800_000, 3_600_000",
    "200, 1_800_000, 3_600_000"
  })
  void itDoublesUpToTheLongestAndHalfOfItIsJitter(int failures, String least, String most) {
    assertThat(BACKOFF.jittered(failures, bound -> bound - 1).toMillis())
        .isEqualTo(Long.parseLong(least.replace("_", "")));
    assertThat(BACKOFF.jittered(failures, bound -> 0).toMillis())
        .isEqualTo(Long.parseLong(most.replace("_", "")));
    assertThat(BACKOFF.after(failures).toMillis()).isEqualTo(Long.parseLong(most.replace("_", "")));
  }

  @ParameterizedTest
  @CsvSource({"1, 60, 60", "5, 40, 40", "1, 100000, 3600"})
  void aLongerPauseThatTheServerAsksForAppliesUpToTheLongest(
      int failures, long asked, long seconds) {
    assertThat(BACKOFF.jittered(failures, Duration.ofSeconds(asked)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"5, 0", "5, 15"})
  void aShorterOneDoesNot(int failures, long asked) {
    assertThat(BACKOFF.jittered(failures, Duration.ofSeconds(asked)))
        .isBetween(Duration.ofSeconds(16), Duration.ofSeconds(32));
  }
}

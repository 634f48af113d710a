package dev.tradewind.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbound.OutboundHttpClient.Answer;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
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
    assertThat(Backoff.after(failures, Duration.ZERO, bound -> bound - 1).toMillis())
        .isEqualTo(Long.parseLong(least.replace("_", "")));
    assertThat(Backoff.after(failures, Duration.ZERO, bound -> 0).toMillis())
        .isEqualTo(Long.parseLong(most.replace("_", "")));
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 2", "1, 60, 60", "5, 30, 32", "5, 40, 40", "1, 100000, 3600"})
  void theLongerOfBackoffAndPauseOfTheReceiverAppliesUpToAnHour(
      int failures, long pause, long seconds) {
    assertThat(Backoff.after(failures, Duration.ofSeconds(pause), bound -> 0))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "503 | 60                            | 60",
        "429 | 5                             | 5",
        "500 | 60                            | 0",
        "503 | -                             | 0",
        "503 | soon                          | 0",
        "503 | -5                            | 0",
        "503 | 99999999999999                | 0",
        "503 | Fri, 02 Jan 2026 03:05:05 GMT | 60",
        "503 | Fri, 02 Jan 2026 03:04:04 GMT | 0",
      })
  void aReceiverWithoutCapacityAsksForAPause(int status, String header, long seconds) {
    Answer answer = new Answer(status, Buffer.buffer(), true, header);

    assertThat(RetryAfter.of(answer, Instant.parse("2026-01-02T03:04:05Z")))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void aReceiverThatIsAwayIsCalledSomeDozenTimesInADay() {
    Duration waited = Duration.ZERO;
    int attempts = 1;
    while (waited.compareTo(Backoff.GIVE_UP) < 0) {
      waited = waited.plus(Backoff.after(attempts++, Duration.ZERO, bound -> bound / 2));
    }

    assertThat(attempts).isBetween(30, 60);
  }
}

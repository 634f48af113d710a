package dev.tradewind.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbound.OutboundHttpClient.Answer;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

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
    while (waited.compareTo(DeliveryWorker.GIVE_UP) < 0) {
      waited = waited.plus(DeliveryWorker.BACKOFF.jittered(attempts++));
    }

    assertThat(attempts).isBetween(30, 60);
  }
}

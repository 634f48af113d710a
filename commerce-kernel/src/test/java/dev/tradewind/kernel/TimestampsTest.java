package dev.tradewind.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "2024-01-31T12:34:56Z, 2024-01-31T12:34:56.000Z",
    "2024-01-31T12:34:56.7Z, 2024-01-31T12:34:56.700Z",
    "2024-01-31T12:34:56.789999Z, 2024-01-31T12:34:56.789Z",
  })
  void aTimeAlwaysHasThreeDigitsOfMilliseconds(Instant time, String wire) {
    assertThat(Timestamps.format(time)).isEqualTo(wire);
  }

  @Test
  void aTimeWithAnOffsetIsShownInUtc() {
    OffsetDateTime oslo = OffsetDateTime.of(2024, 7, 1, 14, 0, 0, 0, ZoneOffset.ofHours(2));

    assertThat(Timestamps.format(oslo)).isEqualTo("2024-07-01T12:00:00.000Z");
  }

  @Test
  void thePresentSurvivesTheWire() {
    Instant now = Timestamps.now(Clock.systemUTC());

    assertThat(Timestamps.parse(Timestamps.format(now))).isEqualTo(now);
  }
}

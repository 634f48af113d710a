package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000-01-01T00:00:00.000Z",
        "0999-12-31T23:59:59.999Z",
        "1969-12-31T23:59:59.001Z",
        "2024-02-29T00:00:00.070Z",
        "9999-12-31T23:59:59.999Z"
      })
  void formattedTimesAreParsedAsTheSameTime(String wire) {
    assertThat(Timestamps.parse(wire)).isEqualTo(Instant.parse(wire));
    assertThat(Timestamps.format(Instant.parse(wire))).isEqualTo(wire);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-02-29T01:02:03Z",
        "2024-02-29T24:00:00.000Z",
        "2024-02-29T01:02:03.1234Z",
        "2024-02-29T01:02:03.123456789Z",
        "2024-02-29T01:02:03+00:00",
        "2024-02-29T01:02:03.5+00:00",
        "2024-02-29T01:02:03.000056+00:00",
        "2024-02-29T01:02:03.5+05:30",
        "2024-02-29T01:02:03-08:00"
      })
  void otherFormsAreRead(String text) {
    assertThat(Timestamps.parse(text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2023-02-29T00:00:00.000Z",
        "2024-13-01T00:00:00.000Z",
        "2024-01-01T00:61:00.000Z",
        "2024-01-01T00:00:00.1234567890Z",
        "x"
      })
  void aTextThatIsNotATimeIsRejected(String text) {
    assertThatThrownBy(() -> Timestamps.parse(text)).isInstanceOf(DateTimeException.class);
  }

  @Test
  void thePresentSurvivesTheWire() {
    Instant now = Timestamps.now(Clock.systemUTC());

    assertThat(Timestamps.parse(Timestamps.format(now))).isEqualTo(now);
  }
}

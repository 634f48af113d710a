package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-01-31                       | 2024-01-31T00:00:00Z",
        "2024-01                          | 2024-01-01T00:00:00Z",
        "2024-01-31T12:34                 | 2024-01-31T12:34:00Z",
        "2024-01-31T12:34:56              | 2024-01-31T12:34:56Z",
        "2024-01-31T12:34:56Z             | 2024-01-31T12:34:56Z",
        "2024-01-31T12:34:56.789Z         | 2024-01-31T12:34:56.789Z",
        "2024-01-31T12:34:56+02:00        | 2024-01-31T10:34:56Z",
        "2024-01-31 12:34:56              | 2024-01-31T12:34:56Z",
        "Wed, 31 Jan 2024 12:34:56 GMT    | 2024-01-31T12:34:56Z",
        "Wed, 31 Jan 2024 12:34:56 +0200  | 2024-01-31T10:34:56Z",
        "31 Jan 2024                      | 2024-01-31T00:00:00Z",
        "2024-01-31T12:34:56+0200         | 2024-01-31T10:34:56Z",
        "2024-01-31T12:34:56.5-0130       | 2024-01-31T14:04:56.5Z",
        "2024-02-29                       | 2024-02-29T00:00:00Z",
        "31 Jan 2024 12:34:56 GMT         | 2024-01-31T12:34:56Z",
        "01/31/2024 13:30                 | 2024-01-31T13:30:00Z",
        "1/31/2024                        | 2024-01-31T00:00:00Z",
        "1/31/2024 1:30 PM                | 2024-01-31T13:30:00Z",
        "1/31/2024 1:30:05 PM             | 2024-01-31T13:30:05Z",
        "Jan 31, 2024                     | 2024-01-31T00:00:00Z",
        "Wed Jan 31 2024 14:34:56 GMT+0200 (Eastern European Standard Time) | 2024-01-31T12:34:56Z",
        "1706704496                       | 2024-01-31T12:34:56Z",
        "1706704496.5                     | 2024-01-31T12:34:56.5Z",
      })
  void theFormsOfATimeInAQueryAreKnown(String text, Instant expected) {
    assertThat(Dates.fromQuery(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2024-13-01",
        "2024-01-32",
        "2026-02-29T10:00Z",
        "2026-02-30",
        "2026-04-31",
        "2/30/2026 13:30",
        "13/01/2026",
        "30 Feb 2026",
        "30 Feb 2026 10:00:00 GMT",
        "Feb 30, 2026",
        "2024-01-31T25:00",
        "+99999-01-01",
        "-0001-01-01",
        "999999999999999",
        "12:00",
        "null",
        "2024-01-31T12:34:56 02:00",
      })
  void aTextThatIsNotATimeIsNull(String text) {
    assertThat(Dates.fromQuery(text)).isNull();
  }

  @Test
  void aNumberInABodyIsMilliseconds() {
    assertThat(Dates.fromBody(1706704496000L)).isEqualTo(Instant.parse("2024-01-31T12:34:56Z"));
    assertThat(Dates.fromBody(true)).isNull();
  }
}

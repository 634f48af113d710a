package dev.tradewind.statuspage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextsTest {

  @ParameterizedTest
  @CsvSource({
    "-5,      0 s",
    "0,       0 s",
    "59,      59 s",
    "60,      1 min",
    "3599,    59 min",
    "3600,    1 h",
    "11100,   3 h 5 min",
    "86400,   1 d",
    "176400,  2 d 1 h"
  })
  void aDurationHasTwoUnitsAtMost(long seconds, String text) {
    assertThat(Texts.duration(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.001, 1.0 ms", "0.0055, 5.5 ms", "0.25, 250 ms", "1, 1.0 s", "12.34, 12.3 s"})
  void aLatencyHasItsUnit(double seconds, String text) {
    assertThat(Texts.latency(seconds)).isEqualTo(text);
  }

  @Test
  void numbersHaveGroupsAndBytesTheirUnit() {
    assertThat(Texts.number(100_000)).isEqualTo("100,000");
    assertThat(Texts.counted(1, "node", "nodes")).isEqualTo("1 node");
    assertThat(Texts.counted(2, "node", "nodes")).isEqualTo("2 nodes");
    assertThat(Texts.bytes(312L << 20)).isEqualTo("312 MiB");
    assertThat(Texts.bytes(3L << 29)).isEqualTo("1.5 GiB");
  }
}

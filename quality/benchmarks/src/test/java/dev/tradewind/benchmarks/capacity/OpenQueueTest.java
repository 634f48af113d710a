package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenQueueTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # arrivals a second, service ms, servers, utilization, Erlang C, response ms
          500,  1,  1,  0.5,  0.5,      2
          800,  1,  1,  0.8,  0.8,      5
          100,  10, 2,  0.5,  0.333333, 13.33333
          200,  10, 3,  0.6667, 0.444444, 14.44444
          400,  10, 5,  0.8,  0.554113, 15.54113
          800,  10, 10, 0.8,  0.409180, 12.04590
          0,    10, 2,  0,    0,        10
          """)
  void waitsAreThoseOfTheTextbooks(
      double perSecond,
      double service,
      int servers,
      double utilization,
      double waits,
      double response) {
    OpenQueue queue = new OpenQueue(perSecond, service, servers);

    assertThat(queue.utilization()).isCloseTo(utilization, within(1e-4));
    assertThat(queue.waitProbability()).isCloseTo(waits, within(1e-5));
    assertThat(queue.responseMillis()).isCloseTo(response, within(1e-4));
  }

  @Test
  void theQueueOfTooFewServersGrowsWithoutEnd() {
    OpenQueue queue = new OpenQueue(200, 10, 2);

    assertThat(queue.waitProbability()).isEqualTo(1);
    assertThat(queue.responseMillis()).isInfinite();
  }

  @ParameterizedTest
  @CsvSource({"1, 10, 0.6, 1", "60, 10, 0.6, 1", "61, 10, 0.6, 2", "741.7, 9.8, 0.6, 13"})
  void serversSufficeForAUtilization(
      double perSecond, double service, double utilization, int servers) {
    assertThat(OpenQueue.serversFor(perSecond, service, utilization)).isEqualTo(servers);
  }
}

package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedNetworkTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # demand, servers, demand of a second station, delay, customers, turns a second
          1,   1, 0, 0,  1,   1000
          1,   1, 0, 0,  7,   1000
          1,   1, 0, 1,  1,   500
          # One machine and its repairman: 1 - 1 / (1 + 2 + 2) of the time is busy.
          1,   1, 0, 1,  2,   800
          # Two equal stations: N / ((N + 1) D).
          2,   1, 2, 0,  1,   250
          2,   1, 2, 0,  4,   400
          2,   1, 2, 0,  99,  495
          # Without a queue: N / (D + Z).
          3,   4, 0, 2,  4,   800
          # Saturated servers.
          4,   2, 0, 1,  400, 500
          1,   2, 0, 99, 500, 2000
          """)
  void throughputIsThatOfTheTextbooks(
      double demand, int servers, double second, double delay, int customers, double perSecond) {
    ClosedNetwork network =
        new ClosedNetwork(List.of(Station.of(demand, servers), Station.of(second, 1)), delay);

    assertThat(network.perSecond(customers)).isCloseTo(perSecond, within(perSecond / 1e6));
    assertThat(network.turnMillis(customers))
        .isCloseTo(1_000 * customers / perSecond, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({"0.605, 2.1, 1.35, 15, 1", "0.605, 2.1, 1.35, 15, 50", "5, 4, 3, 0, 20"})
  void throughputIsThatOfMeanValueAnalysis(
      double first, double second, double third, double delay, int customers) {
    ClosedNetwork network =
        new ClosedNetwork(
            List.of(Station.of(first, 1), Station.of(second, 1), Station.of(third, 1)), delay);

    double expected = meanValueAnalysis(new double[] {first, second, third}, delay, customers);

    assertThat(network.perSecond(customers)).isCloseTo(expected, within(expected / 1e9));
  }

  /** The recursion of Reiser and Lavenberg, for stations with one server. */
  private static double meanValueAnalysis(double[] demands, double delay, int customers) {
    double[] queues = new double[demands.length];
    double perMilli = 0;
    for (int n = 1; n <= customers; n++) {
      double[] residence = new double[demands.length];
      for (int k = 0; k < demands.length; k++) {
        residence[k] = demands[k] * (1 + queues[k]);
      }
      perMilli = n / (delay + Arrays.stream(residence).sum());
      for (int k = 0; k < demands.length; k++) {
        queues[k] = perMilli * residence[k];
      }
    }
    return 1_000 * perMilli;
  }

  /** With one server and no delay all turns are at the station. */
  @ParameterizedTest
  @CsvSource({"1, 500", "4, 800", "10, 909.0909", "400, 997.50623"})
  void turnsShareWork(int customers, double perSecond) {
    Station station = Station.between(2, 1.1, 10, 1);

    assertThat(station.demandMillis(1)).isCloseTo(2, within(1e-9));
    assertThat(station.demandMillis(10)).isCloseTo(1.1, within(1e-9));
    assertThat(new ClosedNetwork(List.of(station), 0).perSecond(customers))
        .isCloseTo(perSecond, within(1e-3));
  }

  @Test
  void twoServersAreSlowerThanOneTwiceAsFastUntilBothAreBusy() {
    ClosedNetwork two = new ClosedNetwork(List.of(Station.of(2, 2)), 1);
    ClosedNetwork fast = new ClosedNetwork(List.of(Station.of(1, 1)), 1);

    assertThat(two.perSecond(1)).isLessThan(fast.perSecond(1));
    assertThat(two.perSecond(64)).isCloseTo(fast.perSecond(64), within(1e-3));
    assertThat(two.perSecond(0)).isZero();
  }
}

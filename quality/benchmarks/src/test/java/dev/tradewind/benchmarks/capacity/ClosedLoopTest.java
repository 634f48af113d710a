package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # cores, ms alone, ms with 2 and with 32 shoppers, shoppers, ms of a turn
          # 2 ms of each turn and 2 ms that it shares: 2.5 ms with 32 shoppers.
          1, 4, 8,   80,    1,  4
          1, 4, 8,   80,    2,  8
          1, 4, 8,   80,    8,  24
          1, 4, 8,   80,    32, 80
          2, 4, 6,   41.25, 1,  4
          2, 4, 6,   41.25, 2,  6
          2, 4, 6,   41.25, 8,  13.5
          2, 4, 6,   41.25, 32, 41.25
          # Demands of 5 ms alone and 3 ms with two: 4 ms.
          1, 5, 6,   80,    8,  24
          2, 5, 4.5, 41.25, 8,  13.5
          # Nothing shared.
          1, 2, 4,   64,    7,  14
          2, 2, 3,   33,    7,  8
          """)
  void turnsAreThoseOfTheCalibrationsAndBetween(
      int cores,
      double aloneMillis,
      double twoMillis,
      double saturatedMillis,
      int shoppers,
      double millis) {
    ClosedLoop loop =
        ClosedLoop.of(
            sample(cores, 1, aloneMillis),
            sample(cores, 2, twoMillis),
            sample(cores, 32, saturatedMillis));

    assertThat(loop.turnMillis(shoppers)).isCloseTo(millis, within(1e-9));
    assertThat(loop.perSecond(shoppers)).isCloseTo(1_000 * shoppers / millis, within(1e-9));
  }

  @Test
  void sharedWorkIsDividedByTheRootOfThoseThatWait() {
    ClosedLoop loop = new ClosedLoop(1, 8, 1);

    assertThat(loop.demandMillis(1)).isEqualTo(9);
    assertThat(loop.demandMillis(2)).isEqualTo(9);
    assertThat(loop.demandMillis(8)).isEqualTo(5);
    assertThat(loop.demandMillis(32)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 50", "2, 1", "2, 2", "2, 32", "4, 3", "4, 100"})
  void throughputIsThatOfMeanValueAnalysis(int cores, int shoppers) {
    double expected = meanValueAnalysis(3, cores, shoppers);

    assertThat(new ClosedLoop(3, 0, cores).perSecond(shoppers))
        .isCloseTo(expected, within(expected / 1e9));
  }

  /** The recursion of Reiser and Lavenberg, for equal stations with one server each. */
  private static double meanValueAnalysis(double demand, int stations, int customers) {
    double queue = 0;
    double perMilli = 0;
    for (int n = 1; n <= customers; n++) {
      double residence = demand / stations * (1 + queue);
      perMilli = n / (stations * residence);
      queue = perMilli * residence;
    }
    return 1_000 * perMilli;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 5", "2, 1, 5", "2, 5, 0", "2, 5, 1"})
  void moreShoppersHaveLongerTurnsAndNoLessThroughput(int cores, double own, double shared) {
    ClosedLoop loop = new ClosedLoop(own, shared, cores);

    for (int shoppers = 2; shoppers <= 1_000; shoppers++) {
      assertThat(loop.turnMillis(shoppers)).isGreaterThan(loop.turnMillis(shoppers - 1));
      assertThat(loop.perSecond(shoppers)).isGreaterThanOrEqualTo(loop.perSecond(shoppers - 1));
    }
    // The limit is that of the cores and the processor time of each turn alone.
    assertThat(loop.perSecond(1_000_000_000)).isCloseTo(1_000 * cores / own, within(1 / own));
  }

  private static Sample sample(int cores, int connections, double turnMillis) {
    return Samples.of(ShopPath.CART, cores, connections, turnMillis, 1);
  }
}

package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tradewind.benchmarks.paths.ProcessTimes;
import dev.tradewind.benchmarks.report.Figure;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calibration, predictions and worked examples of invented costs. */
class SizingTest {

  private static final PathCost READ = cost(0.05, 0.01, 0, 0);
  private static final PathCost LINE = cost(0.2, 0.25, 1, 4 * 1_024);
  private static final PathCost CHECKOUT = cost(2, 3, 8, 40 * 1_024);

  @Test
  void theDelayIsWhatATurnAloneTakesBesideItsProcessorTime() {
    PathCost alone = CHECKOUT.times(1.2);

    Calibration calibration = Calibration.of(CHECKOUT, alone, 10.6);

    assertThat(calibration.aloneMillis()).isCloseTo(6.6, within(1e-9));
    assertThat(calibration.delayMillis()).isCloseTo(4, within(1e-9));
    assertThat(calibration.on(1).perSecond(1)).isCloseTo(1_000 / 10.6, within(1e-9));
    // 5.5 ms among eight, of which they share (6.6 - 5.5) / (1 - 1 / 8).
    assertThat(calibration.on(2).perSecond(400)).isCloseTo(2_000 / 5.346, within(0.1));
    assertThat(Calibration.of(CHECKOUT, alone, 5).delayMillis()).isZero();
  }

  @Test
  void theSaleIsTheSumOfItsPaths() {
    Map<ShopPath, Calibration> paths = new EnumMap<>(ShopPath.class);
    costs().forEach((path, cost) -> paths.put(path, new Calibration(cost, 2, 1)));

    Calibration sale = Calibration.ofSale(paths);

    // 100 lists of products, 20 carts, 4 added lines and a checkout.
    assertThat(sale.delayMillis()).isCloseTo(125, within(1e-9));
    assertThat(sale.aloneMillis()).isCloseTo(250, within(1e-9));
    assertThat(sale.cost().times().node()).isCloseTo(8.8, within(1e-9));
    assertThat(sale.cost().times().total()).isCloseTo(120 * 0.065 + 4 * 0.5 + 5.5, within(1e-9));
    assertThat(sale.cost().commits()).isCloseTo(12, within(1e-9));
  }

  @Test
  void errorsAreSharesOfTheMeasuredThroughput() {
    Prediction prediction =
        new Prediction("get a cart", 2, 16, 110, new Figure(100, 150, 300, 0, null));

    assertThat(prediction.error()).isCloseTo(0.1, within(1e-9));
    assertThat(prediction.row())
        .isEqualTo("| get a cart | 2 | 16 | 110 | 100 | 145.45 | 160.00 | 300.00 | +10.0 % |");
  }

  @Test
  void examplesShowTheirArithmetic() {
    assertThat(new WorkedExamples(costs()).text())
        .contains("- nodes: 100 × 0.050 + 20 × 0.050 + 4 × 0.200 + 1 × 2.000 = 8.800 ms\n")
        .contains("- commits: 100 × 0.0 + 20 × 0.0 + 4 × 1.0 + 1 × 8.0 = 12.0\n")
        .contains("| 50,000 orders an hour | 13.889 | 1,792 | 0.122 | 1 | 0.072 | 1 | 5.6 | 167 |")
        .contains("| 44,500 orders a minute | 741.667 | 95,675 | 6.527 | 11 | 3.857 | 7 |");
  }

  private static Map<ShopPath, PathCost> costs() {
    return new EnumMap<>(
        Map.of(
            ShopPath.PRODUCTS, READ,
            ShopPath.CART, READ,
            ShopPath.LINE, LINE,
            ShopPath.CHECKOUT, CHECKOUT));
  }

  private static PathCost cost(double node, double database, double commits, double logBytes) {
    return new PathCost(
        new ProcessTimes(node, database, node / 10, commits == 8 ? 0.3 : node == 0.2 ? 0.03 : 0),
        commits,
        logBytes);
  }
}

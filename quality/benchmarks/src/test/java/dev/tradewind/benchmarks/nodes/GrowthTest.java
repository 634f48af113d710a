package dev.tradewind.benchmarks.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.benchmarks.report.Figure;
import org.junit.jupiter.api.Test;

class GrowthTest {

  @Test
  void throughputIsComparedWithThatOfOneNode() {
    Growth growth = new Growth();
    growth.add("checkout", 1, sample(90, 80));
    growth.add("checkout", 2, sample(200, 90));
    growth.add("checkout", 1, sample(110, 120));

    assertThat(growth.table())
        .contains("| checkout | 1 | 100 | 1.00 | 100.0 | 200.0 | 0.15 | 0.25 | 10.10 | 10 % |")
        .contains("| checkout | 2 | 200 | 2.00 | 90.0 | 180.0 | 0.15 | 0.25 | 5.00 | 6 % |");
    assertThat(growth.failures()).isZero();
  }

  private static Growth.Sample sample(double perSecond, double p50) {
    return new Growth.Sample(new Figure(perSecond, p50, p50, 2 * p50, 0, null), 0.15, 0.25, 1);
  }
}

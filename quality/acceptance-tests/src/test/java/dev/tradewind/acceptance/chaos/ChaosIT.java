package dev.tradewind.acceptance.chaos;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.FixedRateLoop;
import dev.tradewind.acceptance.chaos.invariant.InvariantChecker;
import dev.tradewind.acceptance.chaos.invariant.InvariantCheckerSelfTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Chaos test: the invariants hold while nodes are killed, frozen, cut off and restarted under load.
 * This is the short form; docs/reliability.md describes longer runs.
 */
@Tag("alone")
class ChaosIT {

  private static final ChaosPlan PLAN = ChaosPlan.fromSystemProperties();

  @Test
  void theInvariantsHoldUnderInjectedFaults(@TempDir Path folder) {
    System.out.printf("Chaos run: seed %d (-Dtradewind.chaos.seed=%d)%n", PLAN.seed(), PLAN.seed());
    try (ChaosCluster cluster = ChaosCluster.start(PLAN, folder)) {
      ChaosReport report = new ChaosReport(PLAN);
      try (FixedRateLoop arriving = cluster.shoppers().arrive()) {
        do {
          for (Fault fault : PLAN.faults()) {
            long began = System.nanoTime();
            report.add(fault, began, fault.inject(cluster));
            ChaosCluster.pause(PLAN.calm());
          }
        } while (!report.isOver());
      }
      InvariantChecker checker = new InvariantChecker(cluster, LIMIT);
      List<String> violations = checker.violations();
      report.keep(
          report.text(
              cluster.shoppers().history(), cluster.statuses(), checker.summary(), violations));
      assertThat(violations).as("seed %d", PLAN.seed()).isEmpty();
      InvariantCheckerSelfTest.on(cluster);
      assertThat(String.join("\n", new InvariantChecker(cluster, Duration.ZERO).violations()))
          .as("the checker finds every corruption")
          .contains(InvariantChecker.invariants(PLAN));
    }
  }
}

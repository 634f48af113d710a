package dev.tradewind.acceptance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several nodes killed, frozen, cut off and restarted under load, and the promises hold. The short
 * form; docs/reliability.md says how to let it burn longer.
 */
class ChaosIT {

  /** Two runs of the reconciliation, which comes every half minute, and some. */
  private static final Duration RECONCILIATION = Duration.ofMinutes(2);

  private static final ChaosPlan PLAN = ChaosPlan.fromSystemProperties();

  @Test
  void thePromisesHoldUnderFire(@TempDir Path folder) {
    System.out.printf("Fire: seed %d (-Dtradewind.chaos.seed=%d)%n", PLAN.seed(), PLAN.seed());
    try (ChaosCluster cluster = ChaosCluster.light(PLAN, folder)) {
      ChaosReport report = new ChaosReport(PLAN);
      try (FixedRateLoop arriving = cluster.crowd().arrive()) {
        do {
          for (Fault fault : PLAN.faults()) {
            long began = System.nanoTime();
            report.add(fault, began, fault.inject(cluster));
            ChaosCluster.rest(PLAN.calm());
          }
        } while (!report.isOver());
      }
      InvariantChecker audit = new InvariantChecker(cluster, RECONCILIATION);
      List<String> broken = audit.broken();
      report.keep(
          report.text(cluster.crowd().history(), cluster.statuses(), audit.summary(), broken));
      assertThat(broken).as("seed %d", PLAN.seed()).isEmpty();
      InvariantCheckerSelfTest.on(cluster);
      assertThat(String.join("\n", new InvariantChecker(cluster, Duration.ZERO).broken()))
          .as("an audit that finds nothing finds something where there is something")
          .contains(InvariantChecker.sentences());
    }
  }
}

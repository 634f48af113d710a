package dev.tradewind.acceptance.fire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several nodes killed, frozen, cut off and restarted under load, and the promises hold. The short
 * form; docs/reliability.md says how to let it burn longer.
 */
class FireIT {

  private static final FirePlan PLAN = FirePlan.fromSystemProperties();

  @Test
  void thePromisesHoldUnderFire(@TempDir Path folder) {
    System.out.printf("Fire: seed %d (-Dtradewind.fire.seed=%d)%n", PLAN.seed(), PLAN.seed());
    try (Fire fire = Fire.light(PLAN, folder)) {
      FireReport report = new FireReport(PLAN);
      try (OpenLoop arriving = fire.crowd().arrive()) {
        do {
          for (Fault fault : PLAN.faults()) {
            long began = System.nanoTime();
            report.add(fault, began, fault.strike(fire));
            Fire.rest(PLAN.calm());
          }
        } while (!report.isOver());
      }
      Audit audit = new Audit(fire);
      List<String> broken = audit.broken();
      report.keep(report.text(fire.crowd().history(), fire.statuses(), audit.summary(), broken));
      assertThat(broken).as("seed %d", PLAN.seed()).isEmpty();
      Sabotage.on(fire.database());
      assertThat(String.join("\n", new Audit(fire).broken()))
          .as("an audit that finds nothing finds something where there is something")
          .contains(Audit.sentences());
    }
  }
}

package dev.tradewind.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.SteadyClients;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.LongForm;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nodes that join under load, without failed requests. {@code -Dtradewind.joins=10} repeats it ten
 * times and reports slow requests.
 */
@Tag("alone")
@LongForm
class ClusterJoinIT {

  private static final int SHOPPERS = 8;
  private static final int JOINS = Lane.count("tradewind.joins", 1, 10);
  private static final long SLOW_MILLIS = 500;

  @Test
  void aNodeJoinsUnderLoadWithoutFailedRequests() {
    try (Cluster cluster = new Cluster(3)) {
      cluster.domain();
      Cluster.Gateway gateway = cluster.gateway();
      gateway.checkOut();

      for (int join = 1; join <= JOINS; join++) {
        try (SteadyClients clients = SteadyClients.start(SHOPPERS, List.of(gateway))) {
          clients.awaitMore(300);
          NodeProcess second = cluster.startDomain();
          second.awaitThat(() -> second.output().contains("CP Subsystem"));
          long joining = System.nanoTime();
          second.awaitServing();
          long serving = System.nanoTime();
          clients.awaitMore(600);
          clients.close();

          assertThat(clients.failures()).isEmpty();
          System.out.printf(
              "Join %d: served %d ms after it joined, %d requests, the slowest %d ms%n",
              join,
              (serving - joining) / 1_000_000,
              clients.outcomes().size(),
              clients.slowestMillis());
          clients.outcomes().stream()
              .filter(outcome -> outcome.millis() > SLOW_MILLIS)
              .forEach(outcome ->
                  System.out.printf(
                      "  %s took %d ms from %d ms after it joined%n",
                      outcome.request(),
                      outcome.millis(),
                      (outcome.startedNanos() - joining) / 1_000_000));
          second.askToStop();
          second.awaitEnd();
        }
      }
    }
  }
}

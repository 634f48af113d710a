package dev.tradewind.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.SteadyClients;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Graceful shutdown of nodes under load, without failed requests. */
@Tag("alone")
class ClusterDrainIT {

  private static final int SHOPPERS = 8;

  @Test
  void stoppingOneOfTwoFullNodesFailsNoRequest() throws Exception {
    try (Cluster cluster = new Cluster(2)) {
      Cluster.Gateway first = cluster.full();
      Cluster.Gateway second = cluster.full();
      first.checkOut();
      second.checkOut();

      try (SteadyClients clients = SteadyClients.start(SHOPPERS, List.of(first, second))) {
        clients.awaitMore(500);
        long told = System.nanoTime();
        second.process().askToStop();
        assertThat(second.process().awaitEnd()).isZero();
        ClusterIT.report("a node under load has stopped", told);
        clients.awaitMore(500);
        clients.close();

        assertThat(clients.failures()).filteredOn(failure -> !failure.isLost()).isEmpty();
        // One may meet the gaps of a shutdown that docs/cluster.md names.
        assertThat(clients.failures())
            .hasSizeLessThanOrEqualTo(1 + clients.outcomes().size() / 2_000);
        System.out.printf(
            "%d requests, the slowest %d ms%n", clients.outcomes().size(), clients.slowestMillis());
      }
      assertThat(second.process().output()).doesNotContain("ERROR");
    }
  }

  @Test
  void stoppingOneOfTwoDomainNodesLosesNoMessage() throws Exception {
    try (Cluster cluster = new Cluster(3)) {
      NodeProcess stays = cluster.domain();
      NodeProcess leaves = cluster.domain();
      Cluster.Gateway gateway = cluster.gateway();
      gateway.checkOut();

      try (SteadyClients clients = SteadyClients.start(SHOPPERS, List.of(gateway))) {
        clients.awaitMore(500);
        leaves.askToStop();
        assertThat(leaves.awaitEnd()).isZero();
        clients.awaitMore(500);
        clients.close();

        assertThat(clients.failures()).isEmpty();
        System.out.printf(
            "%d requests, the slowest %d ms%n", clients.outcomes().size(), clients.slowestMillis());
      }
      assertThat(leaves.output()).doesNotContain("ERROR", "Discarding message");
      assertThat(stays.output()).doesNotContain("ERROR");
    }
  }
}

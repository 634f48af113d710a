package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.Cluster.Gateway;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.KafkaEvents.Event;
import dev.tradewind.acceptance.SteadyClients;
import dev.tradewind.api.event.Topics;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nodes of the commit before beside new ones on one database: a rolling upgrade under load, and the
 * way back, by which the former version serves a database that the new one has migrated.
 */
@Tag("alone")
@LongForm
class UpgradeIT {

  private static final String FORMER = System.getProperty("tradewind.upgrade.from", "HEAD~1");
  private static final int REQUESTS = Integer.getInteger("tradewind.upgrade.requests", 100_000);
  private static final int SHOPPERS = 8;
  private static final int STEPS = 5;
  private static final int ORDERS_OF_A_NODE = 10;

  @Test
  void theVersionBeforeServesBesideThisOne() throws Exception {
    String previous = FormerVersion.classPath(FORMER);
    try (Cluster cluster = new Cluster(2, TestDatabase.create())) {
      cluster.ofVersion(previous);
      List<Gateway> nodes = new ArrayList<>(List.of(cluster.full(), cluster.full()));
      cluster.execute("UPDATE catalog.product_variant SET inventory_quantity = 1000");
      List<String> orders = checkOut(nodes);

      try (SteadyClients clients = SteadyClients.start(SHOPPERS, nodes)) {
        clients.awaitMore(REQUESTS / STEPS);
        for (@Nullable String version : new String[] {null, previous}) {
          cluster.ofVersion(version);
          for (int node = 0; node < nodes.size(); node++) {
            restart(cluster, nodes, node);
            orders.addAll(checkOut(nodes));
            clients.awaitMore(REQUESTS / STEPS);
          }
        }
        clients.close();

        System.out.printf(
            "%d requests, %d on connections that ended, the slowest %d ms; %d orders%n",
            clients.outcomes().size(),
            clients.failures().stream().filter(SteadyClients.Outcome::isLost).count(),
            clients.slowestMillis(),
            orders.size());
        assertThat(clients.failures()).filteredOn(failure -> !failure.isLost()).isEmpty();
        // One of a restart may meet the gaps of a shutdown that docs/cluster.md names.
        assertThat(clients.failures()).hasSizeLessThanOrEqualTo(REQUESTS / 2_000);
      }
      assertThat(cluster.texts("SELECT id FROM orders.\"order\""))
          .containsExactlyInAnyOrderElementsOf(orders);
      until(() -> cluster.count("SELECT count(*) FROM orders.outbox WHERE sent_at IS NULL") == 0);
      Map<String, List<Event>> events =
          KafkaEvents.aboutAll(TestKafka.bootstrapServers(), Topics.ORDER, Set.copyOf(orders));
      assertThat(events)
          .hasSize(orders.size())
          .allSatisfy((order, published) ->
              assertThat(published)
                  .filteredOn(event -> event.header("ce_type").equals("order.placed"))
                  .hasSize(1));
      assertThat(nodes).noneMatch(node -> node.process().output().contains("ERROR"));
    }
  }

  private static void restart(Cluster cluster, List<Gateway> nodes, int node) {
    Gateway ended = nodes.get(node);
    ended.process().askToStop();
    assertThat(ended.process().awaitEnd()).isZero();
    nodes.set(node, cluster.fullAgain(ended));
  }

  /** Orders that were placed at each of the nodes. */
  private static List<String> checkOut(List<Gateway> nodes) {
    List<String> orders = new ArrayList<>();
    for (Gateway node : nodes) {
      for (int i = 0; i < ORDERS_OF_A_NODE; i++) {
        orders.add(node.checkOut());
      }
    }
    return orders;
  }
}

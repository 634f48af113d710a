package dev.tradewind.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.api.event.Topics;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Snapshot of all states beside changes, on a node that is killed in the middle of a page. */
@LongForm
class StateSnapshotIT {

  private static final int PAGE = 100;

  private static final String RENAMED = "Renamed";

  private static final String TOKEN = "snapshot-token";

  /** A node that completes the second page of products waits for the advisory lock. */
  private static final String HOLD_SECOND_PAGE =
      """
      CREATE FUNCTION catalog.hold_page() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(7);
        RETURN NEW;
      END $$;
      CREATE TRIGGER hold_page BEFORE UPDATE ON catalog.state_snapshot
      FOR EACH ROW WHEN (NEW.completed >= 200) EXECUTE FUNCTION catalog.hold_page();
      """;

  private static final String WAITING_FOR_LOCK =
      "FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 7";

  @Test
  void aConsumerThatStartsFromNothingKnowsEveryAggregateAlthoughTheNodeWasKilled()
      throws Exception {
    try (Cluster cluster = new Cluster(1).with("TRADEWIND_EVENT_BODIES", "full")) {
      Cluster.Gateway doomed = cluster.full();
      cluster.execute(
          """
          INSERT INTO customer."user" (id, email, role, api_token, created_at, updated_at)
          VALUES ('usr_snapshot', 'snapshot@example.com', 'admin', '%s', now(), now())
          """
              .formatted(TOKEN));
      end(0, cluster.command("seed", "--products", "250", "--customers", "120", "--orders", "130"));
      cluster.execute(HOLD_SECOND_PAGE);
      List<String> products = cluster.texts("SELECT id FROM catalog.product ORDER BY id");
      String ofFirstPage = products.get(0);
      String ofSecondPage = products.get(PAGE);
      String ofThirdPage = products.get(2 * PAGE);
      try (Connection holder = cluster.connect();
          Statement held = holder.createStatement()) {
        held.execute("SELECT pg_advisory_lock(7)");
        NodeProcess interrupted = cluster.command("events", "snapshot");
        doomed.process().awaitThat(() -> cluster.count("SELECT count(*) " + WAITING_FOR_LOCK) == 1);
        for (String id : List.of(ofFirstPage, ofSecondPage, ofThirdPage)) {
          rename(doomed, id);
        }
        doomed.process().kill();
        interrupted.kill();
        // The server would complete the statement of the node that is gone.
        cluster.execute("SELECT pg_terminate_backend(pid) " + WAITING_FOR_LOCK);
      }
      assertThat(cluster.count("SELECT completed FROM catalog.state_snapshot")).isEqualTo(PAGE);
      NodeProcess alone =
          cluster.command(
              "events", "snapshot", "--topic", Topics.PRODUCT_STATE, "--idle-timeout", "1");
      assertThat(end(1, alone))
          .contains("continues the snapshot in progress", "100 states are published");

      NodeProcess watching = cluster.command("events", "snapshot", "--idle-timeout", "170");
      watching.awaitThat(() -> watching.output().contains("continues the snapshot"));
      cluster.full();

      assertThat(end(0, watching))
          .contains(
              "commerce.product-state.v1: continues the snapshot in progress",
              "published the states of %d aggregates".formatted(products.size()));
      Map<String, List<KafkaEvents.Event>> states =
          assertKnown(cluster, Topics.PRODUCT_STATE, "catalog.product");
      assertRenamedForGood(states.get(ofFirstPage));
      assertRenamedForGood(states.get(ofSecondPage));
      assertRenamedForGood(states.get(ofThirdPage));
      assertThat(states.get(products.get(PAGE + 1)))
          .as("a page that was published and not completed")
          .hasSizeGreaterThan(1);
      assertKnown(cluster, Topics.CUSTOMER_STATE, "customer.customer");
      assertKnown(cluster, Topics.ORDER_STATE, "orders.\"order\"");

      assertThat(end(1, cluster.command("events", "snapshot", "--topic", Topics.ORDER)))
          .contains("There is no topic of states " + Topics.ORDER);
    }
  }

  private static String end(int status, NodeProcess command) {
    assertThat(command.awaitEnd()).as(command.output()).isEqualTo(status);
    return command.output();
  }

  private static void rename(Cluster.Gateway gateway, String product) {
    Answer answer =
        gateway
            .storefront()
            .post(
                "/admin/products/" + product,
                new JsonObject().put("title", RENAMED),
                "x-medusa-access-token",
                TOKEN);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Requires that the topic's last state of each row is of the row's version. */
  private static Map<String, List<KafkaEvents.Event>> assertKnown(
      Cluster cluster, String topic, String table) {
    Set<String> expected =
        new HashSet<>(cluster.texts("SELECT id || ' ' || version FROM " + table));
    Map<String, List<KafkaEvents.Event>> states = new HashMap<>();
    KafkaEvents.all(TestKafka.bootstrapServers(), topic)
        .forEach(state ->
            states.computeIfAbsent(state.message().key(), id -> new ArrayList<>()).add(state));
    Set<String> known = new HashSet<>();
    states.forEach((id, all) -> {
      KafkaEvents.Event last = all.getLast();
      if (last.data() != null) {
        known.add(id + " " + last.header("ce_aggregateversion"));
      }
    });
    assertThat(expected).isNotEmpty();
    assertThat(known).containsAll(expected);
    return states;
  }

  /** Requires that no older state follows the one after the change. */
  private static void assertRenamedForGood(List<KafkaEvents.Event> states) {
    List<String> titles = states.stream().map(state -> state.data().getString("title")).toList();
    assertThat(titles).contains(RENAMED);
    assertThat(titles.subList(titles.indexOf(RENAMED), titles.size())).containsOnly(RENAMED);
  }
}

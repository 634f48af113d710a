package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Point-in-time restore of a shop that went on selling, and what the comparison finds after it. */
class RestoreCheckIT {

  @TempDir Path folder;

  @Test
  void theComparisonFindsWhatARestoreLostAndRepairsIt() {
    String prefix = "restore-" + Ids.ulid() + ".";
    List<String> lost = new ArrayList<>();
    String lastNumber;
    String time;
    ArchivedPostgres first = ArchivedPostgres.start(folder);
    try (Cluster cluster = cluster(first, prefix)) {
      Cluster.Gateway gateway = cluster.full();
      first.backUp();
      gateway.checkOut();
      awaitSent(first);
      time = first.now();
      for (int order = 0; order < 3; order++) {
        lost.add(gateway.checkOut());
      }
      awaitSent(first);
      lastNumber = first.text("SELECT max(display_id) FROM orders.\"order\"");
      gateway.process().kill();
      first.loseServer();
    }

    try (ArchivedPostgres restored = first.restoredTo(time);
        Cluster cluster = cluster(restored, prefix)) {
      assertThat(restored.text("SELECT count(*) FROM orders.\"order\"")).isEqualTo("1");

      JsonObject report = compare(3, cluster);
      assertThat(report.getString("severity")).isEqualTo("differences");
      assertThat(
              report
                  .getJsonObject("lost_events")
                  .getJsonObject("by_type")
                  .getInteger("order.placed"))
          .isEqualTo(3);
      assertThat(texts(report.getJsonObject("lost_events").getJsonArray("ids"))).containsAll(lost);
      JsonObject states = report.getJsonObject("later_states");
      assertThat(texts(states.getJsonObject("commerce.order-state.v1").getJsonArray("ids")))
          .containsExactlyInAnyOrderElementsOf(lost);
      assertThat(report.getJsonObject("missing_events").getInteger("count")).isZero();
      assertThat(report.getJsonObject("unreadable_files").getInteger("count")).isZero();
      assertThat(report.getJsonArray("audit_problems")).isEmpty();
      assertThat(report.getJsonArray("numbers").getJsonObject(0).getInteger("lost")).isEqualTo(3);

      // An event that Kafka lost, and a file without its content.
      restored.execute(
          """
          INSERT INTO orders.outbox (
            event_id, topic, key, type, subject, aggregate_version, data, occurred_at,
            causation_id, actor, sent_at
          )
          SELECT 'event_planted', topic, key, 'order.updated', subject, aggregate_version + 1,
            jsonb_build_object('id', subject, 'fields', '[]'::jsonb, 'no_notification', NULL),
            occurred_at, causation_id, actor, sent_at
          FROM orders.outbox
          WHERE type = 'order.placed';
          INSERT INTO batch.file (key, name, content_type, is_public, size, pieces, writer, completed_at)
          VALUES ('file_planted', 'a.csv', 'text/csv', false, 7, 1, 'writer', now())
          """);
      JsonObject planted = compare(4, cluster);
      assertThat(planted.getString("severity")).isEqualTo("damage");
      assertThat(texts(planted.getJsonObject("missing_events").getJsonArray("ids")))
          .containsExactly("event_planted");
      assertThat(texts(planted.getJsonObject("unreadable_files").getJsonArray("ids")))
          .containsExactly("file_planted");
      assertThat(restored.text("SELECT count(*) FROM orders.outbox WHERE sent_at IS NULL"))
          .as("read-only without options")
          .isEqualTo("0");

      restored.execute("SET search_path = batch; DELETE FROM file WHERE key = 'file_planted'");
      NodeProcess repair = cluster.command("restore-check", "--publish", "--advance-numbers");
      assertThat(repair.awaitEnd()).as(repair.output()).isEqualTo(3);
      assertThat(repair.output())
          .contains("1 events will be published again", "order.placed: 3", lost.getFirst());
      Cluster.Gateway gateway = cluster.full();
      gateway.checkOut();
      awaitSent(restored);

      JsonObject after = compare(3, cluster, "--restored-to", time.replace(' ', 'T') + ":00");
      assertThat(after.getJsonObject("missing_events").getInteger("count")).isZero();
      assertThat(Long.parseLong(restored.text("SELECT max(display_id) FROM orders.\"order\"")))
          .isGreaterThan(Long.parseLong(lastNumber));
    }
  }

  private static Cluster cluster(ArchivedPostgres database, String prefix) {
    return new Cluster(1)
        .with("TRADEWIND_DATABASE_URL", database.url())
        .with("TRADEWIND_KAFKA_TOPIC_PREFIX", prefix)
        .with("TRADEWIND_EVENT_BODIES", "full");
  }

  private static JsonObject compare(int status, Cluster cluster, String... options) {
    String[] arguments =
        Stream.concat(Stream.of("restore-check", "--json"), Stream.of(options))
            .toArray(String[]::new);
    NodeProcess command = cluster.command(arguments);
    assertThat(command.awaitEnd()).as(command.output()).isEqualTo(status);
    String output = command.output();
    return new JsonObject(output.substring(output.indexOf('{')));
  }

  /** Waits until Kafka has acknowledged every event. */
  private static void awaitSent(ArchivedPostgres database) {
    for (String schema : List.of("catalog", "customer", "discount", "cart", "orders", "batch")) {
      String unsent = "SELECT count(*) FROM %s.outbox WHERE sent_at IS NULL".formatted(schema);
      until(() -> database.text(unsent).equals("0"));
    }
  }

  private static List<String> texts(JsonArray array) {
    return array.stream().map(String.class::cast).toList();
  }
}

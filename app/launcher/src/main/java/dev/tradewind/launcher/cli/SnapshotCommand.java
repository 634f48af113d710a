package dev.tradewind.launcher.cli;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.outbox.StateSnapshot;
import dev.tradewind.kernel.outbox.StateSnapshotStore;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.ProgressBars;
import dev.tradewind.launcher.node.StateTopic;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "snapshot",
    description =
        "Publish the present state of all products, customers and orders to the topics of states."
            + " Running nodes with TRADEWIND_EVENT_BODIES=full publish them; after an interruption"
            + " of the nodes or of this command it goes on where it was.",
    mixinStandardHelpOptions = true)
final class SnapshotCommand implements Runnable {

  private static final Duration CALL = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 300;

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      description = "Only this topic, without the topic prefix; may be repeated.")
  private List<String> topics = new ArrayList<>();

  @Option(
      names = "--idle-timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "Time without progress after which the command fails, ${DEFAULT-VALUE} seconds by"
              + " default.")
  private int idleSeconds;

  SnapshotCommand() {}

  @Override
  public void run() {
    List<StateTopic> requested = requested();
    DatabaseCommand.onDatabase(
        config.load(),
        (vertx, database) -> requested.forEach(topic -> publish(vertx, database, topic)));
  }

  private List<StateTopic> requested() {
    List<StateTopic> all = List.of(StateTopic.values());
    List<String> names = all.stream().map(StateTopic::topic).toList();
    for (String topic : topics) {
      if (!names.contains(topic)) {
        throw new CliException(
            "There is no topic of states %s; there are %s."
                .formatted(topic, String.join(", ", names)));
      }
    }
    return all.stream()
        .filter(known -> topics.isEmpty() || topics.contains(known.topic()))
        .toList();
  }

  private void publish(Vertx vertx, DatabaseConfig database, StateTopic requested) {
    Pool pool = SchemaPool.open(vertx, database, requested.verticle().schema());
    try {
      if (!await(StateSnapshotStore.request(pool, requested.topic()))) {
        System.out.println(requested.topic() + ": continues the snapshot in progress");
      }
      StateSnapshot finished = watch(pool, requested.topic());
      System.out.printf(
          "%s: published the states of %s aggregates, snapshot %s%n",
          requested.topic(), finished.completed(), finished.id());
    } finally {
      await(pool.close());
    }
  }

  /** Waits for the end of the snapshot with a progress bar. */
  private StateSnapshot watch(Pool pool, String topic) {
    long lastProgress = System.nanoTime();
    @Nullable StateSnapshot before = null;
    try (ProgressBar bar = ProgressBars.start(topic, 1)) {
      while (true) {
        StateSnapshot snapshot = await(StateSnapshotStore.find(pool, topic));
        bar.maxHint(Math.max(1, Objects.requireNonNullElse(snapshot.total(), 0L)));
        bar.stepTo(snapshot.completed());
        if (snapshot.isFinished()) {
          return snapshot;
        }
        if (!snapshot.equals(before)) {
          lastProgress = System.nanoTime();
        } else if (System.nanoTime() - lastProgress > Duration.ofSeconds(idleSeconds).toNanos()) {
          throw new CliException(
              "%s: %s states are published, none in the last %s seconds. A node with TRADEWIND_EVENT_BODIES=full that reaches Kafka has to run; the snapshot stays requested."
                  .formatted(topic, snapshot.completed(), idleSeconds));
        }
        before = snapshot;
        AdminApiClient.pause(LOOK_MILLIS);
      }
    }
  }

  private static <T> T await(Future<T> future) {
    return Awaiting.await("Accessing the snapshot", future, CALL);
  }
}

package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.Job;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.load.SystemCommand;
import dev.tradewind.benchmarks.paths.BenchmarkEnvironment;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.ProcessTimes;
import dev.tradewind.benchmarks.paths.Scripts;
import dev.tradewind.benchmarks.report.Figure;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One node with its services and a load generator, all bound to the first cores. */
final class MeasuredShop {

  private static final int REPUBLISHED = 20_000;

  private static final String LOG = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn";
  private static final String TRANSACTIONS =
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint";

  private final BenchmarkEnvironment stage;
  private final JavaProcess generator;
  private final Database database;
  private final Map<ShopPath, List<List<Step>>> scripts = new EnumMap<>(ShopPath.class);
  private int cores;

  /**
   * @param connections the highest number
   */
  MeasuredShop(BenchmarkEnvironment stage, JavaProcess generator, int connections) {
    this.stage = stage;
    this.generator = generator;
    database = stage.database("one");
    Scripts shop = Scripts.of(stage.ports("one"), connections);
    for (ShopPath path : ShopPath.values()) {
      scripts.put(path, path.scripts(shop));
    }
  }

  /** Binds all processes to the first cores. */
  void bindTo(int cores) throws IOException {
    this.cores = cores;
    ProcessHandle server = stage.databaseServer();
    List<Long> processes =
        Stream.concat(
                Stream.of(stage.nodeId(), generator.id(), stage.broker().pid(), server.pid()),
                server.descendants().map(ProcessHandle::pid))
            .toList();
    for (long process : processes) {
      try {
        SystemCommand.run("taskset", "-a", "-c", "-p", "0-" + (cores - 1), Long.toString(process));
      } catch (IllegalStateException failure) {
        if (ProcessHandle.of(process).isPresent()) {
          throw failure;
        }
      }
    }
  }

  /** Measures throughput and cost of a turn, the publication of its events included. */
  Sample sample(ShopPath path, int connections, Duration duration) throws Exception {
    ProcessTimes times = ProcessTimes.of(stage, generator);
    double log = database.number(LOG);
    double transactions = database.number(TRANSACTIONS);
    Figure figure = run(path, connections, duration);
    // Each connection also completes the turn that is in progress at the end.
    double turns = figure.perSecond() * duration.toMillis() / 1_000 + connections;
    return new Sample(
        path,
        cores,
        connections,
        figure,
        new PathCost(
            ProcessTimes.of(stage, generator).since(times, turns),
            (database.number(TRANSACTIONS) - transactions) / turns,
            (database.number(LOG) - log) / turns));
  }

  /** Runs a path, and waits until its events are published. */
  Figure run(ShopPath path, int connections, Duration duration) throws Exception {
    Job job =
        new Job(
            stage.ports("one"),
            duration,
            connections,
            scripts.getOrDefault(path, List.of()).stream().limit(connections).toList(),
            Duration.ZERO);
    Figure figure = Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
    if (figure.failures() > 0) {
      System.out.printf("  %d failed, the first: %s%n", figure.failures(), figure.firstFailure());
    }
    database.awaitEventsSent();
    return figure;
  }

  /** Rate at which one relay publishes events of orders that are marked as unsent again. */
  double republishedPerSecond() throws SQLException, InterruptedException {
    double events = Math.min(REPUBLISHED, database.number("SELECT count(*) FROM orders.outbox"));
    database.execute(
        """
        UPDATE orders.outbox
        SET sent_at = NULL
        WHERE id IN (SELECT id FROM orders.outbox ORDER BY id DESC LIMIT %d)
        """
            .formatted(REPUBLISHED));
    return events / database.awaitEventsSent();
  }
}

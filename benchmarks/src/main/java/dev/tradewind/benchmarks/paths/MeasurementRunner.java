package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.Job;
import dev.tradewind.benchmarks.report.Figure;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runner of all measurements in rounds, so that disturbances of the machine affect all alike. */
public final class MeasurementRunner {

  private final BenchmarkEnvironment stage;
  private final JavaProcess generator;
  private final int connections;
  private final Map<Measurement, List<Figure>> figures = new LinkedHashMap<>();

  public MeasurementRunner(BenchmarkEnvironment stage, JavaProcess generator, int connections) {
    this.stage = stage;
    this.generator = generator;
    this.connections = connections;
  }

  /**
   * Warms up until the JIT compilers have settled. A ceiling has few methods, a shop has many.
   *
   * @param ofShops for each request of a turn: a path of five has five times as much to compile
   */
  public void warmUp(List<Measurement> all, Duration ofCeilings, Duration ofShops)
      throws Exception {
    for (Measurement each : all) {
      run(each, forEachRequest(each.server().equals("ceiling") ? ofCeilings : ofShops, each));
    }
  }

  /**
   * @param duration for each request of a turn, so that the share of unfinished turns, which do not
   *     count, is small
   */
  public void measure(List<Measurement> all, Duration duration, int rounds) throws Exception {
    for (int round = 1; round <= rounds; round++) {
      for (Measurement each : all) {
        Figure figure = run(each, forEachRequest(duration, each));
        figures.computeIfAbsent(each, first -> new ArrayList<>()).add(figure);
        System.out.printf(
            "round %d/%d  %-8s %-48s %,10.0f/s%n",
            round, rounds, each.server(), each.label(), figure.perSecond());
      }
    }
  }

  private static Duration forEachRequest(Duration duration, Measurement path) {
    return duration.multipliedBy(path.scripts().getFirst().size());
  }

  public Map<Measurement, Figure> medians() {
    Map<Measurement, Figure> medians = new LinkedHashMap<>();
    figures.forEach((measurement, rounds) -> medians.put(measurement, Figure.median(rounds)));
    return medians;
  }

  public Figure run(Measurement each, Duration duration) throws Exception {
    Job job = new Job(stage.ports(each.server()), duration, connections, each.scripts());
    Figure figure = Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
    if (figure.failures() > 0) {
      System.out.printf(
          "  %s on %s: %d failed, the first: %s%n",
          each.label(), each.server(), figure.failures(), figure.firstFailure());
    }
    if (each.writes()) {
      double seconds = stage.database(each.server()).awaitEventsSent();
      if (seconds > 1) {
        System.out.printf("  waited %.1f s until Kafka had all events%n", seconds);
      }
    }
    return figure;
  }
}

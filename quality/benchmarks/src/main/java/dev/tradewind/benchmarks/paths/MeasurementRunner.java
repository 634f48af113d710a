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
import org.jspecify.annotations.Nullable;

/** Runner of all measurements in rounds, so that disturbances of the machine affect all alike. */
public final class MeasurementRunner {

  private final BenchmarkEnvironment stage;
  private final JavaProcess generator;
  private final JavaProcess backgroundGenerator;
  private final int connections;
  private final Map<Measurement, List<Result.Round>> results = new LinkedHashMap<>();

  /**
   * @param backgroundGenerator a second load generator, for what happens beside a measurement
   */
  public MeasurementRunner(
      BenchmarkEnvironment stage,
      JavaProcess generator,
      JavaProcess backgroundGenerator,
      int connections) {
    this.stage = stage;
    this.generator = generator;
    this.backgroundGenerator = backgroundGenerator;
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
   * Measures each path of each round, and directly before it its ceiling unless that was the last
   * one measured: within minutes the speed of a machine changes by more than what is compared.
   *
   * @param duration for each request of a turn, so that the share of unfinished turns, which do not
   *     count, is small
   */
  public void measure(List<Measurement> all, Duration duration, int rounds) throws Exception {
    all.forEach(each -> results.put(each, new ArrayList<>())); // In the order of the report.
    for (int round = 1; round <= rounds; round++) {
      String progress = "round %d/%d".formatted(round, rounds);
      Measurement last = null;
      Figure ofLast = null;
      for (Measurement each : all) {
        Measurement ceiling = ceilingOf(each, all);
        if (ceiling != null && !ceiling.equals(last)) {
          last = ceiling;
          ofLast = measure(ceiling, null, duration, progress);
        }
        if (!isCeilingOfAny(each, all)) {
          measure(each, ceiling == null ? null : ofLast, duration, progress);
        }
      }
    }
  }

  private static boolean isCeilingOfAny(Measurement ceiling, List<Measurement> all) {
    return all.stream().anyMatch(path -> ceiling.equals(ceilingOf(path, all)));
  }

  private static @Nullable Measurement ceilingOf(Measurement path, List<Measurement> all) {
    return all.stream()
        .filter(each -> each.server().equals("ceiling") && each.label().equals(path.ceiling()))
        .findFirst()
        .orElse(null);
  }

  private Figure measure(
      Measurement each, @Nullable Figure ceiling, Duration duration, String progress)
      throws Exception {
    Figure figure = run(each, forEachRequest(duration, each));
    results
        .computeIfAbsent(each, first -> new ArrayList<>())
        .add(new Result.Round(figure, ceiling));
    System.out.printf(
        "%s  %-8s %-48s %,10.0f/s%n", progress, each.server(), each.label(), figure.perSecond());
    return figure;
  }

  private static Duration forEachRequest(Duration duration, Measurement path) {
    return duration.multipliedBy(path.scripts().get().getFirst().size());
  }

  public Map<Measurement, Result> medians() {
    Map<Measurement, Result> medians = new LinkedHashMap<>();
    results.forEach((measurement, rounds) -> {
      if (!rounds.isEmpty()) {
        medians.put(measurement, Result.median(rounds));
      }
    });
    return medians;
  }

  public Figure run(Measurement each, Duration duration) throws Exception {
    int port = stage.ports(each.server());
    if (!each.meanwhile().isEmpty()) {
      Job meanwhile =
          new Job(
              port, duration, each.meanwhile().size(), each.meanwhile(), Measurement.OTHERS_TURN);
      backgroundGenerator.tell(meanwhile.toJson().encode());
    }
    Job job = new Job(port, duration, connections, each.scripts().get(), Duration.ZERO);
    Figure figure = Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
    if (!each.meanwhile().isEmpty()) {
      figure = withOthers(figure, each);
    }
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

  /** The figure is worth nothing if the others failed or were slower than they should. */
  private Figure withOthers(Figure figure, Measurement each) {
    Figure meanwhile = Figure.of(new JsonObject(backgroundGenerator.read()));
    double due = (double) each.meanwhile().size() * 1_000 / Measurement.OTHERS_TURN.toMillis();
    System.out.printf(
        "  meanwhile %.0f of %.0f orders and changes a second, p99 %.0f ms%n",
        meanwhile.perSecond(), due, meanwhile.p99());
    return figure.withFailures(meanwhile);
  }
}

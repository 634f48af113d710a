package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.JavaProcess;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * Processor time of the processes of a measurement so far, or of one turn of a path, in
 * milliseconds.
 *
 * @param database of all backends
 * @param shoppers of the load generator
 */
public record ProcessTimes(double node, double database, double shoppers, double kafka) {

  /** Reads the processor time so far of the one node, its database, Kafka and a load generator. */
  public static ProcessTimes of(BenchmarkEnvironment stage, JavaProcess generator)
      throws IOException {
    return new ProcessTimes(
        millis(ProcessHandle.of(stage.nodeId()).stream()),
        millis(stage.databaseServer().descendants()),
        millis(ProcessHandle.of(generator.id()).stream()),
        millis(Stream.of(stage.broker())));
  }

  /** Processor time of processes so far. */
  public static double millis(Stream<ProcessHandle> processes) {
    return processes
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToDouble(spent -> spent.toNanos() / 1e6)
        .sum();
  }

  /** The difference to these, for each of so many turns. */
  public ProcessTimes since(ProcessTimes before, double turns) {
    return plus(before.times(-1)).times(1 / turns);
  }

  public ProcessTimes plus(ProcessTimes other) {
    return new ProcessTimes(
        node + other.node,
        database + other.database,
        shoppers + other.shoppers,
        kafka + other.kafka);
  }

  /** The times of so many turns. */
  public ProcessTimes times(double turns) {
    return new ProcessTimes(turns * node, turns * database, turns * shoppers, turns * kafka);
  }

  public double total() {
    return node + database + shoppers + kafka;
  }
}

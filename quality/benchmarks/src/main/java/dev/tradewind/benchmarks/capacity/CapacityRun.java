package dev.tradewind.benchmarks.capacity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measurements of a run, stored in a file of lines, so that reports can be written again.
 *
 * @param conditions machine, load and durations, as a sentence for the page
 * @param republishedPerSecond recorded events that the relay of one schema publishes a second
 * @param samples of all rounds
 */
record CapacityRun(String conditions, double republishedPerSecond, List<Sample> samples) {

  private static final int HEAD = 2;

  /** Medians of all rounds, ordered by cores, path and connections. */
  List<Sample> medians() {
    record Point(int cores, ShopPath path, int connections) {}

    return samples.stream()
        .collect(
            Collectors.groupingBy(
                sample -> new Point(sample.cores(), sample.path(), sample.connections()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .stream()
        .map(Sample::median)
        .toList();
  }

  void write(Path file) throws IOException {
    Files.write(
        file,
        Stream.concat(
                Stream.of(conditions, Double.toString(republishedPerSecond)),
                samples.stream().map(Sample::line))
            .toList());
  }

  static CapacityRun read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return new CapacityRun(
        lines.get(0),
        Double.parseDouble(lines.get(1)),
        lines.subList(HEAD, lines.size()).stream().map(Sample::of).toList());
  }
}

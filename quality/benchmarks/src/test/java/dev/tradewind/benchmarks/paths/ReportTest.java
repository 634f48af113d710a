package dev.tradewind.benchmarks.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Measurement CEILING =
      new Measurement("one read", "ceiling", List::of, null, 0, false, List.of());
  private static final Measurement ONE =
      new Measurement("get a cart", "one", List::of, "one read", 50, false, List.of());
  private static final Measurement TWO =
      new Measurement("get a cart", "two", List::of, "one read", 50, false, List.of());

  @TempDir private Path folder;

  @Test
  void theMedianIsTakenOfEachValueByItself() {
    Figure median = Figure.median(List.of(figure(10, 3), figure(30, 1), figure(20, 2)));

    assertThat(median.perSecond()).isEqualTo(20);
    assertThat(median.p50()).isEqualTo(2);
    assertThat(Figure.median(List.of(figure(10, 1), figure(20, 2))).perSecond())
        .isCloseTo(15, within(0.001));
  }

  @Test
  void aPathIsComparedWithTheCeilingOfItsRound() {
    Result ofSlowAndFastRounds =
        Result.median(
            List.of(
                new Result.Round(figure(100, 1), figure(1_000, 1)),
                new Result.Round(figure(400, 1), figure(2_000, 1)),
                new Result.Round(figure(210, 1), figure(1_400, 1))));

    assertThat(ofSlowAndFastRounds.ofCeiling()).hasValueCloseTo(0.15, within(0.001));
    assertThat(ofSlowAndFastRounds.figure().perSecond()).isEqualTo(210);
    assertThat(Result.median(List.of(new Result.Round(figure(1, 1), null))).ofCeiling()).isEmpty();
  }

  @Test
  void pathsAreComparedWithTheirCeilingAndOneNode() {
    assertThat(new Report(results(), sizes()).table())
        .contains("| get a cart | one | 6,000 | 1.00 | 2.00 | 30.0 % | ≥ 50 % |  |")
        .contains("| get a cart | two | 3,000 | 1.00 | 2.00 | 15.0 % |  | 50.0 % |");
  }

  /** A path that was added since the figures were measured has none. */
  @Test
  void thePageHasARowOfEachPathOnOneNodeAndOnTwo() throws IOException {
    assertThat(Files.readString(Home.folder().resolve("docs").resolve("performance.md")))
        .contains(
            Measurement.labels().stream()
                .flatMap(label ->
                    Stream.of("one", "two").map(server -> "| " + label + " | " + server + " |"))
                .toList());
  }

  @Test
  void largeCartsAreComparedWithSmallOnes() {
    assertThat(new Report(results(), sizes()).tables())
        .contains("| One cart | p50 ms, 10 lines | p50 ms, 100 lines | times | goal |")
        .contains("| get it | 2.00 | 9.00 | 4.5 | ≤ 12 |");
  }

  @Test
  void theTextAroundTheFiguresIsKept() throws Exception {
    Path page =
        Files.writeString(
            folder.resolve("performance.md"),
            """
            before
            <!-- figures: written by `./tradewind benchmark` -->
            old
            <!-- end of figures -->
            after
            """);

    new Report(results(), sizes()).writeInto(page, "A machine.");
    new Report(results(), sizes()).writeInto(page, "Another machine.");

    assertThat(Files.readString(page))
        .startsWith("before\n")
        .endsWith("<!-- end of figures -->\nafter\n")
        .containsOnlyOnce("get a cart | one")
        .contains("Another machine.")
        .doesNotContain("old", "A machine.");
  }

  private static CartSizes sizes() {
    CartSizes sizes = new CartSizes();
    List.of(1.0, 50.0, 2.0).forEach(took -> sizes.add("get it", CartSizes.SMALL, took));
    List.of(9.0, 90.0, 3.0).forEach(took -> sizes.add("get it", CartSizes.LARGE, took));
    return sizes;
  }

  private static Map<Measurement, Result> results() {
    Map<Measurement, Result> results = new LinkedHashMap<>();
    results.put(CEILING, new Result(figure(20_000, 1), OptionalDouble.empty()));
    results.put(ONE, new Result(figure(6_000, 1), OptionalDouble.of(0.3)));
    results.put(TWO, new Result(figure(3_000, 1), OptionalDouble.of(0.15)));
    return results;
  }

  private static Figure figure(double perSecond, double p50) {
    return new Figure(perSecond, p50, p50, p50 * 2, 0, null);
  }
}

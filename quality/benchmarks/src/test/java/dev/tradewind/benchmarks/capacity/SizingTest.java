package dev.tradewind.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.ProcessTimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sale, measurements, predictions and worked examples of invented costs. */
class SizingTest {

  @TempDir Path folder;

  @Test
  void aSaleIsAllPathsAsOftenAsForOneOrder() {
    List<Step> checkout = List.of(Step.post("/carts", null), Step.post("/complete", null));
    Map<ShopPath, List<List<Step>>> parts =
        Map.of(
            ShopPath.PRODUCTS, List.of(List.of(Step.get("/products"))),
            ShopPath.CART, List.of(List.of(Step.get("/a")), List.of(Step.get("/b"))),
            ShopPath.CHECKOUT, List.of(checkout));

    List<Step> first = ShopPath.saleOf(0, parts);
    List<Step> second = ShopPath.saleOf(1, parts);

    assertThat(first).hasSize(122);
    assertThat(Collections.frequency(first, Step.get("/products"))).isEqualTo(100);
    assertThat(Collections.frequency(first, Step.get("/a"))).isEqualTo(20);
    assertThat(Collections.frequency(second, Step.get("/b"))).isEqualTo(20);
    // The steps of a checkout follow each other; another connection is elsewhere in its turn.
    assertThat(first).containsSequence(checkout);
    assertThat(second).containsSequence(checkout);
    assertThat(Math.abs(first.indexOf(checkout.getFirst()) - second.indexOf(checkout.getFirst())))
        .isBetween(30, 90);
    // Five lists for each cart.
    assertThat(first.subList(0, 12)).filteredOn(Step.get("/a")::equals).hasSize(2);
  }

  @Test
  void figuresAreMediansOfRounds() {
    CapacityRun run =
        new CapacityRun(
            "conditions",
            1,
            List.of(
                Samples.of(ShopPath.CART, 1, 1, 3, 1),
                Samples.of(ShopPath.CART, 1, 2, 9, 1),
                Samples.of(ShopPath.CART, 1, 1, 1, 5),
                Samples.of(ShopPath.CART, 1, 1, 2, 3)));

    assertThat(run.medians())
        .containsExactly(
            Samples.of(ShopPath.CART, 1, 1, 2, 3), Samples.of(ShopPath.CART, 1, 2, 9, 1));
  }

  @Test
  void aStoredRunIsReadAgain() throws Exception {
    CapacityRun run =
        new CapacityRun(
            "2 cores, 3 rounds",
            1_234.5,
            List.of(
                Samples.of(ShopPath.SALE, 2, 32, 1.25, 1), Samples.of(ShopPath.LINE, 1, 2, 8, 4)));
    Path file = folder.resolve("samples.tsv");

    run.write(file);

    assertThat(CapacityRun.read(file)).isEqualTo(run);
  }

  @Test
  void numbersBetweenTheCalibrationsArePredicted() {
    List<Sample> samples = new ArrayList<>();
    for (ShopPath path : ShopPath.values()) {
      samples.add(Samples.of(path, 2, 1, 4, 2));
      samples.add(Samples.of(path, 2, 2, 6, 2));
      samples.add(Samples.of(path, 2, 8, 12, 2));
      samples.add(Samples.of(path, 2, 32, 41.25, 1));
    }
    CapacityReport report = CapacityReport.of(new CapacityRun("2 cores.", 10, samples));

    // 2 ms of each turn and 2 ms shared: 13.5 ms with eight connections.
    assertThat(report.predictions())
        .hasSize(ShopPath.values().length)
        .allSatisfy(prediction -> {
          assertThat(prediction.predicted()).isCloseTo(8_000 / 13.5, within(1e-9));
          assertThat(prediction.error()).isCloseTo(12 / 13.5 - 1, within(1e-9));
        });
    assertThat(report.isWithinGoal()).isTrue();
    assertThat(report.sections().get("model"))
        .contains("| get a cart | 2 | 8 | 593 | 667 | 13.50 | 12.00 | 24.00 | -11.1 % |")
        .contains("Largest error: 11.1 % (goal: at most 15 %).");
    assertThat(report.sections().get("costs"))
        .startsWith("2 cores.\n")
        .contains(
            "| get a cart | 2 | 0.500 | 0.250 | 0.125 | 0.125 | 1.000 | 2.000 | 12.0 | 40.0 |"
                + " 4.000 | 2.000 | 2.000 |");
  }

  @Test
  void examplesAreThoseOfTheSale() {
    PathCost shared = new PathCost(new ProcessTimes(8.8, 5.2, 1, 1), 12, 56 * 1_024);
    PathCost alone = new PathCost(new ProcessTimes(17.6, 10.4, 2, 2), 13, 55.97 * 1_024);

    assertThat(new WorkedExamples(shared, alone).text())
        .startsWith(
            "One order with its reads, on a saturated machine and alone: 8.8–17.6 ms of the nodes,"
                + " 5.2–10.4 ms of the database, 12.0–13.0 commits, 56.0 KB of write-ahead log.\n")
        .contains(
            "| 50,000 orders an hour | 13.889 | 1,792 | 0.122–0.244 | 1 | 0.072–0.144 | 1 |"
                + " 5.6–12.2 | 167–181 | 0.76 |\n")
        .contains("| 44,500 orders a minute | 741.667 | 95,675 | 6.527–13.053 | 11–22 |");
  }
}

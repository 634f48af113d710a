package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.chaos.load.Checkout;
import dev.tradewind.acceptance.chaos.load.Checkout.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Report of a chaos run, as Markdown. */
final class ChaosReport {

  private static final Path FOLDER = Path.of("target", "chaos");

  private record InjectedFault(
      Fault fault, long beganNanos, long endedNanos, List<Observation> figures) {}

  private final ChaosPlan plan;
  private final Instant began = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final long beganNanos = System.nanoTime();
  private final List<InjectedFault> injected = new ArrayList<>();

  ChaosReport(ChaosPlan plan) {
    this.plan = plan;
  }

  void add(Fault fault, long faultBeganNanos, List<Observation> figures) {
    InjectedFault one = new InjectedFault(fault, faultBeganNanos, System.nanoTime(), figures);
    injected.add(one);
    System.out.printf(
        "Injected fault: %s (%d s): %s%n",
        fault.title(), seconds(one.beganNanos(), one.endedNanos()), listed(figures));
  }

  boolean isOver() {
    return System.nanoTime() - beganNanos > Duration.ofMinutes(plan.minutes()).toNanos();
  }

  String text(
      List<Checkout> history, Map<Integer, Long> statuses, String events, List<String> broken) {
    StringBuilder text = new StringBuilder();
    text.append("### %s, seed %d\n\n".formatted(began, plan.seed()));
    text.append(
        "%s, %s checkouts started per second, %d s.\n\n"
            .formatted(
                plan.isShort() ? "The short form" : plan.minutes() + " minutes",
                plan.rate(),
                seconds(beganNanos, System.nanoTime())));
    text.append(
        "| Fault | s | Shoppers | Ordered | Refused correctly | Failed | Retries | p50 | p99 | Seen |\n");
    text.append("|---|---|---|---|---|---|---|---|---|---|\n");
    for (InjectedFault one : injected) {
      text.append(
          row(
              one.fault().title(),
              seconds(one.beganNanos(), one.endedNanos()),
              history.stream()
                  .filter(checkout ->
                      checkout.startedNanos() >= one.beganNanos()
                          && checkout.startedNanos() < one.endedNanos())
                  .toList(),
              listed(one.figures())));
    }
    text.append(row("all", seconds(beganNanos, System.nanoTime()), history, events));
    text.append("\nAnswers by status: ").append(statuses).append("\n\n");
    text.append(
        broken.isEmpty()
            ? "No invariant was violated.\n"
            : "Violated:\n\n- " + String.join("\n- ", broken) + "\n");
    return text.toString();
  }

  private static String row(String title, long seconds, List<Checkout> shoppers, String seen) {
    List<Long> millis =
        shoppers.stream().filter(Checkout::isOrdered).map(Checkout::millis).sorted().toList();
    return "| %s | %d | %d | %d | %d | %d | %d | %s | %s | %s |\n"
        .formatted(
            title,
            seconds,
            shoppers.size(),
            count(shoppers, Outcome.ORDERED),
            count(shoppers, Outcome.REFUSED),
            count(shoppers, Outcome.FAILED),
            shoppers.stream().mapToInt(Checkout::retries).sum(),
            percentile(millis, 50),
            percentile(millis, 99),
            seen);
  }

  private static long count(List<Checkout> shoppers, Outcome outcome) {
    return shoppers.stream().filter(checkout -> checkout.outcome() == outcome).count();
  }

  private static String percentile(List<Long> sorted, int percent) {
    return sorted.isEmpty()
        ? "-"
        : "%.1f s".formatted(sorted.get((sorted.size() - 1) * percent / 100) / 1e3);
  }

  private static String listed(List<Observation> figures) {
    return figures.stream().map(Observation::toString).collect(Collectors.joining("; "));
  }

  private static long seconds(long from, long to) {
    return Duration.ofNanos(to - from).toSeconds();
  }

  /** Prints the report and writes it to a file named by start time and seed. */
  void keep(String text) {
    System.out.println(text);
    keep(began.toString().replace(":", "") + "-" + plan.seed() + ".md", text);
  }

  static void keep(String file, String text) {
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(FOLDER.resolve(file), text);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}

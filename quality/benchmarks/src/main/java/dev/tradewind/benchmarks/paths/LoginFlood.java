package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.OpenLoop;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.load.Stream;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Latency of shoppers during a login flood: password attempts at the maximum rate. */
@Command(
    name = "login-flood",
    description =
        "Read carts with and without a flood of failing logins, and write docs/performance.md.",
    mixinStandardHelpOptions = true)
public final class LoginFlood implements Callable<Integer> {

  private static final String BEGIN =
      "<!-- flood: written by `./tradewind benchmark login-flood` -->";
  private static final String END = "<!-- end of flood -->";
  private static final int CARTS = 32;
  private static final double MAX_RATIO = 3;
  private static final double LATEST_REFUSAL_MILLIS = 50;

  /**
   * Disables the rate limits, which would end the flood at once; the measurement is about the
   * hashing pool behind them.
   */
  private static final Map<String, String> WITHOUT_RATE_LIMITS =
      Map.of(
          "TRADEWIND_LOGIN_ATTEMPTS", "1000000",
          "TRADEWIND_LOGIN_ATTEMPTS_PER_ACCOUNT", "1000000",
          "TRADEWIND_LOGIN_ATTEMPTS_PER_ADDRESS", "1000000");

  @Option(names = "--seconds", defaultValue = "30", description = "How long each part takes.")
  private int seconds;

  @Option(names = "--reads", defaultValue = "200", description = "Carts read in a second.")
  private int reads;

  @Option(names = "--logins", defaultValue = "500", description = "Failing logins in a second.")
  private int logins;

  @Option(
      names = "--counted",
      description = "With the default limits on guesses, which refuse nearly all of the flood.")
  private boolean isCounted;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  LoginFlood() {}

  @Override
  public Integer call() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark");
    double load = Machine.announce();
    try (BenchmarkEnvironment stage =
            BenchmarkEnvironment.alone(folder, 500, isCounted ? Map.of() : WITHOUT_RATE_LIMITS);
        JavaProcess sender = JavaProcess.talking(OpenLoop.class.getName()).awaitReady()) {
      int port = stage.ports("one");
      Stream carts = new Stream("reads", reads, carts(port));
      Stream flood = new Stream("logins", logins, List.of(login()));
      run(sender, port, 10, List.of(carts, flood));
      run(sender, port, 10, List.of(carts));
      JsonObject before = run(sender, port, seconds, List.of(carts));
      JsonObject during = run(sender, port, seconds, List.of(carts, flood));
      JsonObject after = run(sender, port, seconds, List.of(carts));
      return report(before, during, after, load);
    }
  }

  private static List<Step> carts(int port) throws Exception {
    return Scripts.of(port, CARTS).getCart().stream().map(List::getFirst).toList();
  }

  private static Step login() {
    return Step.post(
        "/store/auth",
        new JsonObject()
            .put("email", "guess" + Step.NUMBER + "@example.com")
            .put("password", "guess" + Step.NUMBER));
  }

  private static JsonObject run(JavaProcess sender, int port, int seconds, List<Stream> streams) {
    return new JsonObject(
        sender.ask(OpenLoop.job(port, Duration.ofSeconds(seconds), streams).encode()));
  }

  private int report(JsonObject before, JsonObject during, JsonObject after, double load)
      throws Exception {
    List<String> rows = new ArrayList<>();
    row(rows, "carts, no flood", before.getJsonObject("reads"));
    row(rows, "carts, during the flood", during.getJsonObject("reads"));
    row(rows, "carts, after it", after.getJsonObject("reads"));
    row(rows, "logins", during.getJsonObject("logins"));
    double times = p99(during, "reads", "200") / p99(before, "reads", "200");
    double refusal = p99(during, "logins", "429");
    String figures =
        """
        %s. %d carts and %d failing logins a second for %d seconds%s, load average %.2f before the start.

        | What | Status | per second | p50 ms | p99 ms |
        |---|---|---:|---:|---:|
        %s

        The p99 of the carts is %s times what it is without the flood (goal: below %.0f); the p99 of
        what is refused is %s ms (goal: below %.0f).
        """
            .formatted(
                Machine.describe(),
                reads,
                logins,
                seconds,
                isCounted ? ", guesses counted" : ", guesses not counted",
                load,
                String.join("\n", rows),
                number(times),
                MAX_RATIO,
                number(refusal),
                LATEST_REFUSAL_MILLIS);
    System.out.printf("%n%s%n", figures);
    if (!keepsPage) {
      new Page(Home.folder().resolve("docs").resolve("performance.md"), BEGIN, END).write(figures);
    }
    return times < MAX_RATIO && refusal < LATEST_REFUSAL_MILLIS ? 0 : 1;
  }

  private static void row(List<String> rows, String what, JsonObject byStatus) {
    byStatus.forEach(entry -> {
      Figure figure = Figure.of((JsonObject) entry.getValue());
      rows.add(
          "| %s | %s | %s | %s | %s |"
              .formatted(
                  what,
                  entry.getKey().equals("0") ? "none" : entry.getKey(),
                  number(figure.perSecond()),
                  number(figure.p50()),
                  number(figure.p99())));
    });
  }

  private static double p99(JsonObject figures, String stream, String status) {
    JsonObject figure = figures.getJsonObject(stream).getJsonObject(status);
    return figure == null ? 0 : Figure.of(figure).p99();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }
}

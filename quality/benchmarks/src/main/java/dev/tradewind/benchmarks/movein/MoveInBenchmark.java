package dev.tradewind.benchmarks.movein;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.paths.BenchmarkNode;
import dev.tradewind.benchmarks.paths.BenchmarkServices;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Move of a generated Medusa v1 shop: from the URL of its database to a node that serves the
 * verified copy, with source and target on one durable PostgreSQL.
 */
@Command(
    name = "move-in",
    description =
        "Generate a Medusa v1 shop, move it in, start a node on it, and write docs/moving-in.md.",
    mixinStandardHelpOptions = true)
public final class MoveInBenchmark implements Callable<Integer> {

  private static final String BEGIN = "<!-- move: written by `./tradewind benchmark move-in` -->";
  private static final String END = "<!-- end of move -->";

  private static final Duration MAX_DURATION = Duration.ofHours(2);
  private static final double GOAL_ROWS_PER_SECOND = 5_000;
  private static final double GOAL_MINUTES = 15;

  private static final String COPY = "copy";
  private static final String LAST_ROUND = "last-round";
  private static final List<String> COMMANDS = List.of(COPY, LAST_ROUND);

  /** Heap before and after a collection, in the log of the collector. */
  private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\(");

  @Option(names = "--products", defaultValue = "50000", description = "Products, of two variants.")
  private int products;

  @Option(names = "--customers", defaultValue = "200000", description = "Customers.")
  private int customers;

  @Option(
      names = "--orders",
      defaultValue = "500000",
      description = "Orders, of two lines; a fifth as many carts are left open.")
  private int orders;

  @Option(names = "--memory", defaultValue = "512m", description = "Heap of the command.")
  private String memory = "512m";

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  private Path folder = Path.of("");

  MoveInBenchmark() {}

  @Override
  public Integer call() throws Exception {
    folder = Home.folder().resolve(".tradewind").resolve("benchmark-move-in");
    double load = Machine.announce();
    try (BenchmarkServices services = BenchmarkServices.start(folder)) {
      Database source = services.database("medusa");
      Database target = services.database("tradewind");
      generate(source);
      return measure(source, target, services.kafka(), load);
    }
  }

  private void generate(Database source) throws Exception {
    long startNanos = System.nanoTime();
    source.execute(resource("tables.sql"));
    source.execute(
        resource("shop.sql")
            .replace(":products", String.valueOf(products))
            .replace(":customers", String.valueOf(customers))
            .replace(":orders", String.valueOf(orders)));
    source.execute(resource("history.sql"));
    source.tidy();
    System.out.printf("Generated the shop in %.0f s%n", secondsSince(startNanos));
  }

  private static String resource(String name) throws IOException {
    try (InputStream file = MoveInBenchmark.class.getResourceAsStream("/medusa/" + name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private int measure(Database source, Database target, EmbeddedKafka kafka, double load)
      throws Exception {
    long startNanos = System.nanoTime();
    JsonObject copied = command(COPY, source, target, "--until-caught-up");
    double moved = secondsSince(startNanos);
    BenchmarkNode node =
        BenchmarkNode.start(folder.resolve("node.log"), memory, target, kafka, Map.of());
    double running = secondsSince(startNanos);
    node.close();
    long held = System.nanoTime();
    command(LAST_ROUND, source, target, "--finish");
    double holding = secondsSince(held);
    long rows = copied.getLong("rows");
    double copying = copied.getLong("milliseconds") / 1000.0;
    String figures =
        """
        %s, load average %.1f before the start and %.1f at the end.

        | A generated shop of %s products, %s customers and %s orders | |
        |---|---:|
        | rows in Tradewind | %s |
        | copying, with the digests of all rows and a round of `--follow` | %s s |
        | rows a second (goal: above %s) | %s |
        | from the URL to the verified copy, with check, migrations and report | %s s |
        | the same, to a node that serves it (goal: below %s minutes) | %s s |
        | figures of the verification, all equal | %d |
        | that round, without changes | %s s |
        | `--finish`, while writes wait: start, round and verification | %s s |
        | peak of the heap, of %s; after a collection | %d MB; %d MB |
        """
            .formatted(
                Machine.describe(),
                load,
                Machine.load(),
                number(products),
                number(customers),
                number(orders),
                number(rows),
                number(copying),
                number(GOAL_ROWS_PER_SECOND),
                number(rows / copying),
                number(moved),
                number(GOAL_MINUTES),
                number(running),
                copied.getJsonArray("figures").size(),
                number(copied.getJsonObject("followed").getLong("lag_milliseconds") / 1000.0),
                number(holding),
                memory,
                peak(1),
                peak(2));
    System.out.printf("%n%s%n", figures);
    if (!keepsPage) {
      new Page(Home.folder().resolve("docs").resolve("moving-in.md"), BEGIN, END).write(figures);
    }
    return rows / copying > GOAL_ROWS_PER_SECOND && running < GOAL_MINUTES * 60 ? 0 : 1;
  }

  /** Runs the command, which has to succeed, and returns its report. */
  private JsonObject command(String name, Database source, Database target, String... options)
      throws Exception {
    Path report = folder.resolve(name + ".json");
    long startNanos = System.nanoTime();
    try (JavaProcess move =
        JavaProcess.logging(
            folder.resolve(name + ".log"),
            List.of("-Xmx" + memory, "-Xlog:gc:file=" + collections(name)),
            Map.of("TRADEWIND_DATABASE_URL", target.url()),
            BenchmarkNode.MAIN,
            Stream.concat(
                    Stream.of("move-in", source.url(), "--report", report.toString()),
                    Stream.of(options))
                .toArray(String[]::new))) {
      move.awaitSuccess("Moving", MAX_DURATION);
    }
    System.out.printf("%s: %.0f s%n", name, secondsSince(startNanos));
    return new JsonObject(Files.readString(report));
  }

  private Path collections(String name) {
    return folder.resolve(name + "-collections.log");
  }

  /** Highest megabytes of all commands, before or after a collection. */
  private int peak(int group) throws IOException {
    int peak = 0;
    for (String name : COMMANDS) {
      peak =
          Math.max(
              peak,
              COLLECTION
                  .matcher(Files.readString(collections(name)))
                  .results()
                  .map(found -> found.group(group))
                  .mapToInt(Integer::parseInt)
                  .max()
                  .orElse(0));
    }
    return peak;
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}

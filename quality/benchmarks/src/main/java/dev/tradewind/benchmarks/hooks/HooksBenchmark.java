package dev.tradewind.benchmarks.hooks;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.Job;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.BenchmarkNode;
import dev.tradewind.benchmarks.paths.BenchmarkServices;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.Scripts;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.hook.HookPolicy;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Added lines on three nodes in turns: without a hook, with a hook of a plugin, and with an HTTP
 * hook; by many connections for the rate, by one for the latency.
 */
@Command(
    name = "hooks",
    description = "Add lines with and without hooks, and write docs/hooks.md.",
    mixinStandardHelpOptions = true)
public final class HooksBenchmark implements Callable<Integer> {

  private static final String BEGIN = "<!-- cost: written by `./tradewind benchmark hooks` -->";
  private static final String END = "<!-- end of cost -->";
  private static final int CONNECTIONS = 32;
  private static final int SAMPLES = 500;
  private static final int SECRET_BYTES = 32;

  private static final double MAX_LOSS = 0.05;
  private static final double MAX_ADDED_MILLIS = 0.2;
  private static final String PLAIN = "no hook";
  private static final String JAR = "hook of a plugin";
  private static final String HTTP = "HTTP hook";

  @Option(names = "--rounds", defaultValue = "5", description = "How often each is measured.")
  private int rounds;

  @Option(names = "--seconds", defaultValue = "10", description = "How long a measurement takes.")
  private int seconds;

  @Option(names = "--smoke", description = "One short round; its figures are not written down.")
  private boolean isSmoke;

  private final Map<String, List<Figure>> many = new LinkedHashMap<>();
  private final Map<String, List<Figure>> one = new LinkedHashMap<>();

  HooksBenchmark() {}

  @Override
  public Integer call() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark");
    double load = Machine.announce();
    int hookPort = BenchmarkNode.freePort();
    try (BenchmarkServices services = BenchmarkServices.start(folder);
        JavaProcess hook =
            JavaProcess.talking(HookServer.class.getName(), Integer.toString(hookPort))
                .awaitReady();
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady();
        BenchmarkNode plain = node(services, "plain", Map.of());
        BenchmarkNode jar = node(services, "jar", plugin(folder));
        BenchmarkNode http = node(services, "http", hook(folder, hookPort))) {
      Map<String, BenchmarkNode> nodes = new LinkedHashMap<>();
      nodes.put(PLAIN, plain);
      nodes.put(JAR, jar);
      nodes.put(HTTP, http);
      Duration warmUp = Duration.ofSeconds(isSmoke ? 1 : 30);
      for (BenchmarkNode node : nodes.values()) {
        run(generator, node.port(), warmUp, CONNECTIONS, lines(node));
      }
      run(generator, hookPort, warmUp, 1, question());
      Duration duration = Duration.ofSeconds(isSmoke ? 1 : seconds);
      for (int round = 0; round < (isSmoke ? 1 : rounds); round++) {
        // Each is the first in turn, as the one before leaves work to the database.
        List<String> names = new ArrayList<>(nodes.keySet());
        Collections.rotate(names, round);
        for (String name : names) {
          BenchmarkNode node = Objects.requireNonNull(nodes.get(name));
          List<List<Step>> lines = lines(node);
          add(many, name, run(generator, node.port(), duration, CONNECTIONS, lines));
          add(one, name, run(generator, node.port(), duration, 1, lines.subList(0, 1)));
        }
        add(one, "its own answer", run(generator, hookPort, duration, 1, question()));
      }
      return report(load);
    }
  }

  private static BenchmarkNode node(
      BenchmarkServices services, String name, Map<String, String> settings) throws Exception {
    Database database = services.database(name);
    BenchmarkNode.seed(database, SAMPLES, services.folder().resolve("seed.log"));
    database.fillShelves();
    return BenchmarkNode.start(
        services.folder().resolve(name + ".log"), "512m", database, services.kafka(), settings);
  }

  /** A jar as an author would build it. */
  private static Map<String, String> plugin(Path folder) throws IOException {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    String name = PermittingPlugin.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar =
            new JarOutputStream(Files.newOutputStream(plugins.resolve("permitting.jar")));
        InputStream bytes = PermittingPlugin.class.getResourceAsStream("/" + name)) {
      jar.putNextEntry(new JarEntry(name));
      Objects.requireNonNull(bytes).transferTo(jar);
      jar.putNextEntry(new JarEntry("META-INF/services/" + Plugin.class.getName()));
      jar.write(PermittingPlugin.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return Map.of("TRADEWIND_PLUGINS", plugins.toString());
  }

  private static Map<String, String> hook(Path folder, int port) throws IOException {
    Path secret = folder.resolve("hook.secret");
    Files.writeString(
        secret, "whsec_" + Base64.getEncoder().encodeToString(new byte[SECRET_BYTES]));
    JsonObject hook =
        new JsonObject()
            .put("name", "permitting")
            .put("point", "add_line")
            .put("url", "http://127.0.0.1:" + port + "/")
            .put("secret_file", secret.toString())
            // A warm-up on a busy machine is no failure.
            .put("deadline_ms", HookPolicy.MAX_DEADLINE.toMillis())
            .put("required", true);
    Path file = Files.writeString(folder.resolve("hooks.json"), new JsonArray().add(hook).encode());
    return Map.of("TRADEWIND_HOOKS", file.toString());
  }

  private static List<List<Step>> lines(BenchmarkNode node) {
    return Scripts.of(node.browser(), CONNECTIONS).addLine();
  }

  /** As long as the question about a line of a cart. */
  private static List<List<Step>> question() {
    return List.of(List.of(Step.post("/", new JsonObject().put("question", "x".repeat(2_000)))));
  }

  private static Figure run(
      JavaProcess generator, int port, Duration duration, int connections, List<List<Step>> lines) {
    Job job = new Job(port, duration, connections, lines, Duration.ZERO);
    Figure figure = Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
    if (figure.failures() > 0) {
      throw new IllegalStateException(String.valueOf(figure.firstFailure()));
    }
    return figure;
  }

  private static void add(Map<String, List<Figure>> figures, String name, Figure figure) {
    figures.computeIfAbsent(name, first -> new ArrayList<>()).add(figure);
  }

  private static Figure median(Map<String, List<Figure>> figures, String name) {
    return Figure.median(Objects.requireNonNull(figures.get(name)));
  }

  private int report(double load) throws IOException {
    double plain = median(many, PLAIN).perSecond();
    double own = median(one, "its own answer").p50();
    double added = median(one, HTTP).p50() - median(one, PLAIN).p50() - own;
    List<String> rows = new ArrayList<>();
    for (String name : List.of(PLAIN, JAR, HTTP)) {
      Figure rate = median(many, name);
      rows.add(
          String.format(
              Locale.ROOT,
              "| %s | %.0f | %.0f %% | %.2f | %.2f |",
              name,
              rate.perSecond(),
              100 * rate.perSecond() / plain,
              rate.p99(),
              median(one, name).p50()));
    }
    String figures =
        String.format(
            Locale.ROOT,
            """
            %s.
            Lines added by %s connections and by one, in turns, medians of %s rounds, load average %.2f before the start.

            | Node with | per second | of no hook | p99 ms | p50 ms of one connection |
            |---|---:|---:|---:|---:|
            %s

            The HTTP hook itself answers in %.2f ms; it adds %.2f ms beside that (goal: at most %.1f).
            """,
            Machine.describe(),
            CONNECTIONS,
            rounds,
            load,
            String.join("\n", rows),
            own,
            added,
            MAX_ADDED_MILLIS);
    System.out.printf("%n%s%n", figures);
    if (isSmoke) {
      return 0;
    }
    new Page(Home.folder().resolve("docs").resolve("hooks.md"), BEGIN, END).write(figures);
    boolean isCheap = median(many, JAR).perSecond() >= (1 - MAX_LOSS) * plain;
    return isCheap && added <= MAX_ADDED_MILLIS ? 0 : 1;
  }
}

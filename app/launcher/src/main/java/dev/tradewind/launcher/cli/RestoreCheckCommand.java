package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.node.ProviderCheck;
import dev.tradewind.launcher.restore.RestoreCheck;
import dev.tradewind.launcher.restore.RestoreReport;
import dev.tradewind.launcher.restore.RestoreReport.Found;
import dev.tradewind.providers.plugin.Plugins;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "restore-check",
    description =
        "Compare a database that was restored to a point in time with Kafka and the storage of"
            + " files, before nodes start on it. Without --publish and --advance-numbers it changes"
            + " nothing.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:no differences",
      "1:the comparison failed",
      "2:wrong options",
      "3:differences, of which downstream systems have to know or that the options repair",
      "4:damage: files, entries of the audit log or numbers of rows"
    },
    mixinStandardHelpOptions = true)
public final class RestoreCheckCommand implements Callable<Integer> {

  private static final int DIFFERENCES = 3;
  private static final int DAMAGE = 4;
  private static final int SHOWN_IDS = 20;
  private static final int MAX_HOURS = 23;
  private static final Duration CLOSE = Duration.ofSeconds(20);

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--restored-to",
      paramLabel = "TIME",
      description =
          "Time that the database was restored to, such as 2026-11-21T10:00:00Z; by default that of"
              + " its latest event.")
  private @Nullable OffsetDateTime restoredTo;

  @Option(
      names = "--hours",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Hours before that time from which events are compared, up to 23; ${DEFAULT-VALUE} by"
              + " default.")
  private int hours;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean isJson;

  @Option(
      names = "--publish",
      description = "Let the nodes publish again what Kafka had acknowledged and does not have.")
  private boolean publishes;

  @Option(
      names = "--advance-numbers",
      description = "Skip the numbers that lost orders and draft orders may have had.")
  private boolean advances;

  RestoreCheckCommand() {}

  @Override
  public Integer call() {
    if (hours < 0 || hours > MAX_HOURS) {
      throw new CliException("--hours must be between 0 and " + MAX_HOURS + ".");
    }
    NodeConfig loaded = config.load();
    if (loaded.databaseUrl() == null || loaded.kafkaBootstrap() == null) {
      throw new CliException(
          "TRADEWIND_DATABASE_URL and TRADEWIND_KAFKA_BOOTSTRAP must name the restored database and"
              + " the Kafka of the shop.");
    }
    RestoreReport[] report = new RestoreReport[1];
    DatabaseCommand.onUnchangedDatabase(
        loaded,
        (vertx, database) -> {
          Plugins plugins = ProviderCheck.start(vertx, loaded);
          try (RestoreCheck check =
              new RestoreCheck(
                  vertx, database, loaded.kafka(), plugins.providers().fileStorage())) {
            Instant time = restoredTo == null ? null : restoredTo.toInstant();
            report[0] = check.run(time, Duration.ofHours(hours));
            print(report[0]);
            repair(check, report[0]);
          } finally {
            Awaiting.await("Stopping the plugins", plugins.close(), CLOSE);
          }
        });
    return switch (report[0].severity()) {
      case NONE -> 0;
      case DIFFERENCES -> DIFFERENCES;
      case DAMAGE -> DAMAGE;
    };
  }

  private void repair(RestoreCheck check, RestoreReport report) {
    if (publishes) {
      long again = check.publishAgain(report.missing().ids());
      say("%s events will be published again by the nodes.", again);
    }
    if (advances) {
      check.advance(report.numbers());
      say("The numbers of lost orders and draft orders are skipped.");
    }
  }

  private void say(String form, Object... values) {
    if (!isJson) {
      System.out.printf(form + "%n", values);
    }
  }

  private void print(RestoreReport report) {
    if (isJson) {
      System.out.println(report.toJson().encodePrettily());
      return;
    }
    say("Latest change in the database: %s", report.restoredTo());
    say("Events compared since:         %s", report.since());
    print("Lost: on Kafka, not in the database, by aggregate", report.lost());
    print("Missing: acknowledged by Kafka, not on Kafka (--publish)", report.missing());
    say("Waiting for the relays: %s", sum(report.unsent()));
    say("Parked: %s", sum(report.parked()));
    report
        .laterStates()
        .forEach((topic, found) -> print("States later than the database on " + topic, found));
    say("Files verified: %s", report.files());
    print("Files whose content is missing", report.unreadableFiles());
    Found foreign = report.foreignObjects();
    if (foreign == null) {
      say("Objects of no file: the storage does not list its objects");
    } else {
      print("Objects of no file", foreign);
    }
    say("Audit log: %s", report.auditProblems().isEmpty() ? "intact" : "damaged");
    report.auditProblems().forEach(problem -> say("  %s", problem));
    report
        .numbers()
        .forEach(number ->
            say(
                "%s: last %s, highest of a row %s, lost %s%s",
                number.sequence(),
                number.last(),
                number.highest(),
                number.lost(),
                number.lost() > 0 ? " (--advance-numbers)" : ""));
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(count -> count).sum();
  }

  private void print(String what, Found found) {
    say("%s: %s", what, found.count());
    found.byType().forEach((type, count) -> say("  %s: %s", type, count));
    found.ids().stream().distinct().limit(SHOWN_IDS).forEach(id -> say("    %s", id));
    if (found.ids().stream().distinct().count() > SHOWN_IDS) {
      say("    ... (--json lists them)");
    }
  }
}

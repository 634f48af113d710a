package dev.tradewind.launcher.cli;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.MoveProgress;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.movein.OwnEndpoints;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.copy.OwnColumns;
import dev.tradewind.medusa.follow.Follow;
import dev.tradewind.medusa.there.MoveIn;
import dev.tradewind.medusa.there.MoveReport;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "move-in",
    description =
        "Copy a whole shop from the database of a Medusa v1 shop (1.12 to 1.20) into a new database"
            + " of Tradewind, and verify the copy. After an interruption the same command goes on"
            + " where it was.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:The shop has moved and is verified; the check has found nothing to act on.",
      "1:The move failed, or its verification found differences.",
      "3:The check has found something that is left out or changed.",
      "4:The check has found something that a move would fail at."
    })
public final class MoveInCommand implements Callable<Integer> {

  private static final int WARNINGS = 3;
  private static final int ERRORS = 4;

  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(
      paramLabel = "URL",
      description =
          "Database of the shop: postgresql://user:password@host:5432/database. A read-only role on"
              + " a replica is enough.")
  private String source = "";

  @ArgGroup private Mode mode = new Mode();

  @Option(
      names = "--correct",
      description =
          "Correct in the copy what the check has a correction for; the source stays as it is.")
  private boolean correct;

  @Option(names = "--report", paramLabel = "FILE", description = "Also write the report as JSON.")
  private @Nullable Path report;

  @Option(
      names = "--columns",
      paramLabel = "FILE",
      description =
          "Places of the columns of the shop's own, by lines such as product_variant.cost_price ="
              + " staff; or public, or left out. A column that is not named is for staff. The places"
              + " are recorded with the move.")
  private @Nullable Path columns;

  @Option(
      names = "--old-host",
      paramLabel = "URL",
      description =
          "Server of the old shop, such as http://old:9000: the check counts the URLs of its files."
              + " Otherwise the check takes those with the path /uploads/ and without a public name.")
  private @Nullable String oldHost;

  @Option(
      names = "--code",
      paramLabel = "DIR",
      description =
          "Folder of the old shop's package.json: the check also lists the endpoints that the shop and"
              + " its plugins have added, and which of them answered in place of operations.")
  private @Nullable Path code;

  /** At most one of these. */
  static final class Mode {

    @Option(
        names = "--check",
        description =
            "Only read: print what would be taken, what is left out, what is broken, and what"
                + " belongs to plugins.")
    private boolean check;

    @Option(
        names = "--follow",
        description =
            "Then apply what changes in the source, again and again, until the command is"
                + " interrupted. Also on a copy that is complete.")
    private boolean follow;

    @Option(
        names = "--until-caught-up",
        description =
            "Follow until nothing has changed since the round before, and verify the copy.")
    private boolean untilCaughtUp;

    @Option(
        names = "--finish",
        description =
            "The same, and record the switch: from then on the source is not followed any more, and"
                + " move-back takes back what changes here. Nothing may write to the source. A command"
                + " that follows is ended.")
    private boolean finish;

    boolean isFollowing() {
      return follow || untilCaughtUp || finish;
    }
  }

  MoveInCommand() {}

  @Override
  public Integer call() {
    if (code != null && !mode.check) {
      throw new CliException("--code is for --check.");
    }
    DatabaseConfig from = parse(source);
    OwnColumns places = places();
    if (mode.check) {
      List<SourceCheck.Finding> endpoints =
          code == null ? List.of() : OwnEndpoints.in(code, Contract.load());
      SourceCheck.Result found = corrected(SourceCheck.run(from, places, oldHost)).with(endpoints);
      System.out.print(found.toText());
      write(found.toJson(), report);
      return status(found);
    }
    @Nullable JsonObject[] check = {mode.finish ? null : requireMovable(from, places)};
    NodeConfig loaded = config.load();
    MoveReport[] result = new MoveReport[1];
    DatabaseCommand.onDatabase(
        loaded,
        (vertx, to) -> {
          // Writes wait for the end of a copy that was followed, and that was checked before.
          if (mode.finish && !Follow.hasCopy(to, MoveProgress::waitForFollower)) {
            check[0] = requireMovable(from, places);
          }
          if (columns != null) {
            MoveIn.place(to, places);
          }
          result[0] = move(from, to);
        });
    System.out.print(result[0].toText());
    write(result[0].toJson().put("check", check[0]), report);
    if (result[0].isHandedOver() || result[0].isVerified()) {
      return CommandLine.ExitCode.OK;
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * Report of the check.
   *
   * @throws CliException if a move would fail
   */
  private JsonObject requireMovable(DatabaseConfig from, OwnColumns places) {
    SourceCheck.Result found = corrected(SourceCheck.ofRules(from, places));
    if (found.severity() == SourceCheck.Severity.ERROR) {
      System.out.print(found.toText());
      throw new CliException(
          "The shop is not moved: correct the errors in the source first, or in the copy with"
              + " --correct as far as they have a correction.");
    }
    return found.toJson();
  }

  private SourceCheck.Result corrected(SourceCheck.Result found) {
    return correct ? found.corrected() : found;
  }

  private OwnColumns places() {
    try {
      return columns == null ? OwnColumns.FOR_STAFF : OwnColumns.read(columns);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(String.valueOf(malformed.getMessage()));
    }
  }

  static DatabaseConfig parse(String url) {
    try {
      return DatabaseConfig.parse(url, 1);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(String.valueOf(malformed.getMessage()));
    }
  }

  private MoveReport move(DatabaseConfig from, DatabaseConfig to) {
    try (MoveProgress progress = new MoveProgress(!mode.follow)) {
      if (mode.isFollowing()) {
        return Follow.run(from, to, mode.finish, progress);
      }
      return MoveIn.run(from, to, progress);
    }
  }

  private static int status(SourceCheck.Result found) {
    return switch (found.severity()) {
      case INFO -> CommandLine.ExitCode.OK;
      case WARNING -> WARNINGS;
      case ERROR -> ERRORS;
    };
  }

  static void write(JsonObject json, @Nullable Path report) {
    if (report == null) {
      return;
    }
    try {
      Files.writeString(report, json.encodePrettily() + "\n");
    } catch (IOException failure) {
      throw new CliException("The report %s cannot be written: %s".formatted(report, failure));
    }
  }
}

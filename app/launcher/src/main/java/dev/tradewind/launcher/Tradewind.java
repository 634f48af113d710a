package dev.tradewind.launcher;

import dev.tradewind.archive.ArchiveException;
import dev.tradewind.embedded.EmbeddedServiceException;
import dev.tradewind.kernel.database.MigrationException;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.launcher.cli.AuditCommand;
import dev.tradewind.launcher.cli.ClusterCommand;
import dev.tradewind.launcher.cli.EventsCommand;
import dev.tradewind.launcher.cli.ExportCommand;
import dev.tradewind.launcher.cli.ExportShopCommand;
import dev.tradewind.launcher.cli.FilesCommand;
import dev.tradewind.launcher.cli.ImportCommand;
import dev.tradewind.launcher.cli.ImportShopCommand;
import dev.tradewind.launcher.cli.InventoryCommand;
import dev.tradewind.launcher.cli.LogLevelCommand;
import dev.tradewind.launcher.cli.MigrateCommand;
import dev.tradewind.launcher.cli.MoveBackCommand;
import dev.tradewind.launcher.cli.MoveInCommand;
import dev.tradewind.launcher.cli.RestoreCheckCommand;
import dev.tradewind.launcher.cli.SeedCommand;
import dev.tradewind.launcher.cli.ShadowCommand;
import dev.tradewind.launcher.cli.StartCommand;
import dev.tradewind.launcher.cli.UserCommand;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.LogFormat;
import dev.tradewind.launcher.field.FieldsCommand;
import dev.tradewind.launcher.plugin.PluginCommand;
import dev.tradewind.medusa.MoveInException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command line of Tradewind. */
@Command(
    name = "tradewind",
    description = "A commerce back end of Vert.x verticles.",
    mixinStandardHelpOptions = true,
    versionProvider = Tradewind.Version.class,
    footer = {
      "",
      "In a clone of the repository also, each with --help:",
      "  test       runs the tests of one class, or the fast ones",
      "  verify     runs all checks and tests",
      "  benchmark  runs the benchmarks"
    },
    subcommands = {
      StartCommand.class,
      MigrateCommand.class,
      SeedCommand.class,
      UserCommand.class,
      InventoryCommand.class,
      ClusterCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      EventsCommand.class,
      PluginCommand.class,
      FieldsCommand.class,
      AuditCommand.class,
      RestoreCheckCommand.class,
      FilesCommand.class,
      MoveInCommand.class,
      MoveBackCommand.class,
      ExportShopCommand.class,
      ImportShopCommand.class,
      ShadowCommand.class,
      LogLevelCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Tradewind implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(Tradewind.class);

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  Tradewind() {}

  public static void main(String[] arguments) {
    // Formats and libraries take the default: SQL, logs and schemas are the same in each
    // environment.
    Locale.setDefault(Locale.ROOT);
    // Set before Hazelcast reads its own configuration, because it logs earlier.
    System.setProperty("hazelcast.logging.type", "slf4j");
    // Netty's flight-recorder events load the JDK's recorder on an event loop: seconds on a busy
    // machine, and nothing records them.
    System.setProperty("io.netty.jfr.enabled", "false");
    // Here, because it belongs to the whole JVM: a command may run beside others, as in tests.
    LogFormat.includeJdkLogs();
    System.exit(finish(run(arguments), System.out, System.err));
  }

  /** A result that could not be written, such as a token that is shown once, is a failure. */
  static int finish(int status, PrintStream output, PrintStream errors) {
    if (!output.checkError() || status != CommandLine.ExitCode.OK) {
      return status;
    }
    errors.println("tradewind: the output could not be written.");
    return CommandLine.ExitCode.SOFTWARE;
  }

  static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Tradewind())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Tradewind::explain);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  private static int explain(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    if (isForTheOperator(failure)) {
      command.getErr().println("tradewind: " + failure.getMessage());
    } else {
      LOG.error("Executing the command failed unexpectedly", failure);
      command.getErr().println("tradewind: unexpected failure, see above: " + failure);
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static boolean isForTheOperator(Exception failure) {
    return failure instanceof CliException
        || failure instanceof EmbeddedServiceException
        || failure instanceof MigrationException
        || failure instanceof MoveInException
        || failure instanceof ArchiveException
        || failure instanceof Problem;
  }

  /** Version and commit of the build. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Build build = Build.current();
      return new String[] {"Tradewind %s, commit %s".formatted(build.version(), build.commit())};
    }
  }
}

package dev.tradewind.launcher.cli;

import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.batch.file.FileMover.Outcome;
import dev.tradewind.batch.file.FileStorages;
import dev.tradewind.batch.file.MigrateFiles;
import dev.tradewind.batch.image.ScaleImages;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.ProgressBars;
import dev.tradewind.launcher.file.ServerFiles;
import dev.tradewind.launcher.node.ProviderCheck;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "files",
    description = "Manage the storage of files.",
    mixinStandardHelpOptions = true,
    subcommands = {FilesCommand.Migrate.class, FilesCommand.Scale.class})
public final class FilesCommand implements Callable<Integer> {

  private static final Duration MAX_STEP = Duration.ofHours(2);

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  FilesCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  @Command(
      name = "migrate",
      description =
          "Move the content of all files from one storage to another, or copy the files of another"
              + " server into the shop and replace their URLs. Each copy between storages is read"
              + " back and compared. The shop may run meanwhile; after an interruption the command"
              + " goes on where it was.",
      mixinStandardHelpOptions = true)
  static final class Migrate implements Callable<Integer> {

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(
        names = "--from",
        required = true,
        paramLabel = "STORAGE|URL",
        description =
            "Storage that has the files: postgres or s3; or a server, such as http://old:9000,"
                + " whose files are copied while it still runs. No other server is asked.")
    private String from = "";

    @Option(
        names = "--to",
        paramLabel = "STORAGE",
        description = "Storage that shall have them: postgres or s3. Not for files of a server.")
    private String to = "";

    @Option(names = "--check", description = "Only count the URLs of the server, by place.")
    private boolean check;

    Migrate() {}

    @Override
    public Integer call() {
      boolean isServer = from.startsWith("http://") || from.startsWith("https://");
      if (isServer ? !to.isEmpty() : to.isEmpty() || check) {
        throw new CliException(
            "Files move --from a storage --to another one, or are copied --from the URL of a server"
                + " (with --check: counted).");
      }
      NodeConfig loaded = config.load();
      if (isServer) {
        int[] status = new int[1];
        onFiles(
            loaded,
            (vertx, database, pool, storage) ->
                status[0] = ServerFiles.copy(loaded, from, check, vertx, database, pool, storage));
        return status[0];
      }
      long[] left = new long[1];
      onFiles(
          loaded,
          (vertx, database, pool, storage) ->
              left[0] = migrate(new MigrateFiles(vertx, pool, required(storage), from, to)));
      return left[0] == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private FileStorage required(@Nullable FileStorage storage) {
      if (storage == null) {
        throw new CliException(
            "No plugin is on that stores files: its settings, such as TRADEWIND_S3_..., are"
                + " missing.");
      }
      if (!Set.of(from, to).equals(Set.of(FileStorages.POSTGRES, storage.id()))) {
        throw new CliException(
            "--from and --to must be postgres and %s, in either order.".formatted(storage.id()));
      }
      return storage;
    }

    private long migrate(MigrateFiles migration) {
      MigrateFiles.Backlog queued = await(migration.begin());
      long moved = 0;
      try (ProgressBar bar = ProgressBars.start("Moving files", queued.files())) {
        Outcome outcome = await(migration.moveNext());
        while (outcome != Outcome.NONE) {
          if (outcome == Outcome.MOVED) {
            moved++;
            bar.step();
          }
          outcome = await(migration.moveNext());
        }
      }
      MigrateFiles.Backlog left = await(migration.backlog());
      System.out.printf("Moved %s files from %s to %s.%n", moved, from, to);
      if (left.files() > 0) {
        System.out.printf(
            "%s files are left: nodes move them, or their move failed. Run the command again.%n",
            left.files());
      }
      return left.files();
    }
  }

  @Command(
      name = "scale-images",
      description =
          "Make the smaller sizes of images that were uploaded before there were sizes. The shop"
              + " may run meanwhile; after an interruption the command goes on where it was.",
      mixinStandardHelpOptions = true)
  static final class Scale implements Runnable {

    @Mixin private ConfigOption config = new ConfigOption();

    Scale() {}

    @Override
    public void run() {
      onFiles(
          config.load(),
          (vertx, database, pool, storage) -> scale(new ScaleImages(vertx, pool, storage)));
    }

    private static void scale(ScaleImages images) {
      long before = await(images.count());
      try (ProgressBar bar = ProgressBars.start("Scaling images", before)) {
        Optional<String> last = await(images.next(""));
        while (last.isPresent()) {
          bar.step();
          last = await(images.next(last.get()));
        }
      }
      long left = await(images.count());
      System.out.printf("Made sizes of %s images.%n", Math.max(0, before - left));
      if (left > 0) {
        System.out.printf("%s images have none: they are too small or cannot be read.%n", left);
      }
    }
  }

  /** Work on the files of a shop. */
  private interface FileWork {

    /**
     * @param storage storage of files beside the database; null: the database alone
     */
    void accept(Vertx vertx, DatabaseConfig database, Pool pool, @Nullable FileStorage storage);
  }

  private static void onFiles(NodeConfig config, FileWork work) {
    DatabaseCommand.onDatabase(
        config,
        (vertx, database) -> {
          Pool pool = SchemaPool.open(vertx, database, BatchVerticle.SCHEMA);
          Plugins plugins = ProviderCheck.start(vertx, config);
          try {
            work.accept(vertx, database, pool, plugins.providers().fileStorage());
          } finally {
            await(plugins.close());
            await(pool.close());
          }
        });
  }

  private static <T> T await(Future<T> future) {
    return Awaiting.await("Working on files", future, MAX_STEP);
  }
}

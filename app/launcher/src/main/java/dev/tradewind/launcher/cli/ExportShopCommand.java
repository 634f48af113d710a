package dev.tradewind.launcher.cli;

import dev.tradewind.archive.ArchiveListener;
import dev.tradewind.archive.ShopExport;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.ProgressBars;
import dev.tradewind.launcher.node.SnapshotNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export-shop",
    description =
        "Write the whole shop to a folder, as files of newline-delimited JSON. Nodes may go on"
            + " working. After an interruption the same command goes on.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:The shop is exported.",
      "1:The export failed.",
      "3:The shop is exported; rows that the API cannot show were written as they are."
    })
public final class ExportShopCommand implements Callable<Integer> {

  private static final int WRITTEN_AS_THEY_ARE = 3;

  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(
      paramLabel = "FOLDER",
      description = "New folder. It has personal data and hashes of passwords: keep it safe.")
  private Path folder = Path.of("");

  @Option(
      names = "--no-resources",
      negatable = true,
      description =
          "Write the tables alone, which import-shop reads, without the resources as the API shows"
              + " them.")
  private boolean hasResources = true;

  private final List<String> unshown = new ArrayList<>();

  ExportShopCommand() {}

  @Override
  public Integer call() {
    NodeConfig loaded = config.load();
    DatabaseCommand.onDatabase(
        loaded,
        (vertx, database) -> {
          try (ProgressBar bar = ProgressBars.startWithRate("Exporting", 0)) {
            long rows =
                ShopExport.run(
                    database,
                    folder,
                    hasResources
                        ? snapshot -> SnapshotNode.start(vertx, loaded, database, snapshot)
                        : null,
                    listener(bar));
            System.out.printf("Exported %s rows to %s.%n", rows, folder);
          }
        });
    unshown.forEach(System.err::println);
    return unshown.isEmpty() ? CommandLine.ExitCode.OK : WRITTEN_AS_THEY_ARE;
  }

  private ArchiveListener listener(ProgressBar bar) {
    ArchiveListener progress = ImportShopCommand.on(bar);
    return new ArchiveListener() {
      @Override
      public void progressed(String table, long rows, long expected) {
        progress.progressed(table, rows, expected);
      }

      @Override
      public void writtenAsItIs(String resource, String id, String reason) {
        unshown.add("Written as it is: %s %s (%s)".formatted(resource, id, reason));
      }
    };
  }
}

package dev.tradewind.launcher.cli;

import dev.tradewind.archive.ShopExport;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.ProgressBars;
import dev.tradewind.launcher.node.SnapshotNode;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export-shop",
    description =
        "Write the whole shop to a folder, as files of newline-delimited JSON. Nodes may go on"
            + " working. After an interruption the same command goes on.",
    mixinStandardHelpOptions = true)
public final class ExportShopCommand implements Runnable {

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

  ExportShopCommand() {}

  @Override
  public void run() {
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
                    ImportShopCommand.on(bar));
            System.out.printf("Exported %s rows to %s.%n", rows, folder);
          }
        });
  }
}

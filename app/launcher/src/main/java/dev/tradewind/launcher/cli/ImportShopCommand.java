package dev.tradewind.launcher.cli;

import dev.tradewind.archive.ArchiveListener;
import dev.tradewind.archive.ShopImport;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.ProgressBars;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "import-shop",
    description =
        "Read a shop that export-shop wrote, with this version or an earlier one, into a new"
            + " database, and verify it. After an interruption the same command goes on.",
    mixinStandardHelpOptions = true)
public final class ImportShopCommand implements Runnable {

  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(paramLabel = "FOLDER", description = "Folder that export-shop wrote.")
  private Path folder = Path.of("");

  ImportShopCommand() {}

  @Override
  public void run() {
    NodeConfig loaded = config.load();
    DatabaseCommand.onDatabase(
        loaded,
        (vertx, database) -> {
          try (ProgressBar bar = ProgressBars.startWithRate("Importing", 0)) {
            long rows = ShopImport.run(folder, database, on(bar));
            System.out.printf("Imported %s rows from %s and verified them.%n", rows, folder);
          }
        });
  }

  static ArchiveListener on(ProgressBar bar) {
    return (table, rows, expected) -> {
      bar.maxHint(expected);
      bar.stepTo(rows);
      bar.setExtraMessage(table);
    };
  }
}

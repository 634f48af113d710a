package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.CliException;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description =
        "Bring the products of a CSV file into a running shop, once all of it is checked.",
    mixinStandardHelpOptions = true)
public final class ImportCommand implements Runnable {

  @Mixin private ApiOptions option = new ApiOptions();

  @Option(
      names = "--dry-run",
      description = "Validate and report the changes without applying them.")
  private boolean isDryRun;

  @Parameters(paramLabel = "FILE", description = "CSV file in the format of export.")
  private Path file = Path.of("");

  ImportCommand() {}

  @Override
  public void run() {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new CliException("The file " + file + " cannot be read.");
    }
    AdminApiClient shop = option.open();
    JsonObject context = new JsonObject().put("fileKey", shop.upload(file));
    BatchJobWatcher job = BatchJobWatcher.create(shop, "product-import", context, true);
    System.out.println(BatchJobWatcher.report(job.await("pre_processed")));
    if (isDryRun) {
      job.cancel();
      shop.delete("/admin/uploads", new JsonObject().put("file_key", context.getString("fileKey")));
      System.out.println("This was a dry run; nothing was changed.");
      return;
    }
    job.confirm();
    JsonObject result = job.watch("Importing");
    System.out.println(
        "Done: " + result.getLong("advancement_count") + " rows of products and variants.");
  }
}

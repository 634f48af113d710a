package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.CliException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description = "Write the products of a running shop into a CSV file for import.",
    mixinStandardHelpOptions = true)
public final class ExportCommand implements Runnable {

  /** Maximum page size of the API. */
  private static final int PAGE = 200;

  @Mixin private ApiOptions option = new ApiOptions();

  @Option(
      names = "--filter",
      paramLabel = "NAME=VALUE",
      description =
          "Only products that meet it, as the list of products filters: status=published,"
              + " collection_id=pcol_1,pcol_2 ... Several filters must all be met.")
  private Map<String, String> filters = new LinkedHashMap<>();

  @Parameters(paramLabel = "FILE", description = "Target file; an existing one is replaced.")
  private Path file = Path.of("");

  ExportCommand() {}

  @Override
  public void run() {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
      throw new CliException("The file " + file + " cannot be written.");
    }
    AdminApiClient shop = option.open();
    JsonObject requested = new JsonObject();
    filters.forEach((name, value) -> {
      boolean isOne = value.indexOf(',') < 0;
      requested.put(
          name, isOne ? value : new JsonArray(Arrays.asList((Object[]) value.split(",", -1))));
    });
    JsonObject context = new JsonObject().put("limit", PAGE).put("filterable_fields", requested);
    BatchJobWatcher job = BatchJobWatcher.create(shop, "product-export", context, false);
    JsonObject result = job.watch("Exporting");
    JsonObject key = new JsonObject().put("file_key", result.getString("file_key"));
    shop.download(shop.post("/admin/uploads/download-url", key).getString("download_url"), file);
    shop.delete("/admin/uploads", key);
    System.out.println(
        "%s has %s products, %s bytes."
            .formatted(file, result.getLong("count"), result.getLong("file_size")));
  }
}

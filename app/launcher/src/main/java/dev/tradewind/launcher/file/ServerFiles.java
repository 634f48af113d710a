package dev.tradewind.launcher.file;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.archive.UrlReplacement;
import dev.tradewind.archive.UrlReplacement.Event;
import dev.tradewind.archive.UrlReplacement.Found;
import dev.tradewind.batch.file.CopiedFiles;
import dev.tradewind.gateway.files.MalwareScanner;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.ProgressBars;
import dev.tradewind.launcher.file.FileFetch.NotFetched;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import io.vertx.sqlclient.Pool;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Files of the shop on another server: counted, or copied and their URLs replaced. */
public final class ServerFiles {

  private static final Pattern ORIGIN = Pattern.compile("(https?://[\\w.:\\[\\]-]+)/?");

  /** Aggregates whose rows may have URLs, and whose event tells no more than the row. */
  private static final Map<String, String> TABLES =
      Map.of(
          "product.updated", "catalog.product",
          "product-collection.updated", "catalog.product_collection",
          "product-category.updated", "catalog.product_category",
          "region.updated", "catalog.region",
          "sales_channel.updated", "catalog.sales_channel",
          "customer.updated", "customer.customer",
          "customer_group.updated", "customer.customer_group",
          "discount.updated", "discount.discount",
          "cart.updated", "cart.cart",
          "order.updated", "orders.order");

  private ServerFiles() {}

  /**
   * @param url of the server
   * @param check whether nothing is changed
   * @param pool of the batch schema
   * @param storage storage of files beside the database; absent: the database alone
   * @return exit status
   */
  public static int copy(
      NodeConfig config,
      String url,
      boolean check,
      Vertx vertx,
      DatabaseConfig database,
      Pool pool,
      @Nullable FileStorage storage) {
    Matcher origin = ORIGIN.matcher(url);
    if (!origin.matches()) {
      throw new CliException("--from must be the URL of a server without a path: " + url);
    }
    CopiedFiles files =
        new CopiedFiles(
            vertx,
            pool,
            storage,
            config.limits().files(),
            config.access().keys(),
            config.publicUrl());
    SocketAddress scanner = config.gateway().security().uploads().scanner();
    FileFetch fetch =
        new FileFetch(
            files,
            config.gateway().uploadLimit(),
            scanner == null ? null : new MalwareScanner(vertx, scanner));
    return copy(database, origin.group(1), check, fetch);
  }

  private static int copy(DatabaseConfig database, String origin, boolean check, FileFetch fetch) {
    try (UrlReplacement urls = UrlReplacement.open(database, origin, events())) {
      Found found = urls.find();
      found.places().forEach((place, rows) -> System.out.printf("%s: %s rows%n", place, rows));
      System.out.printf("%s files of %s.%n", found.urls().size(), origin);
      if (check) {
        return CommandLine.ExitCode.OK;
      }
      Map<String, String> links = new HashMap<>();
      Map<String, String> refused = new TreeMap<>();
      try (ProgressBar bar = ProgressBars.start("Copying files", found.urls().size())) {
        found
            .urls()
            .forEach((file, isPublic) -> {
              try {
                links.put(file, fetch.fetch(file, isPublic));
              } catch (NotFetched reason) {
                refused.put(file, String.valueOf(reason.getMessage()));
              }
              bar.step();
            });
      }
      long rows = urls.replace(links);
      System.out.printf("Copied %s files and changed %s rows.%n", links.size(), rows);
      refused.forEach((file, reason) -> System.err.println("Not copied: " + file + ": " + reason));
      return refused.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** Events of the rows that are changed, by table. */
  private static Map<String, Event> events() {
    Map<String, Event> events = new HashMap<>();
    for (EventType type : EventTypes.ALL) {
      String table = TABLES.get(type.name());
      if (table != null) {
        events.put(
            table,
            new Event(
                type.topic(),
                type.name(),
                type.hasProperty("fields"),
                type.hasProperty("no_notification")));
      }
    }
    return events;
  }
}

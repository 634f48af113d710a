package dev.tradewind.launcher.seed;

import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.catalog.product.read.SampleOrderItemStore;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.ProgressBars;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.sample.SampleCustomers;
import dev.tradewind.sample.SampleOrders;
import dev.tradewind.sample.SampleProducts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;

/** Generator of sample products, customers and orders, in chunks of some hundred. */
final class SampleSeeding implements AutoCloseable {

  /** Large enough to amortize round trips, small enough for any memory. */
  private static final int CHUNK = 500;

  /** Number of variants and customers that orders choose from. */
  private static final int VARIETY = 1_000;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Pool catalog;
  private final Pool customers;
  private final Pool orders;

  SampleSeeding(Vertx vertx, DatabaseConfig database) {
    catalog = open(vertx, database, CatalogVerticle.SCHEMA);
    customers = open(vertx, database, CustomerVerticle.SCHEMA);
    orders = open(vertx, database, OrderVerticle.SCHEMA);
  }

  private static Pool open(Vertx vertx, DatabaseConfig database, Schema schema) {
    return SchemaPool.openForSeeding(vertx, database, schema);
  }

  void products(int count) {
    if (count > 0) {
      await(SampleProducts.prepare(catalog));
      inChunks("Products", count, (first, last) -> SampleProducts.insert(catalog, first, last));
      await(SampleProducts.finish(catalog));
    }
  }

  void customers(int count) {
    if (count > 0) {
      inChunks("Customers", count, (first, last) -> SampleCustomers.insert(customers, first, last));
      await(SampleCustomers.finish(customers));
    }
  }

  /**
   * @throws CliException without products or customers to order with
   */
  void orders(int count) {
    if (count > 0) {
      JsonObject shelf = shelf();
      JsonArray buyers = await(SampleCustomers.buyers(customers, VARIETY));
      if (buyers.isEmpty()) {
        throw new CliException("Orders need customers; add --customers.");
      }
      inChunks(
          "Orders",
          count,
          (first, last) -> SampleOrders.insert(orders, shelf, buyers, first, last));
      await(SampleOrders.finish(orders));
    }
  }

  private JsonObject shelf() {
    return await(new SampleOrderItemStore().read(catalog, VARIETY))
        .filter(
            found -> found.getValue("goods") != null && found.getValue("shipping_option") != null)
        .orElseThrow(() ->
            new CliException(
                "Orders need a region with a shipping option, and products with prices."));
  }

  private interface Chunk {
    Future<Void> insert(int first, int last);
  }

  private static void inChunks(String what, int count, Chunk chunk) {
    try (ProgressBar bar = ProgressBars.start(what, count)) {
      for (int first = 1; first <= count; first += CHUNK) {
        int last = Math.min(count, first + CHUNK - 1);
        await(chunk.insert(first, last));
        bar.stepTo(last);
      }
    }
    System.out.printf("%s: %s%n", what, count);
  }

  private static <T> T await(Future<T> work) {
    return Awaiting.await("Seeding", work, TIMEOUT);
  }

  @Override
  public void close() {
    await(Future.all(catalog.close(), customers.close(), orders.close()));
  }
}

package dev.tradewind.benchmarks.plans;

import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.catalog.cache.CatalogReplies;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.channel.SalesChannelStore;
import dev.tradewind.catalog.inventory.InventoryStore;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.product.read.ProductService;
import dev.tradewind.catalog.product.read.ProductViews;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.sample.DemoShop;
import dev.tradewind.sample.SampleProducts;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Query plans of a page of twelve products, in a shop of a thousand products and in one of a
 * hundred thousand: one file each, the slowest statement first.
 */
public final class Plans {

  private static final List<Integer> SIZES = List.of(1_000, 100_000);
  private static final int CHUNK = 500;

  private static final String ADDRESS = "plans";

  private final Vertx vertx;
  private final Pool pool;

  private Plans(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  public static void writeInto(Path folder) throws Exception {
    Files.createDirectories(folder);
    Vertx vertx = Vertx.vertx();
    try (EmbeddedPostgres server = EmbeddedPostgres.startForTests()) {
      for (int size : SIZES) {
        String url = server.database("plans_" + size);
        DatabaseConfig database = DatabaseConfig.parse(url, 2);
        new Migrations(database)
            .run(List.of(CatalogVerticle.SCHEMA, new Schema("orders", "db/migration/orders")));
        Pool pool = SchemaPool.open(vertx, database, CatalogVerticle.SCHEMA);
        fill(pool, size);
        new Database(url).tidy();
        new Plans(vertx, pool).write(folder.resolve("products-" + size + ".txt"), size);
        await(pool.close());
      }
    } finally {
      await(vertx.close());
    }
  }

  private static void fill(Pool pool, int size) throws Exception {
    await(DemoShop.seed(pool, Clock.systemUTC()));
    await(SampleProducts.prepare(pool));
    for (int first = 1; first <= size; first += CHUNK) {
      await(SampleProducts.insert(pool, first, Math.min(size, first + CHUNK - 1)));
    }
  }

  private void write(Path file, int size) throws Exception {
    List<ExplainedPlan> explained = new ArrayList<>();
    for (RecordingClient.Statement statement : statements()) {
      explained.add(ExplainedPlan.of(pool, statement));
    }
    explained.sort((one, other) -> Double.compare(other.millis(), one.millis()));
    String title =
        "A page of twelve products with prices, of %,d: %d statements, %.2f ms together.%n%n"
            .formatted(
                size,
                explained.size(),
                explained.stream().mapToDouble(ExplainedPlan::millis).sum());
    Files.writeString(
        file,
        title + explained.stream().map(ExplainedPlan::text).collect(Collectors.joining("\n")));
    System.out.print(title);
  }

  /** The statements of the list, recorded while it runs. */
  private List<RecordingClient.Statement> statements() throws Exception {
    RecordingClient recording = new RecordingClient(pool);
    ResourceReader reader = new ResourceReader(recording.client());
    VariantPricing pricing =
        new VariantPricing(
            new PriceStore(recording.client()), new TaxRateStore(recording.client()), reader);
    OperationClient bus = new OperationClient(vertx, Clock.systemUTC());
    Operations operations = new Operations();
    new ProductService(
            new ProductViews(
                reader, pricing, new VariantAvailability(recording.client(), new InventoryStore())),
            new PricingContexts(bus),
            new PublishableKeys(recording.client(), new SalesChannelStore()),
            CatalogReplies.cache(vertx, recording.client(), new CompositeMeterRegistry(), 0))
        .bind(operations);
    Operations.OperationServer served = await(operations.serve(vertx, ADDRESS, Clock.systemUTC()));
    JsonObject query = new JsonObject().put("limit", 12).put("region_id", region());
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofSeconds(30));
    Reply reply =
        await(
            bus.send(
                ADDRESS,
                "storeListProducts",
                context,
                Request.input(new JsonObject(), query, null, new JsonObject())));
    await(served.drain());
    if (reply.isProblem()) {
      throw new IllegalStateException(reply.body().toString());
    }
    return recording.statements();
  }

  private String region() throws Exception {
    return await(pool.query("SELECT id FROM region WHERE currency_code = 'eur'").execute())
        .iterator()
        .next()
        .getString(0);
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
  }
}

package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.BoundVerticle;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.spi.file.FileStorage;
import dev.tradewind.testing.GeneratedPart;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Background tasks of all verticles, as {@code docs/moving-in.md} lists them: each waits while a
 * Medusa v1 shop takes the writes, or says why it does not. With {@code
 * -Dtradewind.background.write=true} the test writes the table.
 */
class BackgroundTasksIT {

  private static final GeneratedPart PAGE =
      new GeneratedPart("docs/moving-in.md", "background tasks", "tradewind.background.write");
  private static final String WAITS = "waits";

  private final Shop shop = Shop.shared();

  /** Verticles by the rest of a row of the table. */
  private final Map<String, Set<String>> rows = new TreeMap<>();

  @Test
  void theListSaysWhichTasksWaitForTheSwitch() {
    for (DomainVerticle verticle : shop.verticles()) {
      add(verticle, BoundVerticle.tasks(verticle));
    }
    addOptional();

    PAGE.assertIs(table());
  }

  /** Tasks that only some settings add. */
  private void addOptional() {
    NodeContext node =
        new NodeContext(
            "tasks",
            DatabaseConfig.parse(shop.databaseUrl(), 1),
            events -> Future.succeededFuture(),
            Clock.systemUTC());
    SigningKeys keys = SigningKeys.random();
    FileStorage storage =
        (FileStorage)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {FileStorage.class},
                (proxy, method, arguments) -> "files");
    add(new BatchVerticle(node, keys, DataLimits.DEFAULT, storage));
    add(new CustomerVerticle(node, CustomerConfig.of(keys), Duration.ofDays(1)));
  }

  private void add(DomainVerticle verticle) {
    Pool pool =
        SchemaPool.openAsLogin(shop.vertx(), DatabaseConfig.parse(shop.databaseUrl(), 1), "tasks");
    add(verticle, BoundVerticle.boundTasks(verticle, shop.vertx(), pool, Clock.systemUTC()));
    await(pool.close());
  }

  private void add(DomainVerticle verticle, List<BackgroundTask> tasks) {
    for (BackgroundTask task : tasks) {
      String exemption = task.exemption();
      rows.computeIfAbsent(
              "| `%s` | %%s | %s |"
                  .formatted(task.name(), exemption == null ? WAITS : "runs. " + exemption),
              row -> new TreeSet<>())
          .add(verticle.address());
    }
  }

  private String table() {
    return "| Task | Verticle | While v1 takes the writes |\n|---|---|---|\n"
        + rows.entrySet().stream()
            .map(row ->
                row.getKey()
                    .formatted(
                        row.getValue().size() == shop.verticles().size()
                            ? "all"
                            : String.join(", ", row.getValue())))
            .collect(Collectors.joining("\n"))
        + "\n";
  }
}

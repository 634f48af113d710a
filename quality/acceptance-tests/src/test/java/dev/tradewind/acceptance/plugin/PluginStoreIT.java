package dev.tradewind.acceptance.plugin;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.PluginSchema;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.store.PluginStore;
import dev.tradewind.spi.store.Work;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Schema and work of a plugin on two nodes of one database. */
class PluginStoreIT {

  private static final Instant NOW = Instant.EPOCH;

  private final TestDatabase database = Shop.migratedDatabase();
  private final DatabaseConfig config = DatabaseConfig.parse(database.url(), 2);
  private final Vertx vertx = Vertx.vertx();
  private final List<Plugins> nodes = new ArrayList<>();

  @AfterEach
  void stop() {
    nodes.forEach(node -> await(node.close()));
    await(vertx.close());
  }

  /** Plugin that notes the work that it does, and which node has done it. */
  private static final class Counting implements Plugin {

    private final String node;
    private final Function<Work.Item, Future<Void>> first;
    private @Nullable PluginStore store;

    Counting(String node, Function<Work.Item, Future<Void>> first) {
      this.node = node;
      this.first = first;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public boolean hasSchema() {
      return true;
    }

    @Override
    public Future<List<Provider>> start(PluginContext context) {
      store = context.store();
      return Future.succeededFuture(List.of());
    }

    @Override
    public List<Work> work() {
      return List.of(
          Work.of("count", this::count), Work.every(Duration.ofDays(1), "daily", this::count));
    }

    private Future<Void> count(Work.Item item, Instant deadline) {
      return first
          .apply(item)
          .compose(done ->
              store()
                  .pool()
                  .preparedQuery("INSERT INTO done VALUES ($1, $2)")
                  .execute(Tuple.of(item.key(), node)))
          .mapEmpty();
    }

    PluginStore store() {
      return Objects.requireNonNull(store);
    }
  }

  private Counting start(String node, Function<Work.Item, Future<Void>> first) {
    Counting plugin = new Counting(node, first);
    PluginSchema.migrate(List.of(plugin), config);
    Plugins started =
        await(
            Plugins.start(
                List.of(plugin),
                new PluginHost(
                    vertx,
                    new SimpleMeterRegistry(),
                    Clock.systemUTC(),
                    false,
                    "http://localhost:9000",
                    Map.of(),
                    List.of(),
                    config)));
    nodes.add(started);
    started.startWork(BackgroundGate.opened());
    return plugin;
  }

  private static Future<Void> atOnce(Work.Item item) {
    return Future.succeededFuture();
  }

  private static List<Row> done(Counting plugin, String condition) {
    return await(
        plugin
            .store()
            .pool()
            .query("SELECT key, node FROM done WHERE " + condition)
            .execute()
            .map(rows -> rows.stream().toList()));
  }

  private static List<Row> waiting(Counting plugin) {
    return await(
        plugin
            .store()
            .pool()
            .query("SELECT key FROM tradewind_work WHERE key <> ''")
            .execute()
            .map(rows -> rows.stream().toList()));
  }

  private static Future<Void> add(Counting plugin, String key) {
    return plugin.store().addWork(plugin.store().pool(), "count", key, new JsonObject(), NOW);
  }

  @Test
  void eachWorkIsDoneOnceByOneOfTheNodes() {
    Counting one = start("one", PluginStoreIT::atOnce);
    start("two", PluginStoreIT::atOnce);

    List<Future<Void>> added =
        IntStream.range(0, 200).mapToObj(number -> add(one, "work-" + number)).toList();
    await(Future.all(added));

    until(() -> done(one, "key <> ''").size() == 200);
    assertThat(done(one, "key <> ''"))
        .extracting(row -> row.getString("key"))
        .doesNotHaveDuplicates();
    until(() -> done(one, "key = ''").size() == 1);
  }

  @Test
  void workOfATransactionThatEndsOtherwiseIsNotDone() {
    Counting plugin = start("one", PluginStoreIT::atOnce);

    Future<Object> failed =
        plugin
            .store()
            .pool()
            .withTransaction(client ->
                plugin
                    .store()
                    .addWork(client, "count", "lost", new JsonObject(), NOW)
                    .compose(added -> Future.failedFuture("refused")));
    assertThatThrownBy(() -> await(failed)).hasMessageContaining("refused");
    await(add(plugin, "kept"));

    until(() -> !done(plugin, "key = 'kept'").isEmpty());
    assertThat(done(plugin, "key = 'lost'")).isEmpty();
  }

  @Test
  void workThatIsAddedWhileItIsDoneIsDoneOnceMore() {
    Promise<Void> begun = Promise.promise();
    Promise<Void> held = Promise.promise();
    Counting plugin =
        start(
            "one",
            item -> {
              if (item.key().isEmpty()) {
                return Future.succeededFuture();
              }
              begun.tryComplete();
              return held.future();
            });

    await(add(plugin, "same"));
    await(begun.future());
    await(add(plugin, "same"));
    await(add(plugin, "same"));
    held.complete();

    until(() -> done(plugin, "key = 'same'").size() == 2);
    until(() -> waiting(plugin).isEmpty());
    assertThat(done(plugin, "key = 'same'")).hasSize(2);
  }

  @Test
  void parkedWorkWaitsAgainWhenItIsAdded() {
    Counting plugin = start("one", PluginStoreIT::atOnce);
    await(
        plugin
            .store()
            .pool()
            .query(
                "INSERT INTO tradewind_work (kind, key, payload, due_at, attempts, parked_at)"
                    + " VALUES ('count', 'parked', '{}', now(), 20, now())")
            .execute());

    await(add(plugin, "parked"));

    until(() -> done(plugin, "key = 'parked'").size() == 1);
  }

  @Test
  void workThatFailsIsRepeated() {
    Counting plugin =
        start(
            "one",
            item ->
                item.attempt() == 1 && !item.key().isEmpty()
                    ? Future.failedFuture("busy")
                    : Future.succeededFuture());

    await(add(plugin, "twice"));

    until(() -> done(plugin, "key = 'twice'").size() == 1);
  }

  @Test
  void workThatThePluginDoesNotHaveIsRefused() {
    Counting plugin = start("one", PluginStoreIT::atOnce);
    PluginStore store = plugin.store();

    for (String kind : List.of("daily", "unknown")) {
      assertThatThrownBy(
              () -> await(store.addWork(store.pool(), kind, "key", new JsonObject(), NOW)))
          .hasMessageContaining("The plugin counting has no work " + kind);
    }
  }

  @Test
  void aPluginSeesNothingOfTheShop() {
    Counting plugin = start("one", PluginStoreIT::atOnce);

    for (String table : List.of("catalog.product", "customer.customer", "orders.\"order\"")) {
      assertThatThrownBy(() -> await(plugin.store().pool().query("SELECT FROM " + table).execute()))
          .hasMessageContaining("permission denied");
    }
  }
}

package dev.tradewind.providers.plugin;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.metrics.DatabaseGauges;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.queue.QueueFacts;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.store.PluginStore;
import dev.tradewind.spi.store.Work;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Schema of a plugin, as a node uses it: its pool, and its work in the background. */
final class RunningStore implements PluginStore {

  private static final Logger LOG = LoggerFactory.getLogger(RunningStore.class);

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(10);

  /** By which a lease is longer than the limit of the work. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private static final int MAX_CONCURRENT = 8;
  private static final int MAX_ATTEMPTS = 20;

  private static final String ADD =
      """
      INSERT INTO tradewind_work (kind, key, payload, due_at)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (kind, key) DO UPDATE
      SET payload = excluded.payload,
        due_at = CASE
          WHEN tradewind_work.parked_at IS NOT NULL THEN excluded.due_at
          WHEN tradewind_work.attempts = 0 THEN least(tradewind_work.due_at, excluded.due_at)
          ELSE tradewind_work.due_at
        END,
        attempts = CASE
          WHEN tradewind_work.parked_at IS NOT NULL THEN 0
          ELSE tradewind_work.attempts
        END,
        again = tradewind_work.parked_at IS NULL AND tradewind_work.attempts > 0,
        parked_at = NULL
      """;

  private static final String ADD_PERIODIC =
      """
      INSERT INTO tradewind_work (kind, key, payload, due_at)
      VALUES ($1, '', '{}', $2)
      ON CONFLICT DO NOTHING
      """;

  private final PluginHost host;
  private final String plugin;
  private final Pool pool;
  private volatile Map<String, Work> kinds = Map.of();
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean hasPeriodic;
  private @Nullable LeasedQueue<Work.Item> queue;
  private @Nullable BackgroundTasks tasks;

  RunningStore(Plugin plugin, PluginHost host) {
    this.host = host;
    this.plugin = plugin.name();
    if (host.database() == null) {
      throw new IllegalArgumentException(
          "The plugin %s has a schema, and there is no database here.".formatted(plugin.name()));
    }
    this.pool = SchemaPool.open(host.vertx(), host.database(), PluginSchema.of(plugin));
  }

  @Override
  public Pool pool() {
    return pool;
  }

  @Override
  public Future<Void> addWork(
      SqlClient client, String kind, String key, JsonObject payload, Instant due) {
    Work work = kinds.get(kind);
    if (work == null || work.interval() != null) {
      return Future.failedFuture(
          new IllegalArgumentException(
              "The plugin %s has no work %s to be added.".formatted(plugin, kind)));
    }
    return client
        .preparedQuery(ADD)
        .execute(Tuple.of(kind, key, payload, Timestamps.utc(due)))
        .mapEmpty();
  }

  /**
   * @throws IllegalArgumentException if two have the same name
   */
  void have(List<Work> work) {
    Map<String, Work> known = new TreeMap<>();
    for (Work one : work) {
      if (known.put(one.name(), one) != null) {
        throw new IllegalArgumentException("it has two kinds of work " + one.name() + ".");
      }
    }
    kinds = Map.copyOf(known);
    String limits =
        known.values().stream()
            .map(one -> " WHEN '%s' THEN %s".formatted(one.name(), one.limit().toMillis()))
            .collect(Collectors.joining());
    queue =
        LeasedQueue.<Work.Item>in("tradewind_work", "plugin-" + plugin, List.of("kind", "key"))
            .waiting("parked_at IS NULL")
            .filter("kind = ANY($4)")
            .reading(
                "key, payload, attempts",
                row ->
                    new Work.Item(
                        row.getString("key"),
                        row.getJsonObject("payload"),
                        row.getInteger("attempts")))
            .attempts("attempts")
            .leasedFor(MARGIN)
            .longerBy("interval '1 millisecond' * CASE kind%s ELSE 0 END".formatted(limits))
            .parkedAfter(MAX_ATTEMPTS, "parked_at = now()", "parked_at IS NOT NULL")
            .build();
  }

  /** Starts the work in the background. */
  void start(BackgroundGate gate) {
    LeasedQueue<Work.Item> all = queue;
    if (all == null || kinds.isEmpty()) {
      return;
    }
    String label = "plugin-" + plugin;
    BackgroundTasks started = new BackgroundTasks(label, host.meters(), gate);
    started.add(
        BackgroundTask.spread(INTERVAL, "plugin-work", () -> begin(all, gate))
            .whenIdleEvery(IDLE_INTERVAL));
    started.add(new DatabaseGauges(pool, label, QueueFacts.of(all), host.meters()).sampling());
    started.start(host.vertx());
    tasks = started;
  }

  /** Leases as much work as the node is free for; its end is not awaited. */
  private Future<Void> begin(LeasedQueue<Work.Item> all, BackgroundGate gate) {
    int free = MAX_CONCURRENT - running.getAndSet(MAX_CONCURRENT);
    if (free == 0) {
      return Future.succeededFuture();
    }
    return addPeriodic()
        .compose(added ->
            all.lease(
                pool, host.clock().instant(), free, (Object) kinds.keySet().toArray(String[]::new)))
        .onFailure(failed -> running.addAndGet(-free))
        .map(leases -> {
          running.addAndGet(leases.size() - free);
          boolean isMoreDue = leases.size() == free;
          for (Lease<Work.Item> lease : leases) {
            gate.run(
                    false, () -> Tracing.background("plugin-work", () -> run(all, lease).map(true)))
                .onSuccess(hasRun -> {
                  if (!hasRun) {
                    // The shop became a copy meanwhile: the lease ends by itself.
                    running.decrementAndGet();
                  }
                })
                .compose(
                    hasRun -> hasRun && isMoreDue ? begin(all, gate) : Future.succeededFuture());
          }
          return null;
        });
  }

  /** Adds the work that no one else does, once in the life of the node. */
  private Future<Void> addPeriodic() {
    if (hasPeriodic) {
      return Future.succeededFuture();
    }
    List<Work> periodic = kinds.values().stream().filter(work -> work.interval() != null).toList();
    return Futures.sequence(
            periodic,
            work ->
                pool.preparedQuery(ADD_PERIODIC)
                    .execute(Tuple.of(work.name(), Timestamps.utc(host.clock().instant()))))
        .onSuccess(added -> hasPeriodic = true);
  }

  private Future<Void> run(LeasedQueue<Work.Item> all, Lease<Work.Item> lease) {
    Work work = Objects.requireNonNull(kinds.get(lease.key().getFirst()));
    Instant deadline = host.clock().instant().plus(work.limit());
    Future<Void> done =
        Future.succeededFuture()
            .compose(started -> work.handler().work(lease.item(), deadline))
            .onComplete(ended -> running.decrementAndGet());
    return done.timeout(work.limit().toMillis(), TimeUnit.MILLISECONDS)
        .transform(ended -> {
          if (ended.failed()) {
            LOG.warn(
                "Work {} of plugin {} failed: {}", work.name(), plugin, ended.cause().toString());
          }
          return done.isComplete()
              ? record(all, lease, work, ended.succeeded())
              : leave(all, lease);
        })
        .onFailure(lost ->
            LOG.warn(
                "Recording work {} of plugin {} failed, which is repeated: {}",
                work.name(),
                plugin,
                lost.toString()));
  }

  /** Work that goes on after its limit keeps its lease: no other node begins it meanwhile. */
  private Future<Void> leave(LeasedQueue<Work.Item> all, Lease<Work.Item> lease) {
    return lease.attempts() < MAX_ATTEMPTS
        ? Future.succeededFuture()
        : all.park(pool, lease).mapEmpty();
  }

  private Future<Void> record(
      LeasedQueue<Work.Item> all, Lease<Work.Item> lease, Work work, boolean isDone) {
    Instant now = host.clock().instant();
    Duration interval = work.interval();
    if (interval != null) {
      Tuple next = lease.parameters().addValue(Timestamps.utc(now.plus(interval)));
      return pool.preparedQuery(all.postponing("attempts = 0")).execute(next).mapEmpty();
    }
    return isDone ? finish(all, lease, now) : all.retry(pool, lease, now).mapEmpty();
  }

  /** Work that was added again meanwhile is due again. */
  private Future<Void> finish(LeasedQueue<Work.Item> all, Lease<Work.Item> lease, Instant now) {
    return pool.preparedQuery(all.finishing() + "  AND NOT again")
        .execute(lease.parameters())
        .compose(rows ->
            rows.rowCount() == 1
                ? Future.succeededFuture()
                : pool.preparedQuery(all.postponing("attempts = 0, again = false"))
                    .execute(lease.parameters().addValue(Timestamps.utc(now))))
        .mapEmpty();
  }

  /** Starts no further work. */
  void stop() {
    BackgroundTasks started = tasks;
    if (started != null) {
      started.stop(host.vertx());
    }
  }

  Future<Void> close() {
    return pool.close();
  }
}

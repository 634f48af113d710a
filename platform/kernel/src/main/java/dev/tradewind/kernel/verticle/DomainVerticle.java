package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.audit.AuditChain;
import dev.tradewind.kernel.audit.AuditLog;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.background.ClusterActivity;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.field.DeclaredFields;
import dev.tradewind.kernel.field.FieldIndexStore;
import dev.tradewind.kernel.idempotency.IdempotencyRecordCleaner;
import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.metrics.DatabaseGauges;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.outbox.OutboxMeters;
import dev.tradewind.kernel.outbox.OutboxRelay;
import dev.tradewind.kernel.outbox.StateSource;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Verticle that owns one schema: it opens the schema's pool, serves its operations on its address
 * and publishes the events of its outbox. Undeployment drains it: it accepts nothing new, answers
 * accepted requests, and only then closes its pool. At a {@linkplain NodeContext#snapshot snapshot}
 * it serves its operations alone.
 */
public abstract class DomainVerticle extends VerticleBase {

  private final String address;
  private final Schema schema;
  private final NodeContext node;
  private final BackgroundTasks tasks;
  private final List<Operations.OperationServer> served = new ArrayList<>();
  private final List<StateSource> states = new ArrayList<>();
  private final List<DatabaseFact> facts = new ArrayList<>(OutboxMeters.facts());
  private final Operations operations = new Operations();
  private final Operations internal = new Operations();
  private final Operations audit = new Operations();
  private final Operations shared = new Operations();
  private final Operations fields = new Operations();
  private @Nullable Pool pool;
  private @Nullable Pool questions;
  private @Nullable OutboxRelay relay;

  protected DomainVerticle(String address, Schema schema, NodeContext node) {
    this.address = address;
    this.schema = schema;
    this.node = node;
    this.tasks = new BackgroundTasks(address, node.meters(), node.gate());
  }

  /**
   * Binds the features of this verticle.
   *
   * @param operations operations of the contract, reachable through the gateway
   * @param internal operations that only other verticles call
   */
  protected abstract void bind(
      Operations operations, Operations internal, Pool pool, OperationClient bus);

  /**
   * Whether reads from memory ask a change log. Then one connection of the pool is for these
   * questions alone: they never wait for a long statement.
   */
  protected boolean asksChangeLog() {
    return false;
  }

  /** The connection for questions to the change log; the pool, if that has no other. */
  protected final Pool questions() {
    return Objects.requireNonNull(questions, "The verticle has not started");
  }

  /** Chooses the connections for questions to the change log, before the features are bound. */
  final void askOn(Pool pool) {
    questions = pool;
  }

  /** Adds a task that runs from the end of the start of this verticle until it stops. */
  protected final void schedule(BackgroundTask task) {
    tasks.add(task);
  }

  /** Adds facts of the schema that gauges show, besides the backlog of its outbox. */
  protected final void show(List<DatabaseFact> further) {
    facts.addAll(further);
  }

  /** Lets the shop declare fields for the resources of this schema. */
  protected final void serveFields(Pool opened) {
    FieldIndexStore indexes = new FieldIndexStore(opened);
    new DeclaredFields(opened, node.clock(), indexes::run).bind(fields);
    schedule(indexes.task());
  }

  /** The tasks that this verticle runs; complete after the start. */
  final List<BackgroundTask> tasks() {
    return tasks.all();
  }

  /** Adds the states of aggregates that the node publishes in full, if it is configured to. */
  protected final void publishStates(StateSource source) {
    if (node.publishesStates()) {
      states.add(source);
    }
  }

  /** Starts background work that is neither an operation nor a periodic task. */
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    return Future.succeededFuture();
  }

  /** Stops the work of {@link #startBackground}. */
  protected Future<?> stopBackground() {
    return Future.succeededFuture();
  }

  protected final NodeContext node() {
    return node;
  }

  public final String address() {
    return address;
  }

  /** The bound operations of the contract; complete after the start. */
  public final Set<String> operationIds() {
    return operations.ids();
  }

  /** The bound operations that only verticles call. */
  public final Set<String> internalOperationIds() {
    return internal.ids();
  }

  @Override
  public final Future<?> start() {
    String snapshot = node.snapshot();
    Pool opened =
        snapshot == null
            ? SchemaPool.open(vertx, node.database().withPoolSize(poolSize()), schema)
            : SchemaPool.openAt(vertx, node.database(), schema, snapshot);
    pool = opened;
    askOn(asksApart() ? SchemaPool.openForQuestions(vertx, node.database(), schema) : opened);
    OperationClient bus = new OperationClient(vertx, node.clock());
    bind(operations, internal, opened, bus);
    if (snapshot == null) {
      return startWork(opened, bus);
    }
    return warmUp(opened).compose(done -> serveOperations());
  }

  private boolean asksApart() {
    return asksChangeLog() && node.snapshot() == null && node.database().poolSize() > 1;
  }

  /** Connections of the pool, without the one for questions. */
  private int poolSize() {
    return asksApart() ? node.database().poolSize() - 1 : node.database().poolSize();
  }

  private Future<?> startWork(Pool opened, OperationClient bus) {
    // Several instances of this verticle may run on the node; one of them publishes.
    String holder = node.nodeId() + "/" + Ids.ulid();
    OutboxRelay started =
        new OutboxRelay(
            vertx,
            opened,
            node.events(),
            holder,
            List.copyOf(states),
            node.gate(),
            new OutboxMeters(address, node.meters(), node.clock()));
    relay = started;
    ClusterActivity.of(vertx).hearOthers(vertx.eventBus());
    schedule(started.pruning());
    schedule(new DatabaseGauges(opened, address, facts, node.meters()).sampling());
    schedule(new IdempotencyRecordCleaner(opened).task());
    schedule(new AuditChain(opened).task());
    new AuditLog(opened).bind(audit);
    node.shared().bind(shared, opened);
    return warmUp(opened)
        .compose(done -> startBackground(opened, bus))
        .compose(done -> serveOperations())
        .compose(done -> serve(audit, AuditLog.address(address)))
        .compose(done -> serve(shared, SharedOperations.address(address)))
        .compose(done -> serve(fields, DeclaredFields.address(address)))
        .compose(done -> serveHealthCheck(opened))
        .onSuccess(done -> {
          started.start();
          tasks.start(vertx);
        });
  }

  /**
   * Opens the connections before the node registers: it receives its share of the requests from
   * then on, and the first would wait for a connection. Connections that fail now are opened on
   * demand.
   */
  private Future<?> warmUp(Pool opened) {
    List<Future<SqlConnection>> connections =
        IntStream.rangeClosed(1, poolSize())
            .mapToObj(connection -> opened.getConnection())
            .collect(Collectors.toCollection(ArrayList::new));
    if (asksApart()) {
      connections.add(questions().getConnection());
    }
    return Future.join(connections)
        .transform(all ->
            Future.join(
                connections.stream()
                    .filter(Future::succeeded)
                    .map(connection -> connection.result().close())
                    .toList()));
  }

  private Future<Void> serveOperations() {
    return serve(operations, address)
        .compose(done -> serve(internal, OperationClient.internalAddress(address)));
  }

  private Future<Void> serve(Operations table, String at) {
    return table.serve(vertx, at, node.clock()).onSuccess(served::add).mapEmpty();
  }

  /** Serves the health check on this node only. */
  private Future<Void> serveHealthCheck(Pool opened) {
    return vertx
        .eventBus()
        .localConsumer(
            healthAddress(address),
            check ->
                SchemaPool.check(opened)
                    .onSuccess(answered -> check.reply("up"))
                    .onFailure(failure -> check.fail(0, "The database does not answer.")))
        .completion();
  }

  private static String healthAddress(String address) {
    return address + ".health";
  }

  /**
   * Checks that the verticle of this node at an address answers, and that its database does.
   *
   * @return fails with a sentence about what does not
   */
  public static Future<?> checkHealth(Vertx vertx, String address, Duration timeout) {
    return vertx
        .eventBus()
        .request(
            healthAddress(address),
            "check",
            new DeliveryOptions().setLocalOnly(true).setSendTimeout(timeout.toMillis()));
  }

  /**
   * Starts no further runs of the periodic tasks, ahead of the undeployment: a task that asks
   * another verticle would report the absence of one that is undeployed before.
   */
  public final Future<Void> stopTasks() {
    if (context == null) {
      return Future.succeededFuture();
    }
    return Future.future(stopped ->
        context.runOnContext(stop -> {
          tasks.stop(vertx);
          stopped.complete();
        }));
  }

  @Override
  public final Future<?> stop() {
    return Future.join(served.stream().map(Operations.OperationServer::drain).toList())
        .transform(drained -> stopBackground())
        .onComplete(stopped -> tasks.stop(vertx))
        .transform(stopped -> relay == null ? Future.succeededFuture() : relay.stop())
        .transform(stopped -> asksApart() ? questions().close() : Future.succeededFuture())
        .transform(stopped -> pool == null ? Future.succeededFuture() : pool.close());
  }
}

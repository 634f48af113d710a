package dev.tradewind.acceptance.interleaving;

import static dev.tradewind.testing.Eventually.LIMIT;

import dev.tradewind.cart.CartVerticle;
import dev.tradewind.cart.payment.PaymentNoticeStore;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.BoundVerticle;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.test.TestPlugin;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Node of the interleaving test: the cart and the order verticle on an event bus of its own. It
 * serves one actor at a time. Each of its statements and each call of a payment provider waits at a
 * gate until the schedule releases it.
 */
final class GatedNode {

  private static final Map<Vertx, GatedNode> NODES = new ConcurrentHashMap<>();
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private static final String NOTICES = "payment-notices";

  private static final String AGE_ATTEMPTS =
      "UPDATE payment_attempt SET updated_at = updated_at - make_interval(secs => $2::integer)"
          + " WHERE cart_id = $1";

  private static final String AGE_NOTICES =
      """
      UPDATE payment_notice
      SET received_at = received_at - make_interval(secs => $2::integer),
        due_at = least(due_at, received_at)
      WHERE reference = $1 AND due_at IS NOT NULL
      """;

  private final Clock clock;
  private final Vertx vertx;
  private final OperationClient bus;
  private final Pool carts;
  private final CartVerticle cartVerticle;
  private @Nullable Actor actor;
  private @Nullable Interleaving interleaving;

  GatedNode(
      SharedEventLoop loop,
      DatabaseConfig database,
      NodeContext services,
      ReferenceData data,
      UnaryOperator<String> fault) {
    clock = loop.clock();
    vertx = loop.vertx();
    bus = new OperationClient(vertx, clock);
    NODES.put(vertx, this);
    data.serve(vertx);
    carts = GatedPool.of(open(database, CartVerticle.SCHEMA), loop, this::gate, fault);
    Providers providers = TestPlugin.installed(vertx);
    cartVerticle = new CartVerticle(services, providers);
    serve(cartVerticle, carts);
    serve(
        new OrderVerticle(services, providers, SigningKeys.random()),
        GatedPool.of(open(database, OrderVerticle.SCHEMA), loop, this::gate, fault));
  }

  private Pool open(DatabaseConfig database, Schema schema) {
    return SchemaPool.open(vertx, database, schema);
  }

  private void serve(DomainVerticle verticle, Pool pool) {
    await(BoundVerticle.serve(verticle, vertx, pool, clock));
  }

  static GatedNode of(Vertx vertx) {
    return Objects.requireNonNull(NODES.get(vertx));
  }

  static <T> T await(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  /** Assigns the node to the actor and closes the gates. */
  void workFor(Actor next) {
    actor = next;
    interleaving = next.interleaving();
  }

  /** Opens the gates. */
  void workFor(Interleaving next) {
    actor = null;
    interleaving = next;
  }

  Future<Void> gate(String what) {
    Actor current = actor;
    return current == null ? Future.succeededFuture() : current.awaitRelease(what, vertx);
  }

  Authorization authorize(PaymentCall call) {
    return interleaving().authorize(call);
  }

  /** Answer of a provider, which may be lost. */
  <T> T answer(T answer) {
    return interleaving().answer(answer);
  }

  PaymentLedger ledger() {
    return interleaving().ledger();
  }

  private Interleaving interleaving() {
    return Objects.requireNonNull(interleaving);
  }

  Future<Reply> send(
      String operation, @Nullable String cartId, @Nullable JsonObject body, @Nullable String key) {
    JsonObject headers =
        new JsonObject().put("remote-address", "127.0.0.1").put("user-agent", "interleaving");
    headers.put(IdempotencyKey.HEADER, key == null ? Ids.ulid() : key);
    if (key == null) {
      headers.put(IdempotencyKey.GENERATED, "true");
    }
    CallContext context =
        new CallContext(
            Ids.ulid(), clock.instant().plus(REQUEST_TIMEOUT), null, Principal.ANONYMOUS);
    JsonObject path = new JsonObject();
    if (cartId != null) {
      path.put("id", cartId);
    }
    return bus.send(
        "cart", operation, context, Request.input(path, new JsonObject(), body, headers));
  }

  /** Reconciles payments when that time has passed. */
  Future<?> reconcile(String cartId, Duration later) {
    return carts
        .preparedQuery(AGE_ATTEMPTS)
        .execute(Tuple.of(cartId, seconds(later)))
        .compose(aged -> BoundVerticle.run(cartVerticle, "reconcile-payment-attempts"));
  }

  /** Stores a notice of the provider about the payment of a cart, and looks into it. */
  Future<?> notice(String id, String cartId) {
    Instant now = Timestamps.now(clock);
    return new PaymentNoticeStore()
        .record(
            carts,
            new PaymentNoticeStore.Notice(
                id, PaidPaymentProvider.ID, PaidPaymentProvider.reference(cartId), now),
            now)
        .compose(recorded -> BoundVerticle.run(cartVerticle, NOTICES));
  }

  /** Looks into the notices about the payment of a cart when that time has passed. */
  Future<?> look(String cartId, Duration later) {
    return carts
        .preparedQuery(AGE_NOTICES)
        .execute(Tuple.of(PaidPaymentProvider.reference(cartId), seconds(later)))
        .compose(aged -> BoundVerticle.run(cartVerticle, NOTICES));
  }

  private static int seconds(Duration time) {
    return Math.toIntExact(time.toSeconds());
  }

  Vertx vertx() {
    return vertx;
  }

  void close() {
    NODES.remove(vertx);
    await(vertx.close());
  }
}

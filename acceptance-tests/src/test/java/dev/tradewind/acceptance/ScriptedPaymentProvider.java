package dev.tradewind.acceptance;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Payment provider with scripted outcomes per cart; without a script it does what it is asked. */
public final class ScriptedPaymentProvider implements PaymentProvider {

  static final String ID = "scripted";

  /** Outcome of an authorization. */
  enum Step {
    AUTHORIZED,
    PENDING,
    REQUIRES_MORE,
    ERROR,
    BREAKS,
    SILENT
  }

  /** Outcome of a capture or a refund. */
  enum Move {
    DONE,
    REFUSED,
    BREAKS
  }

  private static final Map<String, Queue<Step>> STEPS = new ConcurrentHashMap<>();
  private static final Map<String, Queue<Move>> MOVES = new ConcurrentHashMap<>();
  private static final Map<String, List<String>> MOVED_KEYS = new ConcurrentHashMap<>();
  private static final Map<String, List<String>> AUTHORIZED_KEYS = new ConcurrentHashMap<>();
  private static final Map<String, List<String>> CANCELED_KEYS = new ConcurrentHashMap<>();

  static void arrange(String cartId, Step... steps) {
    STEPS.put(cartId, new ConcurrentLinkedQueue<>(List.of(steps)));
  }

  /** Outcomes of the next captures and refunds of the payment of the cart. */
  static void arrangeMoves(String cartId, Move... moves) {
    MOVES.put(cartId, new ConcurrentLinkedQueue<>(List.of(moves)));
  }

  /** Keys of the captures and refunds requested for the payment of the cart. */
  static List<String> movedKeys(String cartId) {
    return MOVED_KEYS.getOrDefault(cartId, List.of());
  }

  /** Keys of the authorizations requested for the cart. */
  static List<String> authorizedKeys(String cartId) {
    return AUTHORIZED_KEYS.getOrDefault(cartId, List.of());
  }

  static List<String> canceledKeys(String cartId) {
    return CANCELED_KEYS.getOrDefault(cartId, List.of());
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<JsonObject> createSession(PaymentCall call) {
    return Future.succeededFuture(status("pending"));
  }

  @Override
  public Future<JsonObject> updateSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> updateSessionData(
      PaymentCall call, JsonObject data, JsonObject update) {
    return Future.succeededFuture(update);
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    AUTHORIZED_KEYS
        .computeIfAbsent(call.cartId(), cart -> new CopyOnWriteArrayList<>())
        .add(call.idempotencyKey());
    Queue<Step> steps = STEPS.get(call.cartId());
    Step step = steps == null ? null : steps.poll();
    return switch (step == null ? Step.AUTHORIZED : step) {
      case AUTHORIZED -> answer(Authorization.Status.AUTHORIZED);
      case PENDING -> answer(Authorization.Status.PENDING);
      case REQUIRES_MORE -> answer(Authorization.Status.REQUIRES_MORE);
      case ERROR -> answer(Authorization.Status.ERROR);
      case BREAKS -> Future.failedFuture("The provider is unreachable");
      case SILENT -> Promise.<Authorization>promise().future();
    };
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return answer(Authorization.Status.AUTHORIZED);
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return move(call, status("captured"));
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return move(call, data);
  }

  private static Future<JsonObject> move(PaymentCall call, JsonObject done) {
    MOVED_KEYS
        .computeIfAbsent(call.cartId(), cart -> new CopyOnWriteArrayList<>())
        .add(call.idempotencyKey());
    Queue<Move> moves = MOVES.get(call.cartId());
    Move move = moves == null ? null : moves.poll();
    return switch (move == null ? Move.DONE : move) {
      case DONE -> Future.succeededFuture(done);
      case REFUSED ->
          Future.failedFuture(new Problem.NotAllowed("The account is closed").toException());
      case BREAKS -> Future.failedFuture("The provider is unreachable");
    };
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    CANCELED_KEYS
        .computeIfAbsent(call.cartId(), cart -> new CopyOnWriteArrayList<>())
        .add(call.idempotencyKey());
    return Future.succeededFuture(status("canceled"));
  }

  private static Future<Authorization> answer(Authorization.Status status) {
    return Future.succeededFuture(new Authorization(status, status(status.wireName())));
  }

  private static JsonObject status(String status) {
    return new JsonObject().put("status", status);
  }
}

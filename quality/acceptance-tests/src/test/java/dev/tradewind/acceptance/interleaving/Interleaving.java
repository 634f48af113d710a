package dev.tradewind.acceptance.interleaving;

import static dev.tradewind.testing.Eventually.LIMIT;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.Authorization.Status;
import dev.tradewind.spi.payment.PaymentCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Schedule of two to four completions of one cart and other concurrent work. The seed selects the
 * actors, the order of their steps, and a crash. One step runs at a time, so that a seed always
 * reproduces the same history.
 */
final class Interleaving {

  /** Far more than all actors need together, fifty each: reaching it means an unbounded loop. */
  private static final int MAX_STEPS = 1_000;

  /** Far more than the backoffs of one step. */
  private static final int MAX_TIMERS = 1_000;

  private static final int MAX_HOURS = 8;

  private static final Duration HOUR = Duration.ofHours(1);

  private static final Duration STEP = Duration.ofMillis(1);

  private final long seed;
  private final Random random;
  private final InterleavedShop shop;
  private final InterleavedShop.Slot slot;
  private final String cartId;
  private final PaymentLedger ledger;
  private final List<Actor> actors = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private Duration passed = Duration.ZERO;
  private int crashAt;
  private int steps;
  private int timers;

  Interleaving(InterleavedShop shop, InterleavedShop.Slot slot, String cartId, long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.shop = shop;
    this.slot = slot;
    this.cartId = cartId;
    this.ledger = new PaymentLedger(cartId);
    ledger.ask(reference(), slot.total());
  }

  /** Whether the shopper pays at the provider; each second interleaving. */
  static boolean isPaidAtProvider(long seed) {
    return seed % 2 == 0;
  }

  private String reference() {
    return PaidPaymentProvider.reference(cartId);
  }

  /**
   * Runs the schedule and reconciles; the shop audits the cart afterwards.
   *
   * @throws AssertionError if the schedule does not end
   */
  void run() {
    shop.loop()
        .execute(() -> {
          // The database compares deadlines with the real time.
          shop.loop().synchronizeClock();
          addActors();
          crashAt = random.nextInt(3) == 0 ? random.nextInt(40) : -1;
          shop.loop().whenQuiet(this::step);
        });
    try {
      end.get(LIMIT.toMinutes(), TimeUnit.MINUTES);
    } catch (ExecutionException failure) {
      throw new AssertionError(describe("" + failure.getCause()), failure.getCause());
    } catch (TimeoutException | InterruptedException failure) {
      throw new AssertionError(describe("The schedule did not end in time"), failure);
    }
  }

  private void addActors() {
    Deque<GatedNode> nodes = new ArrayDeque<>(shop.nodes());
    boolean isPaid = isPaidAtProvider(seed);
    int completions = isPaid ? random.nextInt(4) : 2 + random.nextInt(3);
    if (isPaid) {
      addShopper(nodes);
    }
    for (int i = 0; i < completions; i++) {
      String key = random.nextInt(3) == 0 ? null : "key-" + random.nextInt(2) + cartId;
      addActor(
          nodes,
          "completion " + i,
          node -> outcomeOf(node.send("storeCompleteCart", cartId, null, key)));
    }
    int others = random.nextInt(nodes.size() + 1);
    for (int i = 0; i < others; i++) {
      switch (random.nextInt(5)) {
        case 0 ->
            addActor(
                nodes,
                "line",
                node -> outcomeOf(node.send("storeAddLineItem", cartId, slot.line(), null)));
        case 1 ->
            addActor(
                nodes,
                "discount",
                node -> outcomeOf(node.send("storeUpdateCart", cartId, codes(shop.code()), null)));
        case 2 ->
            addActor(
                nodes,
                "no discount",
                node -> outcomeOf(node.send("storeUpdateCart", cartId, codes(null), null)));
        case 3 ->
            addActor(
                nodes,
                "session",
                node ->
                    outcomeOf(
                        node.send(
                            "storeSelectPaymentSession",
                            cartId,
                            new JsonObject().put("provider_id", GatedPaymentProvider.OTHER_ID),
                            null)));
        default -> {
          Duration later = Duration.ofHours(random.nextInt(2));
          addActor(
              nodes,
              "reconciler after " + later,
              node -> {
                pass(later);
                return node.reconcile(cartId, later).map("ran");
              });
        }
      }
    }
  }

  /** The shopper pays before or meanwhile; the provider sends none, one or two notices. */
  private void addShopper(Deque<GatedNode> nodes) {
    if (random.nextBoolean()) {
      ledger.pay(reference());
    } else {
      addActor(
          nodes,
          "shopper",
          node -> {
            ledger.pay(reference());
            return Future.succeededFuture("paid");
          });
    }
    int webhooks = random.nextInt(3);
    for (int i = 0; i < webhooks; i++) {
      // The provider may send a notice twice.
      String id = "webhook " + random.nextInt(2);
      addActor(nodes, id, node -> node.notice(id + cartId, cartId).map("looked"));
    }
    if (nodes.size() > 3 && random.nextBoolean()) {
      Duration later = Duration.ofMinutes(random.nextBoolean() ? 3 : 20);
      addActor(
          nodes,
          "look after " + later,
          node -> {
            pass(later);
            return node.look(cartId, later).map("looked");
          });
    }
  }

  /** The time passes for all actors: later provider calls exceed their deadline. */
  private void pass(Duration later) {
    passed = later.compareTo(passed) > 0 ? later : passed;
  }

  private interface Work {
    Future<String> on(GatedNode node);
  }

  private void addActor(Deque<GatedNode> nodes, String name, Work work) {
    GatedNode node = nodes.pop();
    actors.add(new Actor(this, name, node, () -> work.on(node)));
  }

  private static JsonObject codes(@Nullable String code) {
    JsonArray codes = new JsonArray();
    if (code != null) {
      codes.add(new JsonObject().put("code", code));
    }
    return new JsonObject().put("discounts", codes);
  }

  private static Future<String> outcomeOf(Future<Reply> reply) {
    return reply.map(answer -> {
      JsonObject body = answer.body().toJsonObject();
      return "order".equals(body.getString("type"))
          ? "ordered " + body.getJsonObject("data").getString("id")
          : answer.status() + " " + body.getString("message", "");
    });
  }

  /** Releases the next step; the previous one and all that it has caused have ended. */
  private void step() {
    if (!actors.stream().allMatch(Actor::isIdle)) {
      endBackoff();
      return;
    }
    timers = 0;
    List<Actor> ready =
        actors.stream().filter(actor -> !actor.isDone() && !actor.isCrashed()).toList();
    if (ready.isEmpty()) {
      shop.loop().rest();
      reconcile(1).onComplete(done -> settle(done.cause()));
      return;
    }
    if (steps == MAX_STEPS) {
      fail("The schedule did not end");
      return;
    }
    Actor next = ready.get(random.nextInt(ready.size()));
    if (steps++ == crashAt) {
      history.add(next.name() + " crashes");
      next.crash();
    } else {
      Actor.Step released = next.waiting().remove(random.nextInt(next.waiting().size()));
      history.add(next.name() + ": " + released.what());
      shop.loop().advance(STEP);
      released.release().run();
    }
  }

  /** Advances the time, as only a backoff is left to wait for. */
  private void endBackoff() {
    if (++timers > MAX_TIMERS || !shop.loop().advanceToTimer()) {
      fail("A step does not end");
    }
  }

  private void fail(String reason) {
    shop.loop().rest();
    settle(new IllegalStateException(reason));
  }

  private void settle(@Nullable Throwable failure) {
    if (failure == null) {
      end.complete(null);
    } else {
      end.completeExceptionally(failure);
    }
  }

  /**
   * All live actors have ended; the reconciliation resolves the attempts of a crashed one, and the
   * looks the payments of which nothing was heard.
   */
  private Future<Void> reconcile(int hours) {
    return shop.hasUnresolvedPayments(cartId)
        .compose(isUnresolved -> {
          if (!isUnresolved || hours > MAX_HOURS) {
            return Future.succeededFuture();
          }
          GatedNode survivor = shop.nodes().getFirst();
          survivor.workFor(this);
          timers = 0;
          shop.loop().whenQuiet(this::endBackoff);
          return survivor
              .reconcile(cartId, HOUR)
              .compose(done -> survivor.look(cartId, HOUR))
              .onComplete(done -> shop.loop().rest())
              .compose(done -> reconcile(hours + 1));
        });
  }

  /** Authorizes most calls; a repeated idempotency key returns the first answer. */
  Authorization authorize(PaymentCall call) {
    if (!call.deadline().isAfter(shop.loop().clock().instant().plus(passed))) {
      throw new IllegalStateException("The deadline of the call is exceeded");
    }
    int draw = random.nextInt(20);
    Status fresh =
        switch (draw) {
          case 0 -> Status.ERROR;
          case 1 -> Status.REQUIRES_MORE;
          default -> Status.AUTHORIZED;
        };
    Authorization answer = ledger.authorize(call, fresh);
    if (draw == 2) {
      throw new IllegalStateException("The answer was lost");
    }
    return answer;
  }

  /** Loses one answer in twenty. */
  <T> T answer(T answer) {
    if (random.nextInt(20) == 0) {
      throw new IllegalStateException("The answer was lost");
    }
    return answer;
  }

  PaymentLedger ledger() {
    return ledger;
  }

  InterleavedShop.Slot slot() {
    return slot;
  }

  long seed() {
    return seed;
  }

  String cartId() {
    return cartId;
  }

  List<Actor> actors() {
    return actors;
  }

  String describe(String problem) {
    return "seed %d: %s%n  %s%n  %s"
        .formatted(
            seed,
            problem,
            String.join(
                "\n  ",
                actors.stream()
                    .map(actor -> actor.name() + " ended with: " + actor.outcome())
                    .toList()),
            String.join("\n  ", history.size() > 120 ? history.subList(0, 120) : history));
  }
}

package dev.tradewind.acceptance.interleaving;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.Authorization.Status;
import dev.tradewind.providers.payment.PaymentCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Schedule of two to four completions of one cart and other concurrent work. The seed selects the
 * actors, the order of their steps, and a crash. One step runs at a time, so that a seed always
 * reproduces the same history.
 */
final class Interleaving {

  /** Far more than all actors need together, fifty each: reaching it means an unbounded loop. */
  private static final int MAX_STEPS = 1_000;

  private static final long MAX_STEP_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final long seed;
  private final Random random;
  private final InterleavedShop shop;
  private final String cartId;
  private final PaymentLedger ledger = new PaymentLedger();
  private final List<Actor> actors = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private volatile Duration passed = Duration.ZERO;

  Interleaving(InterleavedShop shop, long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.shop = shop;
    this.cartId = shop.newCart();
  }

  /** Runs the schedule, reconciles, and returns the violated invariants, one sentence each. */
  List<String> run() {
    addActors();
    String stuck = runSchedule();
    if (stuck != null) {
      return List.of(describe(stuck));
    }
    // All live actors have ended; the reconciliation resolves the attempts of a crashed one.
    GatedNode survivor = shop.nodes().getFirst();
    survivor.workFor(this);
    for (int hours = 1; hours <= 5 && shop.hasUnresolvedAttempts(cartId); hours++) {
      GatedNode.await(survivor.reconcile(Duration.ofHours(hours)));
    }
    return shop.violations(cartId, ledger, actors).stream().map(this::describe).toList();
  }

  private void addActors() {
    Deque<GatedNode> nodes = new ArrayDeque<>(shop.nodes());
    int completions = 2 + random.nextInt(3);
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
                node -> outcomeOf(node.send("storeAddLineItem", cartId, shop.line(1), null)));
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
                // The clock advances for all actors: later provider calls exceed their deadline.
                passed = later.compareTo(passed) > 0 ? later : passed;
                return node.reconcile(later).map("ran");
              });
        }
      }
    }
  }

  private interface Work {
    Future<String> on(GatedNode node);
  }

  private void addActor(Deque<GatedNode> nodes, String name, Work work) {
    GatedNode node = nodes.pop();
    Supplier<Future<String>> begun = () -> work.on(node);
    actors.add(new Actor(this, name, node, begun));
  }

  private static JsonObject codes(String code) {
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

  /** Releases one step at a time; returns the reason of a stall, or null if all actors ended. */
  private synchronized String runSchedule() {
    int crashAt = random.nextInt(3) == 0 ? random.nextInt(40) : -1;
    for (int step = 0; step < MAX_STEPS; step++) {
      if (!awaitIdle()) {
        return "A step timed out";
      }
      List<Actor> ready =
          actors.stream().filter(actor -> !actor.isDone() && !actor.isCrashed()).toList();
      if (ready.isEmpty()) {
        return null;
      }
      Actor next = ready.get(random.nextInt(ready.size()));
      if (step == crashAt) {
        history.add(next.name() + " crashes");
        next.crash();
      } else {
        Actor.Step released = next.waiting().remove(random.nextInt(next.waiting().size()));
        history.add(next.name() + ": " + released.what());
        released.release().run();
      }
    }
    return "The schedule did not end";
  }

  private boolean awaitIdle() {
    long end = System.nanoTime() + MAX_STEP_NANOS;
    while (!actors.stream().allMatch(Actor::isIdle)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      try {
        wait(left);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Authorizes most calls; a repeated idempotency key returns the first answer. */
  Authorization authorize(PaymentCall call) {
    if (!call.deadline().isAfter(Instant.now().plus(passed))) {
      throw new IllegalStateException("The deadline of the call is exceeded");
    }
    int draw;
    synchronized (this) {
      draw = random.nextInt(20);
    }
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

  PaymentLedger ledger() {
    return ledger;
  }

  private String describe(String problem) {
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

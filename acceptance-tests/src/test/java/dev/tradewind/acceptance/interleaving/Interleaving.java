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
 * One cart, two to four completions and a few others at once: a seed decides who they are, whose
 * step is next, and who dies. One step runs at a time, so that a seed is always the same history.
 */
final class Interleaving {

  /** Any of these takes less than fifty steps; whoever needs that many does not come to an end. */
  private static final int MOST_STEPS = 1_000;

  private static final long LONGEST_STEP_NANOS = TimeUnit.SECONDS.toNanos(20);

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

  /** Runs it and holds what is left against what was promised; what is wrong, a sentence each. */
  List<String> run() {
    invite();
    String stuck = play();
    if (stuck != null) {
      return List.of(described(stuck));
    }
    // Whoever is left alive has ended; what died is settled by whoever reconciles later.
    GatedNode survivor = shop.nodes().getFirst();
    survivor.workFor(this);
    for (int hours = 1; hours <= 5 && shop.hasUnsettledAttempts(cartId); hours++) {
      GatedNode.await(survivor.reconcile(Duration.ofHours(hours)));
    }
    return shop.broken(cartId, ledger, actors).stream().map(this::described).toList();
  }

  private void invite() {
    Deque<GatedNode> nodes = new ArrayDeque<>(shop.nodes());
    int completions = 2 + random.nextInt(3);
    for (int i = 0; i < completions; i++) {
      String key = random.nextInt(3) == 0 ? null : "key-" + random.nextInt(2) + cartId;
      join(
          nodes,
          "completion " + i,
          node -> told(node.send("storeCompleteCart", cartId, null, key)));
    }
    int others = random.nextInt(nodes.size() + 1);
    for (int i = 0; i < others; i++) {
      switch (random.nextInt(5)) {
        case 0 ->
            join(
                nodes,
                "line",
                node -> told(node.send("storeAddLineItem", cartId, shop.line(1), null)));
        case 1 ->
            join(
                nodes,
                "discount",
                node -> told(node.send("storeUpdateCart", cartId, codes(shop.code()), null)));
        case 2 ->
            join(
                nodes,
                "no discount",
                node -> told(node.send("storeUpdateCart", cartId, codes(null), null)));
        case 3 ->
            join(
                nodes,
                "session",
                node ->
                    told(
                        node.send(
                            "storeSelectPaymentSession",
                            cartId,
                            new JsonObject().put("provider_id", GatedPaymentProvider.OTHER_ID),
                            null)));
        default -> {
          Duration later = Duration.ofHours(random.nextInt(2));
          join(
              nodes,
              "reconciler after " + later,
              node -> {
                // Time passes for everyone: who asks a provider now is past the deadline.
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

  private void join(Deque<GatedNode> nodes, String name, Work work) {
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

  private static Future<String> told(Future<Reply> reply) {
    return reply.map(answer -> {
      JsonObject body = answer.body().toJsonObject();
      return "order".equals(body.getString("type"))
          ? "ordered " + body.getJsonObject("data").getString("id")
          : answer.status() + " " + body.getString("message", "");
    });
  }

  /** Releases step after step; what it got stuck at, or null where all came to an end. */
  private synchronized String play() {
    int deathAt = random.nextInt(3) == 0 ? random.nextInt(40) : -1;
    for (int step = 0; step < MOST_STEPS; step++) {
      if (!awaitQuiet()) {
        return "A step does not end";
      }
      List<Actor> ready =
          actors.stream().filter(actor -> !actor.isDone() && !actor.isDead()).toList();
      if (ready.isEmpty()) {
        return null;
      }
      Actor next = ready.get(random.nextInt(ready.size()));
      if (step == deathAt) {
        history.add(next.name() + " dies");
        next.die();
      } else {
        Actor.Step released = next.waiting().remove(random.nextInt(next.waiting().size()));
        history.add(next.name() + ": " + released.what());
        released.release().run();
      }
    }
    return "It does not come to an end";
  }

  private boolean awaitQuiet() {
    long end = System.nanoTime() + LONGEST_STEP_NANOS;
    while (!actors.stream().allMatch(Actor::isQuiet)) {
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

  /** Mostly agrees; what was asked under a key before is answered as before. */
  Authorization authorize(PaymentCall call) {
    if (!call.deadline().isAfter(Instant.now().plus(passed))) {
      throw new IllegalStateException("The deadline of the call is exceeded");
    }
    int dice;
    synchronized (this) {
      dice = random.nextInt(20);
    }
    Status fresh =
        switch (dice) {
          case 0 -> Status.ERROR;
          case 1 -> Status.REQUIRES_MORE;
          default -> Status.AUTHORIZED;
        };
    Authorization answer = ledger.authorize(call, fresh);
    if (dice == 2) {
      throw new IllegalStateException("The answer was lost");
    }
    return answer;
  }

  PaymentLedger ledger() {
    return ledger;
  }

  private String described(String problem) {
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

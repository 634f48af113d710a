package dev.tradewind.acceptance.chaos.load;

import static dev.tradewind.testing.Eventually.LIMIT;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import dev.tradewind.acceptance.chaos.load.AfterSale.End;
import dev.tradewind.acceptance.chaos.load.AfterSale.Goal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Member of staff that brings one order to a goal. After every answer, and after every missing one,
 * the order is read again at another node, and what it shows decides the next step.
 */
final class StaffMember {

  /** For a step: longer than the retrier needs to finish an operation of a crashed node. */
  private static final Duration ATTEMPT = Duration.ofSeconds(5);

  private static final int MAX_PAUSE_MILLIS = 1_000;
  private static final Set<String> UNCAPTURED = Set.of("awaiting", "requires_action");
  private static final Set<String> SETTLED = Set.of("captured", "difference_refunded");

  /** One in this many steps is sent to two nodes concurrently. */
  private static final int REPEATED = 8;

  /** Goals for which the shopper pays nothing more, which at Stripe takes a browser. */
  private static final List<Goal> WITHOUT_SHOPPER =
      List.of(Goal.SHIPPED, Goal.REFUNDED, Goal.RETURNED, Goal.CANCELED, Goal.CLAIMED);

  /** Request that changes the order, below {@code /store} by its customer. */
  private record Step(String path, @Nullable JsonObject body, @Nullable String key) {}

  private final ChaosClient client;
  private final ChaosClient customer;
  private final StockFixture stock;
  private final Market market;
  private final String orderId;
  private final RandomGenerator chance;
  private final Goal goal;
  private final boolean isCapturedFirst;
  private int node;
  private int retries;

  /**
   * @param client with the credentials of staff
   * @param customer without credentials
   */
  StaffMember(
      ChaosClient client,
      ChaosClient customer,
      StockFixture stock,
      Market market,
      String orderId,
      RandomGenerator chance) {
    this.client = client;
    this.customer = customer;
    this.stock = stock;
    this.market = market;
    this.orderId = orderId;
    this.chance = chance;
    List<Goal> goals = market.isAtStripe() ? WITHOUT_SHOPPER : List.of(Goal.values());
    this.goal = goals.get(chance.nextInt(goals.size()));
    this.isCapturedFirst = goal != Goal.CANCELED || chance.nextBoolean();
    this.node = chance.nextInt(1_000);
  }

  AfterSale process() {
    long giveUp = System.nanoTime() + LIMIT.toNanos();
    for (int attempt = 0; ; attempt++) {
      String said;
      try {
        Answer read = client.send(node++, "GET", path(""), null, null, ATTEMPT);
        said = read.status() + " " + read.text();
        if (read.status() == 200) {
          JsonObject order = read.body().getJsonObject("order");
          Optional<Step> step = next(order);
          if (step.isEmpty()) {
            return result(End.of(order, refunded(order)), said);
          }
          Answer answer = take(step.orElseThrow());
          said = step.orElseThrow().path() + ": " + answer.status() + " " + answer.text();
          if (answer.status() == 200) {
            attempt = 0;
            giveUp = System.nanoTime() + LIMIT.toNanos();
            continue;
          }
        }
      } catch (IOException lost) {
        said = lost.toString();
      }
      if (System.nanoTime() > giveUp) {
        return result(null, said);
      }
      retries++;
      pause(attempt);
    }
  }

  private AfterSale result(@Nullable End end, String said) {
    return new AfterSale(orderId, goal, isCapturedFirst, retries, end, said);
  }

  private String path(String tail) {
    return "/admin/orders/" + orderId + tail;
  }

  private Answer take(Step step) throws IOException {
    if (chance.nextInt(REPEATED) != 0) {
      return send(node++, step);
    }
    int other = node++;
    CompletableFuture<Void> second = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        send(other, step);
      } catch (IOException lost) {
        // The next read shows whether it had an effect.
      } finally {
        second.complete(null);
      }
    });
    try {
      return send(node++, step);
    } finally {
      second.join();
    }
  }

  private Answer send(int to, Step step) throws IOException {
    return clientOf(step.path()).send(to, "POST", step.path(), step.body(), step.key(), ATTEMPT);
  }

  private ChaosClient clientOf(String path) {
    return path.startsWith("/store/") ? customer : client;
  }

  /** Reads what the order itself does not show. */
  private JsonObject read(String path) throws IOException {
    Answer answer = clientOf(path).send(node++, "GET", path, null, null, ATTEMPT);
    if (answer.status() != 200) {
      throw new IOException(path + ": " + answer.status() + " " + answer.text());
    }
    return answer.body();
  }

  private Optional<Step> next(JsonObject order) throws IOException {
    if ("canceled".equals(order.getString("status"))) {
      return Optional.empty();
    }
    if (isCapturedFirst && UNCAPTURED.contains(order.getString("payment_status"))) {
      return step("/capture", null, null);
    }
    return switch (goal) {
      case CANCELED -> cancel(order);
      case EDITED -> order.getJsonArray("fulfillments").isEmpty() ? fulfill(order) : edit();
      case SHIPPED, REFUNDED, RETURNED, SWAPPED, CLAIMED -> {
        Optional<Step> shipping = fulfill(order).or(() -> ship(order));
        yield shipping.isPresent() ? shipping : afterShipment(order);
      }
    };
  }

  private Optional<Step> cancel(JsonObject order) {
    JsonArray all = order.getJsonArray("fulfillments");
    if (all.isEmpty()) {
      return fulfill(order);
    }
    return live(order).stream()
        .findFirst()
        .map(fulfillment -> "/fulfillments/" + fulfillment.getString("id") + "/cancel")
        .or(() -> Optional.of("/cancel"))
        .flatMap(tail -> step(tail, null, null));
  }

  /** Fulfills some of the units that are left. */
  private Optional<Step> fulfill(JsonObject order) {
    JsonObject item = item(order);
    long left = item.getLong("quantity") - units(item, "fulfilled_quantity");
    return left == 0
        ? Optional.empty()
        : step("/fulfillment", items(item, 1 + chance.nextLong(left)), null);
  }

  private Optional<Step> ship(JsonObject order) {
    return live(order).stream()
        .filter(fulfillment -> fulfillment.getString("shipped_at") == null)
        .findFirst()
        .flatMap(fulfillment ->
            step(
                "/shipment",
                new JsonObject()
                    .put("fulfillment_id", fulfillment.getString("id"))
                    .put("tracking_numbers", new JsonArray().add("T" + chance.nextInt(1_000))),
                null));
  }

  private Optional<Step> afterShipment(JsonObject order) throws IOException {
    return switch (goal) {
      case SHIPPED ->
          "pending".equals(order.getString("status"))
              ? step("/complete", null, null)
              : Optional.empty();
      case REFUNDED ->
          order.getLong("refunded_total") == 0
              ? step(
                  "/refund",
                  new JsonObject().put("amount", refund(order)).put("reason", "discount"),
                  "refund-" + orderId)
              : Optional.empty();
      case RETURNED -> returned(order);
      case SWAPPED -> swap(order);
      case CLAIMED -> claim(order);
      case CANCELED, EDITED -> throw new IllegalStateException();
    };
  }

  /** One unit for one or two of another variant, which cost more, less or the same. */
  private Optional<Step> swap(JsonObject order) throws IOException {
    JsonArray swaps = order.getJsonArray("swaps");
    if (swaps.isEmpty()) {
      JsonObject body =
          new JsonObject()
              .put("return_items", items(item(order), 1).getJsonArray("items"))
              .put("additional_items", new JsonArray().add(additional(1 + variation(2))));
      if (variation(4) < 2) {
        body.put("return_shipping", new JsonObject().put("option_id", market.returnOptionId()));
      }
      return step("/swaps", body, "swap-" + orderId);
    }
    JsonObject swap = swaps.getJsonObject(0);
    if (swap.getString("confirmed_at") == null) {
      String path = "/store/carts/" + swap.getString("cart_id");
      JsonObject cart = read(path).getJsonObject("cart");
      boolean isReady =
          cart.getLong("total") <= 0 || !cart.getJsonArray("payment_sessions").isEmpty();
      return isReady
          ? Optional.of(new Step(path + "/complete", null, "swap-complete-" + orderId))
          : Optional.of(new Step(path + "/payment-sessions", null, null));
    }
    if (!SETTLED.contains(swap.getString("payment_status"))) {
      return step("/swaps/" + swap.getString("id") + "/process-payment", null, null);
    }
    JsonObject returned = swap.getJsonObject("return_order");
    return "received".equals(returned.getString("status"))
        ? Optional.empty()
        : Optional.of(
            new Step(
                "/admin/returns/" + returned.getString("id") + "/receive",
                items(item(order), 1),
                null));
  }

  private Optional<Step> claim(JsonObject order) {
    JsonArray claims = order.getJsonArray("claims");
    if (!claims.isEmpty()
        && !"not_refunded".equals(claims.getJsonObject(0).getString("payment_status"))) {
      return Optional.empty();
    }
    JsonObject body =
        new JsonObject()
            .put(
                "claim_items",
                new JsonArray()
                    .add(
                        items(item(order), 1)
                            .getJsonArray("items")
                            .getJsonObject(0)
                            .put("reason", "other")));
    if (variation(2) == 0) {
      body.put("type", "refund");
    } else {
      body.put("type", "replace").put("additional_items", new JsonArray().add(additional(1)));
    }
    // Repeated with its key, it finishes its refund.
    return step("/claims", body, "claim-" + orderId);
  }

  private Optional<Step> edit() throws IOException {
    JsonArray edits = read("/admin/order-edits?order_id=" + orderId).getJsonArray("order_edits");
    if (edits.isEmpty()) {
      return Optional.of(
          new Step("/admin/order-edits", new JsonObject().put("order_id", orderId), null));
    }
    String id = edits.getJsonObject(0).getString("id");
    JsonObject edit = read("/admin/order-edits/" + id).getJsonObject("order_edit");
    String path = "/admin/order-edits/" + id;
    return switch (edit.getString("status")) {
      case "confirmed" -> Optional.empty();
      case "requested" -> pay(edit);
      default ->
          Optional.of(
              edit.getJsonArray("changes").isEmpty()
                  ? new Step(path + "/items", additional(1 + variation(3)), null)
                  : new Step(path + "/request", new JsonObject(), null));
    };
  }

  private Optional<Step> pay(JsonObject edit) throws IOException {
    String path = "/store/payment-collections/" + edit.getString("payment_collection_id");
    JsonObject collection = read(path).getJsonObject("payment_collection");
    if ("authorized".equals(collection.getString("status"))) {
      return Optional.of(
          new Step("/store/order-edits/" + edit.getString("id") + "/complete", null, null));
    }
    JsonArray sessions = collection.getJsonArray("payment_sessions");
    return Optional.of(
        sessions.isEmpty()
            ? new Step(
                path + "/sessions",
                new JsonObject().put("provider_id", LedgerPaymentProvider.ID),
                null)
            : new Step(
                path + "/sessions/" + sessions.getJsonObject(0).getString("id") + "/authorize",
                null,
                null));
  }

  private JsonObject additional(int quantity) {
    return new JsonObject()
        .put("variant_id", stock.variants().get(variation(stock.variants().size())))
        .put("quantity", quantity);
  }

  /** Number below the bound, the same in every attempt. */
  private int variation(int bound) {
    return Math.floorMod(orderId.hashCode(), bound);
  }

  private Optional<Step> returned(JsonObject order) {
    JsonObject item = item(order);
    JsonArray returns = order.getJsonArray("returns");
    if (returns.isEmpty()) {
      JsonObject body = items(item, Math.min(2, item.getLong("quantity")));
      if (orderId.hashCode() % 2 == 0) {
        body.put("return_shipping", new JsonObject().put("option_id", market.returnOptionId()));
      }
      return step("/return", body, "return-" + orderId);
    }
    JsonObject returned = returns.getJsonObject(0);
    return "received".equals(returned.getString("status"))
        ? Optional.empty()
        : Optional.of(
            new Step(
                "/admin/returns/" + returned.getString("id") + "/receive",
                items(item, returned.getJsonArray("items").getJsonObject(0).getLong("quantity")),
                null));
  }

  /** The same in every attempt; of some orders all money. */
  private static long refund(JsonObject order) {
    long total = order.getLong("paid_total");
    return order.getInteger("display_id") % 3 == 0 ? total : Math.max(1, total / 3);
  }

  /** Money that this order is to have paid back in the end. */
  private long refunded(JsonObject order) {
    return switch (goal) {
      case SHIPPED, EDITED -> 0;
      case SWAPPED ->
          Math.max(0, -order.getJsonArray("swaps").getJsonObject(0).getLong("difference_due"));
      case CLAIMED -> {
        Long refund = order.getJsonArray("claims").getJsonObject(0).getLong("refund_amount");
        yield refund == null ? 0 : refund;
      }
      case REFUNDED -> refund(order);
      case RETURNED -> order.getJsonArray("returns").getJsonObject(0).getLong("refund_amount");
      case CANCELED -> isCapturedFirst ? order.getLong("paid_total") : 0;
    };
  }

  private Optional<Step> step(String tail, @Nullable JsonObject body, @Nullable String key) {
    return Optional.of(new Step(path(tail), body, key));
  }

  private static JsonObject item(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }

  private static long units(JsonObject item, String name) {
    Long units = item.getLong(name);
    return units == null ? 0 : units;
  }

  private static JsonObject items(JsonObject item, long quantity) {
    return new JsonObject()
        .put(
            "items",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("item_id", Objects.requireNonNull(item.getString("id")))
                        .put("quantity", quantity)));
  }

  private static List<JsonObject> live(JsonObject order) {
    return order.getJsonArray("fulfillments").stream()
        .map(JsonObject.class::cast)
        .filter(fulfillment -> fulfillment.getString("canceled_at") == null)
        .toList();
  }

  private void pause(int attempt) {
    ChaosCluster.pause(
        Duration.ofMillis(
            50 + chance.nextInt(Math.min(MAX_PAUSE_MILLIS, 100 << Math.min(attempt, 5)))));
  }
}

package dev.tradewind.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.order.history.MoneyModel;
import dev.tradewind.order.history.Sale;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.totals.Fraction;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One random history of an order in the database, by requests of staff and shoppers, one after the
 * other or several concurrently. A model is compared after every step.
 */
final class StoredHistory {

  private static final String STATE =
      """
      SELECT
        (SELECT jsonb_agg(line ->> 'id') FROM json_array_elements(placed.snapshot -> 'items') AS line)
          AS lines,
        (SELECT coalesce(jsonb_agg(to_jsonb(returned) || jsonb_build_object('items', (
            SELECT jsonb_agg(to_jsonb(item)) FROM orders.return_item AS item
            WHERE item.return_id = returned.id)) ORDER BY returned.id), '[]')
          FROM orders."return" AS returned WHERE returned.order_id = placed.id) AS returns,
        (SELECT coalesce(jsonb_agg(to_jsonb(swap) - 'items'), '[]')
          FROM orders.swap WHERE swap.order_id = placed.id) AS swaps,
        (SELECT coalesce(jsonb_agg(to_jsonb(claim) || jsonb_build_object('items', (
            SELECT jsonb_agg(to_jsonb(item)) FROM orders.claim_item AS item
            WHERE item.claim_order_id = claim.id))), '[]')
          FROM orders.claim_order AS claim WHERE claim.order_id = placed.id) AS claims,
        (SELECT jsonb_build_object(
            'paid', coalesce(sum(amount) FILTER (WHERE canceled_at IS NULL), 0),
            'captured', coalesce(sum(amount) FILTER (WHERE captured_at IS NOT NULL), 0),
            'id', min(id) FILTER (WHERE swap_id IS NULL))
          FROM orders.payment WHERE payment.order_id = placed.id) AS payments,
        (SELECT coalesce(sum(amount), 0)::bigint FROM orders.payment_work
          WHERE payment_work.order_id = placed.id AND kind = 'refund' AND status <> 'refused') AS out,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', card.id, 'balance', card.balance,
            'withdrawn', (SELECT coalesce(sum(amount), 0) FROM discount.gift_card_withdrawal AS taken
              WHERE taken.gift_card_id = card.id AND NOT taken.is_restored))), '[]')
          FROM discount.gift_card AS card WHERE card.order_id = placed.id) AS cards
      FROM orders."order" AS placed
      WHERE placed.id = $1
      """;

  /** Request, and the units that it settles or frees if it is accepted. */
  private record Action(
      String name, Supplier<Future<Answer>> request, Map<String, Long> settled, Runnable effect) {

    Action(String name, Supplier<Future<Answer>> request, Map<String, Long> settled) {
      this(name, request, settled, () -> {});
    }
  }

  private final OrderShop shop;
  private final SplittableRandom random;
  private final int atOnce;
  private final MoneyModel model = new MoneyModel();
  private final List<String> steps = new ArrayList<>();
  private final String cardLine;
  private final String order;

  /** Keys of the model by the present ids of the lines, which edits replace. */
  private final Map<String, String> keys = new HashMap<>();

  private final List<String> lineKeys = new ArrayList<>();

  StoredHistory(OrderShop shop, long seed, int atOnce) {
    this.shop = shop;
    this.random = new SplittableRandom(seed);
    this.atOnce = atOnce;
    String prefix = Ids.ulid() + "_";
    Sale sale = Sale.random(random, prefix);
    this.cardLine = sale.cardLine();
    OrderSnapshot snapshot = OrderSnapshot.of(sale.request("cart_" + prefix), Orders.PLACED);
    this.order = shop.place(sale.request("cart_" + prefix), TestPaymentProvider.ID);
    for (OrderLine line : snapshot.lines()) {
      double price = (double) line.amounts().total() / line.quantity();
      model.sell(line.id(), line.quantity(), price);
      lineKeys.add(line.id());
      if (line.id().equals(cardLine)) {
        long value = Fraction.of(line.amounts().subtotal(), line.quantity()).round();
        List<String> cards =
            IntStream.range(0, (int) line.quantity()).mapToObj(unit -> prefix + unit).toList();
        shop.issueCards(order, cards, value);
        cards.forEach(card -> model.issue(card, value, price));
      }
    }
    model.pay(
        snapshot.amounts().total(),
        snapshot.giftCardCharges().stream().mapToLong(charge -> charge.amount()).sum());
  }

  List<String> steps() {
    return steps;
  }

  Future<Void> run(int length) {
    Future<Void> done =
        random.nextInt(20) == 0 ? Future.succeededFuture() : act("adminCaptureOrder", none());
    if (random.nextInt(10) > 0) {
      done = done.compose(captured -> fulfill());
    }
    for (int step = 0; step < length; step++) {
      done = done.compose(before -> step());
    }
    return done;
  }

  private static JsonObject none() {
    return new JsonObject();
  }

  private Future<Void> act(String operation, JsonObject body) {
    return staff(operation, body).mapEmpty();
  }

  private Future<Answer> staff(String operation, JsonObject body) {
    return shop.adminLater(operation, order, none(), body, Ids.ulid());
  }

  private Future<Void> fulfill() {
    JsonArray items = new JsonArray();
    for (String line : lineKeys) {
      long units = model.free(line);
      items.add(item(line, random.nextInt(5) == 0 ? 1 : units));
    }
    return staff("adminFulfillmentOrder", new JsonObject().put("items", items))
        .compose(fulfilled ->
            act(
                "adminShipmentOrder",
                new JsonObject()
                    .put(
                        "fulfillment_id",
                        fulfilled
                            .order()
                            .getJsonArray("fulfillments")
                            .getJsonObject(0)
                            .getString("id"))));
  }

  private static JsonObject item(String line, long units) {
    return new JsonObject().put("item_id", line).put("quantity", units);
  }

  private Future<Row> state() {
    return shop.read(STATE, order).map(rows -> rows.iterator().next());
  }

  private Future<Void> step() {
    return state()
        .compose(state -> {
          JsonArray lines = state.getJsonArray("lines");
          keys.clear();
          for (int index = 0; index < lines.size(); index++) {
            keys.put(lines.getString(index), lineKeys.get(index));
          }
          List<Action> actions = new ArrayList<>();
          Set<String> names = new HashSet<>();
          for (int number = 0; number < atOnce; number++) {
            Action action = action(state);
            // The same cancellation is accepted twice, and has its effect once.
            if (action != null && names.add(action.name())) {
              actions.add(action);
            }
          }
          return Future.all(actions.stream().map(action -> action.request().get()).toList())
              .map(all -> settle(actions, all.list()));
        })
        .compose(settled -> state())
        .map(after -> {
          check(after);
          return null;
        });
  }

  /** Freed units first: what was free again may have been settled at once. */
  private @Nullable Void settle(List<Action> actions, List<Answer> answers) {
    Map<String, Long> changes = new HashMap<>();
    for (int index = 0; index < actions.size(); index++) {
      Action action = actions.get(index);
      Answer answer = answers.get(index);
      steps.add(
          action.name() + " -> " + answer.status() + " " + answer.body().getString("message"));
      assertThat(answer.status()).as(answer.body().encode()).isLessThan(500);
      if (answer.status() == 200) {
        action.settled().forEach((line, units) -> changes.merge(line, units, Long::sum));
        action.effect().run();
      }
    }
    changes.forEach(model::settle);
    return null;
  }

  private void check(Row state) {
    JsonObject payments = state.getJsonObject("payments");
    model.payments(payments.getLong("paid"), payments.getLong("captured"));
    Map<String, Long> balances = new HashMap<>();
    Map<String, Long> withdrawn = new HashMap<>();
    objects(state, "cards")
        .forEach(card -> {
          balances.put(card.getString("id"), card.getLong("balance"));
          withdrawn.put(card.getString("id"), card.getLong("withdrawn"));
        });
    model.check(state.getLong("out"), balances, withdrawn);
  }

  private static List<JsonObject> objects(Row state, String part) {
    return state.getJsonArray(part).stream().map(JsonObject.class::cast).toList();
  }

  private <T> @Nullable T any(List<T> choices) {
    return choices.isEmpty() ? null : choices.get(random.nextInt(choices.size()));
  }

  private @Nullable Action action(Row state) {
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> request(state);
      case 3, 4 -> receive(state);
      case 5 -> cancelReturn(state);
      case 6, 7 -> claim(state);
      case 8 -> cancelClaim(state);
      case 9, 10 -> swap(state);
      case 11 -> settleSwap(state);
      case 12 -> cancelSwap(state);
      case 13 -> refund(state);
      case 14 -> spend(state);
      default -> atOnce == 1 ? edit(state) : refund(state);
    };
  }

  private String line(Row state) {
    JsonArray lines = state.getJsonArray("lines");
    return lines.getString(random.nextInt(lines.size()));
  }

  private Map<String, Long> settled(JsonArray items) {
    Map<String, Long> settled = new HashMap<>();
    items.forEach(each -> {
      JsonObject item = (JsonObject) each;
      settled.merge(key(item), item.getLong("quantity"), Long::sum);
    });
    return settled;
  }

  private String key(JsonObject item) {
    return Objects.requireNonNull(keys.get(item.getString("item_id")));
  }

  private JsonArray items(Row state) {
    JsonArray items = new JsonArray().add(item(line(state), 1 + random.nextLong(3)));
    String other = line(state);
    return random.nextInt(3) > 0 || other.equals(items.getJsonObject(0).getString("item_id"))
        ? items
        : items.add(item(other, 1));
  }

  private Action request(Row state) {
    JsonObject body = new JsonObject().put("items", items(state));
    if (random.nextBoolean()) {
      return new Action(
          "store return " + body,
          () -> shop.storePartLater("storeCreateReturn", none(), body.put("order_id", order)),
          settled(body.getJsonArray("items")));
    }
    if (random.nextInt(4) == 0) {
      body.put("refund", random.nextLong(8_000));
    }
    body.put("receive_now", random.nextInt(3) == 0);
    return new Action(
        "return " + body,
        () -> staff("adminReturnOrder", body),
        settled(body.getJsonArray("items")));
  }

  private @Nullable JsonObject openReturn(Row state) {
    return any(
        objects(state, "returns").stream()
            .filter(each -> each.getString("status").equals("requested"))
            .toList());
  }

  private @Nullable Action receive(Row state) {
    JsonObject open = openReturn(state);
    if (open == null) {
      return null;
    }
    boolean isPart = open.getString("swap_id") != null || open.getString("claim_order_id") != null;
    JsonArray items = new JsonArray();
    Map<String, Long> settled = new HashMap<>();
    for (Object each : open.getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      long expected = item.getLong("quantity");
      long came = random.nextInt(3) > 0 ? expected : 1 + random.nextLong(expected + 1);
      items.add(item(item.getString("item_id"), came));
      settled.put(key(item), isPart ? Math.max(0, came - expected) : came - expected);
    }
    JsonObject body = new JsonObject().put("items", items);
    if (random.nextInt(5) == 0) {
      body.put("refund", random.nextLong(8_000));
    }
    return new Action(
        "receive " + open.getString("id") + " " + body,
        () -> shop.adminLater("adminReceiveReturn", open.getString("id"), none(), body, Ids.ulid()),
        settled);
  }

  private @Nullable Action cancelReturn(Row state) {
    JsonObject open = openReturn(state);
    if (open == null) {
      return null;
    }
    boolean isPart = open.getString("swap_id") != null || open.getString("claim_order_id") != null;
    Map<String, Long> freed = new HashMap<>();
    if (!isPart) {
      settled(open.getJsonArray("items")).forEach((line, units) -> freed.put(line, -units));
    }
    String id = open.getString("id");
    return new Action(
        "cancel " + id,
        () -> shop.adminLater("adminCancelReturn", id, none(), none(), Ids.ulid()),
        freed);
  }

  private static JsonArray additional(int quantity) {
    return new JsonArray()
        .add(new JsonObject().put("variant_id", "variant_2").put("quantity", quantity));
  }

  private Action claim(Row state) {
    JsonObject item = item(line(state), 1 + random.nextLong(2)).put("reason", "other");
    JsonObject body =
        new JsonObject().put("type", "refund").put("claim_items", new JsonArray().add(item));
    int kind = random.nextInt(5);
    if (kind == 0) {
      body.put("type", "replace").put("additional_items", additional(1));
    } else if (kind == 1) {
      body.put("refund_amount", random.nextLong(8_000));
    }
    if (random.nextInt(4) == 0) {
      body.put("return_shipping", none());
    }
    return new Action(
        "claim " + body,
        () -> staff("adminCreateOrderClaim", body),
        settled(new JsonArray().add(item)));
  }

  private @Nullable Action cancelClaim(Row state) {
    JsonObject claim =
        any(
            objects(state, "claims").stream()
                .filter(each -> each.getString("canceled_at") == null)
                .toList());
    if (claim == null) {
      return null;
    }
    Map<String, Long> freed = new HashMap<>();
    settled(claim.getJsonArray("items")).forEach((line, units) -> freed.put(line, -units));
    String id = claim.getString("id");
    return new Action(
        "cancel " + id,
        () ->
            shop.adminPartLater(
                "adminCancelOrderClaim",
                new JsonObject().put("id", order).put("claim_id", id),
                none()),
        freed);
  }

  private Action swap(Row state) {
    JsonObject body =
        new JsonObject()
            .put("return_items", items(state))
            .put("additional_items", additional(1 + random.nextInt(3)));
    boolean isOfShopper = random.nextBoolean();
    return new Action(
        "swap " + body,
        () ->
            isOfShopper
                ? shop.storePartLater("storeCreateSwap", none(), body.put("order_id", order))
                : staff("adminCreateOrderSwap", body),
        settled(body.getJsonArray("return_items")));
  }

  /** Completes its cart, and settles the difference. */
  private @Nullable Action settleSwap(Row state) {
    JsonObject swap = openSwap(state);
    if (swap == null) {
      return null;
    }
    JsonObject path = new JsonObject().put("id", order).put("swap_id", swap.getString("id"));
    boolean isConfirmed = swap.getString("confirmed_at") != null;
    return new Action(
        "settle " + swap.getString("id"),
        () ->
            (isConfirmed
                    ? Future.<Object>succeededFuture()
                    : shop.completeSwap(swap.getString("cart_id")))
                .compose(done -> shop.adminPartLater("adminProcessPaymentOrderSwap", path, none())),
        Map.of());
  }

  private @Nullable JsonObject openSwap(Row state) {
    return any(
        objects(state, "swaps").stream()
            .filter(each -> each.getString("canceled_at") == null)
            .toList());
  }

  private @Nullable Action cancelSwap(Row state) {
    JsonObject swap = openSwap(state);
    if (swap == null) {
      return null;
    }
    String id = swap.getString("id");
    Map<String, Long> freed = new HashMap<>();
    objects(state, "returns").stream()
        .filter(each -> id.equals(each.getString("swap_id")))
        .flatMap(each -> each.getJsonArray("items").stream())
        .map(JsonObject.class::cast)
        .filter(item -> item.getLong("requested_quantity") != null)
        .forEach(item -> freed.merge(key(item), -item.getLong("requested_quantity"), Long::sum));
    return new Action(
        "cancel " + id,
        () ->
            shop.adminPartLater(
                "adminCancelOrderSwap",
                new JsonObject().put("id", order).put("swap_id", id),
                none()),
        freed);
  }

  private Action refund(Row state) {
    JsonObject body =
        new JsonObject().put("amount", 1 + random.nextLong(6_000)).put("reason", "other");
    String payment = state.getJsonObject("payments").getString("id");
    if (random.nextInt(12) == 0) {
      return new Action("cancel order", () -> staff("adminCancelOrder", none()), Map.of());
    }
    return random.nextBoolean() && payment != null
        ? new Action(
            "refund of payment " + body,
            () -> shop.adminLater("adminRefundPayment", payment, none(), body, Ids.ulid()),
            Map.of())
        : new Action("refund " + body, () -> staff("adminRefundOrder", body), Map.of());
  }

  private @Nullable Action spend(Row state) {
    JsonObject card =
        any(objects(state, "cards").stream().filter(each -> each.getLong("balance") > 0).toList());
    if (card == null) {
      return null;
    }
    long balance = card.getLong("balance");
    long amount = random.nextBoolean() ? balance : 1 + random.nextLong(balance);
    String id = card.getString("id");
    return new Action(
        "spend " + amount + " of " + id,
        () ->
            shop.spendCard(id, amount)
                .map(isSpent -> new Answer(isSpent ? 200 : 400, new JsonObject())),
        Map.of(),
        () -> model.spend(id, amount));
  }

  /** Another quantity of a line that is no gift card. */
  private @Nullable Action edit(Row state) {
    JsonArray lines = state.getJsonArray("lines");
    int index = random.nextInt(lines.size());
    String line = lines.getString(index);
    String key = lineKeys.get(index);
    if (key.equals(cardLine)) {
      return null;
    }
    long quantity = 1 + random.nextInt(6);
    return new Action(
        "edit " + key + " to " + quantity,
        () -> edit(line, quantity),
        Map.of(),
        () -> model.resize(key, quantity));
  }

  private Future<Answer> edit(String line, long quantity) {
    return shop.adminPartLater(
            "adminCreateOrderEdit", none(), new JsonObject().put("order_id", order))
        .compose(created -> {
          if (created.status() != 200) {
            return Future.succeededFuture(created);
          }
          JsonObject edit = created.body().getJsonObject("order_edit");
          JsonObject path = new JsonObject().put("id", edit.getString("id"));
          String copy =
              edit.getJsonArray("items").stream()
                  .map(JsonObject.class::cast)
                  .filter(item -> line.equals(item.getString("original_item_id")))
                  .findFirst()
                  .orElseThrow()
                  .getString("id");
          return shop.adminPartLater(
                  "adminUpdateOrderEditItem",
                  path.copy().put("item_id", copy),
                  new JsonObject().put("quantity", quantity))
              .compose(changed ->
                  changed.status() == 200
                      ? shop.adminPartLater("adminConfirmOrderEdit", path, none())
                      : Future.succeededFuture(changed))
              .compose(confirmed ->
                  confirmed.status() == 200
                      ? Future.succeededFuture(confirmed)
                      : shop.adminPartLater("adminCancelOrderEdit", path, none()).map(confirmed));
        });
  }
}

package dev.tradewind.order;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Captures, refunds and returns as the reference was seen to answer them, step by step. Where the
 * reference has a defect, {@link #CORRECTIONS} states what is right.
 */
class RefundCasesIT {

  private static final String CAPPED_AT_REFUNDABLE =
      "'fulfillment_status': 'returned', 'refunded_total': %1$d, 'refundable_amount': 0,"
          + " 'refunds': [{'amount': %1$d, 'reason': 'return'}],"
          + " 'payments': [{'amount': %1$d, 'amount_refunded': %1$d, 'captured': true}]";

  /** Members that replace the recorded ones, by case and number of the step. */
  private static final Map<String, Map<Integer, String>> CORRECTIONS =
      Map.ofEntries(
          // A refund is never negative.
          entry("return-shipping-exceeds-item", bothSteps("'refund_amount': 0", "")),
          // 0 is an amount like any other.
          entry(
              "refund-zero-at-request",
              bothSteps(
                  "'refund_amount': 0",
                  "'refunded_total': 0, 'refundable_amount': 2400, 'refunds': [],"
                      + " 'payments': [{'amount': 2400, 'amount_refunded': 0, 'captured': true}]")),
          // The request is refused already; there is nothing to receive.
          entry(
              "explicit-refund-above-paid",
              Map.of(
                  1,
                  "{'status': 400, 'return': null, 'error': {'type': 'invalid_data', 'message':"
                      + " 'Cannot refund more than the original payment'}}",
                  2,
                  "{'skip': true}")),
          // A computed refund is at most what is refundable.
          entry(
              "fixed-total-three-way",
              bothSteps("'refund_amount': 3479", CAPPED_AT_REFUNDABLE.formatted(3479))),
          entry(
              "incl-two-rates-gap",
              bothSteps("'refund_amount': 105", CAPPED_AT_REFUNDABLE.formatted(105))),
          entry(
              "gift-card-partial-exceeds",
              bothSteps("'refund_amount': 2000", CAPPED_AT_REFUNDABLE.formatted(2000))),
          entry(
              "gift-card-covers-all",
              bothSteps("'refund_amount': 0", "'fulfillment_status': 'partially_returned'")),
          entry(
              "unit-by-unit-rounding",
              Map.of(
                  5,
                  "{'return': {'refund_amount': 112}}",
                  6,
                  "{'return': {'refund_amount': 112}, 'order': {'fulfillment_status': 'returned',"
                      + " 'refunded_total': 338, 'refundable_amount': 0, 'refunds': ["
                      + "{'amount': 113, 'reason': 'return'}, {'amount': 113, 'reason': 'return'},"
                      + " {'amount': 112, 'reason': 'return'}], 'payments': [{'amount': 338,"
                      + " 'amount_refunded': 338, 'captured': true}]}}")),
          entry(
              "manual-refund-then-return",
              Map.of(
                  2,
                  "{'return': {'refund_amount': 1000}}",
                  3,
                  "{'return': {'refund_amount': 1000}, 'order': {'fulfillment_status': 'returned',"
                      + " 'refunded_total': 3000, 'refundable_amount': 0, 'refunds': ["
                      + "{'amount': 2000, 'reason': 'other'}, {'amount': 1000, 'reason': 'return'}],"
                      + " 'payments': [{'amount': 3000, 'amount_refunded': 3000,"
                      + " 'captured': true}]}}")),
          // A capture changes nothing when all was captured before.
          entry(
              "capture-after-refund",
              Map.of(2, "{'order': {'payment_status': 'partially_refunded'}}")),
          // What came counts, and is refunded.
          entry(
              "receive-fewer",
              Map.of(
                  2,
                  "{'return': {'refund_amount': 1200}, 'order': {'refunded_total': 1200,"
                      + " 'refundable_amount': 2400, 'items': {'a': {'returned_quantity': 1,"
                      + " 'refundable': 2400}}, 'refunds': [{'amount': 1200, 'reason': 'return'}],"
                      + " 'payments': [{'amount': 3600, 'amount_refunded': 1200,"
                      + " 'captured': true}]}}")),
          entry(
              "receive-more",
              Map.of(2, receivedAll("'a': {'returned_quantity': 3, 'refundable': 0}"))),
          entry(
              "receive-extra-line",
              Map.of(2, receivedAll("'b': {'returned_quantity': 1, 'refundable': 0}"))),
          entry(
              "receive-one-of-two-lines",
              Map.of(
                  2,
                  "{'status': 200, 'return': {'status': 'received', 'refund_amount': 1200, 'items':"
                      + " {'a': {'received_quantity': 1}, 'b': {'quantity': 0,"
                      + " 'received_quantity': 0, 'is_requested': false}}}, 'order':"
                      + " {'fulfillment_status': 'partially_returned', 'refunded_total': 1200,"
                      + " 'refundable_amount': 2400, 'items': {'a': {'returned_quantity': 1,"
                      + " 'refundable': 0}}, 'refunds': [{'amount': 1200, 'reason': 'return'}],"
                      + " 'payments': [{'amount': 3600, 'amount_refunded': 1200, 'captured': true}],"
                      + " 'stock_change': {'a': 1}}}")),
          entry(
              "receive-other-line",
              Map.of(
                  2,
                  "{'status': 200, 'return': {'status': 'received', 'refund_amount': 2400, 'items':"
                      + " {'a': {'quantity': 0, 'received_quantity': 0, 'is_requested': false},"
                      + " 'b': {'quantity': 1, 'requested_quantity': null, 'received_quantity': 1,"
                      + " 'is_requested': false}}}, 'order': {'fulfillment_status':"
                      + " 'partially_returned', 'refunded_total': 2400, 'refundable_amount': 1200,"
                      + " 'items': {'b': {'returned_quantity': 1, 'refundable': 0}}, 'refunds':"
                      + " [{'amount': 2400, 'reason': 'return'}], 'payments': [{'amount': 3600,"
                      + " 'amount_refunded': 2400, 'captured': true}], 'stock_change': {'b': 1}}}")),
          // Units of open returns cannot be requested again.
          entry(
              "over-return",
              Map.of(
                  3,
                  "{'status': 400, 'error': {'type': 'not_allowed', 'message':"
                      + " 'Cannot return more items than have been purchased'}}",
                  5,
                  "{'skip': true}",
                  6,
                  "{'return': {'status': 'received', 'items': {'a': {'received_quantity': 2}}}}")),
          // Received at once: as requested and received one after the other.
          entry(
              "receive-now",
              Map.of(
                  1,
                  "{'order': {'fulfillment_status': 'partially_returned', 'refunded_total': 1200,"
                      + " 'refundable_amount': 1200, 'refunds': [{'amount': 1200,"
                      + " 'reason': 'return'}], 'payments': [{'amount': 2400,"
                      + " 'amount_refunded': 1200, 'captured': true}]}}")));

  private static String receivedAll(String items) {
    return "{'return': {'refund_amount': 3600}, 'order': {'fulfillment_status': 'returned',"
        + " 'refunded_total': 3600, 'refundable_amount': 0, 'items': {"
        + items
        + "}, 'refunds': [{'amount': 3600, 'reason': 'return'}], 'payments': [{'amount': 3600,"
        + " 'amount_refunded': 3600, 'captured': true}]}}";
  }

  /** The same correction of the return when it is requested and received. */
  private static Map<Integer, String> bothSteps(String ofReturn, String ofOrder) {
    return Map.of(
        1,
        "{'return': {" + ofReturn + "}}",
        2,
        "{'return': {" + ofReturn + "}, 'order': {" + ofOrder + "}}");
  }

  private static OrderShop shop;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  static List<RefundCase> cases() {
    return RefundCase.all().toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyStepEndsAsExpected(RefundCase tested) {
    new Run(tested).run();
  }

  /** One order and its steps. */
  private static final class Run {

    private final RefundCase tested;
    private final String prefix = Ids.ulid() + "_";
    private final String orderId;
    private final Map<String, String> returns = new HashMap<>();
    private String lastReturn = "";

    Run(RefundCase tested) {
      this.tested = tested;
      this.orderId = shop.place(tested.request(prefix), TestPaymentProvider.ID);
    }

    void run() {
      JsonObject placed = exact(tested.expected().getJsonObject("placed"));
      // The reference rounds the discount of a line differently; the totals of the order agree.
      placed
          .getJsonObject("items")
          .forEach(item ->
              List.of("adjustments", "tax_lines", "discount_total", "total")
                  .forEach(((JsonObject) item.getValue())::remove));
      assertContains(shown(order()), placed, "placed");
      Map<Integer, String> corrections = CORRECTIONS.getOrDefault(tested.name(), Map.of());
      List<JsonObject> steps = tested.steps();
      for (int index = 0; index < steps.size(); index++) {
        JsonObject expected = exact(tested.expectedStep(index));
        String correction = corrections.get(index);
        if (correction != null) {
          expected.mergeIn(new JsonObject(correction.replace('\'', '"')), true);
        }
        if (!expected.getBoolean("skip", false)) {
          check(steps.get(index), expected, "step " + index);
        }
      }
    }

    /** The reference computes 17.5 % of 180 with floating point; the exact tax is 32. */
    private JsonObject exact(JsonObject recorded) {
      return tested.name().equals("fp-17.5-of-180")
          ? new JsonObject(
              recorded
                  .encode()
                  .replace("211", "212")
                  .replace("\"tax_total\":31", "\"tax_total\":32"))
          : recorded.copy();
    }

    private JsonObject order() {
      return shop.admin("adminGetOrder", orderId).order();
    }

    private void check(JsonObject step, JsonObject expected, String at) {
      OrderShop.Answer answer = send(step);
      assertThat(answer.status())
          .as("%s: %s", at, answer.body())
          .isEqualTo(expected.getInteger("status"));
      JsonObject error = expected.getJsonObject("error");
      if (answer.status() >= 400 && error != null) {
        assertThat(answer.body().getString("message")).as(at).isEqualTo(error.getString("message"));
        assertThat(answer.body().getString("type")).as(at).isEqualTo(error.getString("type"));
      }
      JsonObject shown = order();
      if (answer.status() == 200 && step.getString("op").equals("return")) {
        JsonArray all = shown.getJsonArray("returns");
        lastReturn = all.getJsonObject(all.size() - 1).getString("id");
        returns.put(step.getString("ref", ""), lastReturn);
      }
      JsonObject order = expected.getJsonObject("order");
      JsonObject stock = (JsonObject) order.remove("stock_change");
      assertContains(shown(shown), order, at);
      assertStock(shown, stock, at);
      JsonObject returned = expected.getJsonObject("return");
      if (returned != null) {
        assertContains(shownReturn(shown), returned, at);
      }
    }

    private void assertStock(JsonObject shown, JsonObject change, String at) {
      List<String> ids =
          RefundCase.objects(shown, "returns").stream()
              .map(returned -> returned.getString("id"))
              .toList();
      change.forEach(units ->
          assertThat(shop.receivedUnits(ids, "variant_" + units.getKey()))
              .as("%s: stock of %s", at, units.getKey())
              .isEqualTo(((Number) units.getValue()).longValue()));
    }

    private OrderShop.Answer send(JsonObject step) {
      return switch (step.getString("op")) {
        case "capture" -> act("adminCaptureOrder", orderId, new JsonObject());
        case "refund" ->
            act(
                "adminRefundOrder",
                orderId,
                new JsonObject()
                    .put("amount", step.getLong("amount"))
                    .put("reason", step.getString("reason")));
        case "fulfill" -> act("adminFulfillmentOrder", orderId, items(step));
        case "ship" -> {
          JsonArray fulfillments =
              shop.admin("adminGetOrder", orderId).order().getJsonArray("fulfillments");
          String last = fulfillments.getJsonObject(fulfillments.size() - 1).getString("id");
          yield act("adminShipmentOrder", orderId, new JsonObject().put("fulfillment_id", last));
        }
        case "return" -> act("adminReturnOrder", orderId, returnBody(step));
        case "receive" -> {
          JsonObject body = items(step);
          if (step.containsKey("refund")) {
            body.put("refund", step.getLong("refund"));
          }
          yield act("adminReceiveReturn", named(step), body);
        }
        case "cancel_return" -> act("adminCancelReturn", named(step), new JsonObject());
        default -> throw new IllegalArgumentException(step.encode());
      };
    }

    private String named(JsonObject step) {
      return step.containsKey("ref") ? returns.get(step.getString("ref")) : lastReturn;
    }

    private static OrderShop.Answer act(String operation, String id, JsonObject body) {
      return shop.admin(operation, id, new JsonObject(), body, Ids.ulid());
    }

    private JsonObject items(JsonObject step) {
      JsonArray items = new JsonArray();
      for (Object each : step.getJsonArray("items")) {
        JsonObject item = (JsonObject) each;
        items.add(
            new JsonObject()
                .put("item_id", prefix + item.getString("key"))
                .put("quantity", item.getLong("quantity")));
      }
      return new JsonObject().put("items", items);
    }

    private JsonObject returnBody(JsonObject step) {
      JsonObject body = items(step);
      for (String name : List.of("refund", "receive_now")) {
        if (step.containsKey(name)) {
          body.put(name, step.getValue(name));
        }
      }
      JsonObject shipping = step.getJsonObject("return_shipping");
      if (shipping != null) {
        offerReturnOption(shipping);
        JsonObject method = new JsonObject().put("option_id", "so_return");
        if (shipping.containsKey("price")) {
          method.put("price", shipping.getLong("price"));
        }
        body.put("return_shipping", method);
      }
      return body;
    }

    private void offerReturnOption(JsonObject shipping) {
      shop.returnOption =
          new JsonObject()
              .put("id", "so_return")
              .put("region_id", "reg_1")
              .put("is_return", true)
              .put("provider_id", TestFulfillmentProvider.ID)
              .put("amount", shipping.getLong("amount"))
              .put("includes_tax", shipping.getBoolean("includes_tax", false));
      shop.linkedRates = new JsonArray();
      for (JsonObject rate : RefundCase.objects(tested.input(), "tax_rates")) {
        if (rate.getBoolean("return_shipping", false)) {
          shop.linkedRates.add(rate.copy().put("name", rate.getString("code")));
        }
      }
    }

    private JsonObject shown(JsonObject order) {
      JsonObject items = new JsonObject();
      order
          .getJsonArray("items")
          .forEach(each -> items.put(key(((JsonObject) each).getString("id")), each));
      JsonArray payments = new JsonArray();
      order
          .getJsonArray("payments")
          .forEach(each -> {
            JsonObject payment = (JsonObject) each;
            payments.add(payment.copy().put("captured", payment.getString("captured_at") != null));
          });
      return order.copy().put("items", items).put("payments", payments);
    }

    private String key(String lineId) {
      return lineId.substring(prefix.length());
    }

    private JsonObject shownReturn(JsonObject order) {
      JsonObject returned =
          order.getJsonArray("returns").stream()
              .map(JsonObject.class::cast)
              .filter(each -> each.getString("id").equals(lastReturn))
              .findFirst()
              .orElseThrow();
      JsonObject items = new JsonObject();
      returned
          .getJsonArray("items")
          .forEach(each -> items.put(key(((JsonObject) each).getString("item_id")), each));
      return returned.copy().put("items", items);
    }
  }

  /** Requires every expected member, at any depth; other members are free. */
  private static void assertContains(Object shown, Object expected, String at) {
    switch (expected) {
      case JsonObject object ->
          object.forEach(member -> {
            assertThat(shown).as(at).isInstanceOf(JsonObject.class);
            assertContains(
                ((JsonObject) shown).getValue(member.getKey()),
                member.getValue(),
                at + " " + member.getKey());
          });
      case JsonArray array -> {
        assertThat((JsonArray) shown).as(at).hasSameSizeAs(array);
        for (int index = 0; index < array.size(); index++) {
          assertContains(
              ((JsonArray) shown).getValue(index), array.getValue(index), at + " " + index);
        }
      }
      case Number number ->
          assertThat(((Number) shown).doubleValue()).as(at).isEqualTo(number.doubleValue());
      case null -> assertThat(shown).as(at).isNull();
      default -> assertThat(shown).as(at).isEqualTo(expected);
    }
  }
}

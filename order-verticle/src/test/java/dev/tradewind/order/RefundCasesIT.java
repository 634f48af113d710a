package dev.tradewind.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Recorded cases of what the reference answers after the sale, step by step: statuses, quantities,
 * refunds, payments and totals. A case ends at the first step that its table does not know.
 */
class RefundCasesIT {

  private static final List<String> STATUSES =
      List.of("status", "fulfillment_status", "payment_status");

  private static final List<String> TOTALS =
      List.of("total", "paid_total", "refunded_total", "refundable_amount");

  private static final List<String> QUANTITIES =
      List.of(
          "quantity", "fulfilled_quantity", "shipped_quantity", "returned_quantity", "refundable");

  /** Payment status where the reference has a defect, by case and step. */
  private static final Map<String, String> RIGHT_PAYMENT_STATUS =
      Map.of("capture-after-refund/2", "partially_refunded");

  private static final Set<String> KNOWN_STEPS = Set.of("capture", "fulfill", "ship", "refund");

  private static OrderShop shop;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /** Without the case that records an error of floating-point arithmetic. */
  static List<RefundCase> cases() {
    return RefundCase.all().filter(each -> !each.name().equals("fp-17.5-of-180")).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theStepsAreAnsweredAsRecorded(RefundCase recorded) {
    String prefix = Ids.ulid() + "_";
    String id = shop.place(recorded.request(prefix), ScriptedProvider.ID);
    JsonObject placed = shop.admin("adminGetOrder", id).order();
    JsonObject expected = recorded.expected().getJsonObject("placed");
    for (String total : TOTALS) {
      assertThat(placed.getLong(total)).as(total).isEqualTo(expected.getLong(total));
    }
    assertQuantities(placed, expected.getJsonObject("items"), List.of("quantity", "refundable"));

    List<JsonObject> steps = recorded.steps();
    for (int index = 0;
        index < steps.size() && KNOWN_STEPS.contains(steps.get(index).getString("op"));
        index++) {
      OrderShop.Answer answer = run(id, prefix, steps.get(index));
      JsonObject wanted = recorded.expectedStep(index);
      String where = recorded.name() + "/" + index;
      assertThat(answer.status()).as(where + answer.body()).isEqualTo(wanted.getInteger("status"));
      if (wanted.getJsonObject("error") != null) {
        assertThat(answer.body().getString("message"))
            .as(where)
            .isEqualTo(wanted.getJsonObject("error").getString("message"));
      }
      assertOrder(where, shop.admin("adminGetOrder", id).order(), wanted.getJsonObject("order"));
    }
  }

  private static OrderShop.Answer run(String id, String prefix, JsonObject step) {
    return switch (step.getString("op")) {
      case "capture" -> shop.admin("adminCaptureOrder", id);
      case "fulfill" -> {
        JsonArray items = new JsonArray();
        RefundCase.objects(step, "items")
            .forEach(item ->
                items.add(
                    new JsonObject()
                        .put("item_id", prefix + item.getString("key"))
                        .put("quantity", item.getLong("quantity"))));
        yield post("adminFulfillmentOrder", id, new JsonObject().put("items", items));
      }
      case "ship" -> {
        JsonArray all = shop.admin("adminGetOrder", id).order().getJsonArray("fulfillments");
        yield post(
            "adminShipmentOrder",
            id,
            new JsonObject()
                .put("fulfillment_id", all.getJsonObject(all.size() - 1).getString("id")));
      }
      case "refund" ->
          post(
              "adminRefundOrder",
              id,
              new JsonObject()
                  .put("amount", step.getLong("amount"))
                  .put("reason", step.getString("reason")));
      default -> throw new IllegalArgumentException(step.encode());
    };
  }

  private static OrderShop.Answer post(String operation, String id, JsonObject body) {
    return shop.admin(operation, id, new JsonObject(), body, Ids.ulid());
  }

  private static void assertOrder(String where, JsonObject order, JsonObject expected) {
    for (String status : STATUSES) {
      String right =
          status.equals("payment_status")
              ? RIGHT_PAYMENT_STATUS.getOrDefault(where, expected.getString(status))
              : expected.getString(status);
      assertThat(order.getString(status)).as(where + " " + status).isEqualTo(right);
    }
    for (String total : TOTALS) {
      assertThat(order.getLong(total)).as(where + " " + total).isEqualTo(expected.getLong(total));
    }
    assertQuantities(order, expected.getJsonObject("items"), QUANTITIES);
    assertThat(parts(order, "refunds", "amount", "reason"))
        .as(where)
        .isEqualTo(parts(expected, "refunds", "amount", "reason"));
    assertThat(parts(order, "payments", "amount", "amount_refunded"))
        .as(where)
        .isEqualTo(parts(expected, "payments", "amount", "amount_refunded"));
  }

  private static void assertQuantities(JsonObject order, JsonObject items, List<String> names) {
    for (JsonObject item : RefundCase.objects(order, "items")) {
      JsonObject expected = items.getJsonObject(item.getString("title"));
      for (String name : names) {
        assertThat(item.getLong(name)).as(name).isEqualTo(expected.getLong(name));
      }
    }
  }

  private static List<List<Object>> parts(JsonObject order, String name, String... members) {
    List<List<Object>> parts = new ArrayList<>();
    for (JsonObject part : RefundCase.objects(order, name)) {
      List<Object> values = new ArrayList<>();
      for (String member : members) {
        values.add(String.valueOf(part.getValue(member)));
      }
      parts.add(values);
    }
    return parts;
  }
}

package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entries of the audit log beside the payment operations that they are about, by every path. */
class PaymentAuditIT {

  private static OrderShop shop;

  private String order;
  private String line;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /** An order of four mugs. */
  @BeforeEach
  void place() {
    TestPaymentProvider.reset();
    order =
        shop.newOrders(12, TestPaymentProvider.ID).stream()
            .filter(each -> {
              JsonArray items = get(each).getJsonArray("items");
              return items.size() == 1 && items.getJsonObject(0).getLong("quantity") == 4;
            })
            .findFirst()
            .orElseThrow();
    line = get(order).getJsonArray("items").getJsonObject(0).getString("id");
  }

  @AfterEach
  void everyOperationHasOneEntry() {
    TestPaymentProvider.reset();
    assertThat(
            rows(
                """
                SELECT coalesce(work.id, entry.operation_id) AS violation
                FROM payment_work AS work
                FULL JOIN (
                  SELECT after ->> 'operation_id' AS operation_id, count(*) AS times
                  FROM audit_entry
                  WHERE action IN ('payment_capture', 'payment_void', 'refund')
                  GROUP BY 1
                ) AS entry ON entry.operation_id = work.id
                WHERE entry.times IS DISTINCT FROM 1 OR work.id IS NULL
                """))
        .isEmpty();
  }

  @Test
  void ofARefundOfOrderAndPaymentSaysWhyAndHowMuch() {
    act("adminCaptureOrder", new JsonObject());
    JsonObject refund = new JsonObject().put("amount", 100).put("reason", "discount");
    act("adminRefundOrder", refund);
    JsonObject ofPayment = refund.copy().put("amount", 23).put("reason", "other");
    shop.admin("adminRefundPayment", payment(), new JsonObject(), ofPayment, Ids.ulid());

    assertPaths("adminCaptureOrder", "adminRefundOrder", "adminRefundPayment");
    Row last = entries().getLast();
    assertThat(last.getJsonObject("before").getLong("refunded_total")).isEqualTo(100);
    assertThat(last.getJsonObject("after"))
        .isEqualTo(
            last.getJsonObject("after")
                .copy()
                .put("amount", 23)
                .put("refunded_total", 123)
                .put("reason", "other")
                .put("payment_id", payment()));
    assertThat(last.getString("actor_id")).isEqualTo("usr_1");
  }

  @Test
  void ofAPaymentIsWrittenOnceHoweverOftenItIsCaptured() {
    for (int time = 0; time < 3; time++) {
      shop.admin("adminCapturePayment", payment());
      act("adminCaptureOrder", new JsonObject());
    }

    assertPaths("adminCapturePayment");
  }

  @Test
  void ofARefusedCaptureIsNotWrittenAgainWhenItIsRequestedAgain() {
    TestPaymentProvider.refuse(Kind.CAPTURE);
    shop.admin("adminCaptureOrder", order, new JsonObject(), new JsonObject(), Ids.ulid());
    assertThat(get(order).getString("payment_status")).isNotEqualTo("captured");

    TestPaymentProvider.answer(Outcome.DONE);
    act("adminCaptureOrder", new JsonObject());

    assertPaths("adminCaptureOrder");
    assertThat(get(order).getString("payment_status")).isEqualTo("captured");
  }

  @Test
  void ofAClaimAReceiptAndASwapNamesTheirRequests() {
    ship();
    act("adminCreateOrderClaim", claim());
    act("adminReturnOrder", items().put("receive_now", true));
    act("adminReturnOrder", items());
    String returned = lastReturn();
    shop.admin("adminReceiveReturn", returned, new JsonObject(), items(), Ids.ulid());
    act(
        "adminCreateOrderSwap",
        new JsonObject()
            .put("return_items", items().getJsonArray("items"))
            .put("additional_items", new JsonArray()));
    JsonObject swap = get(order).getJsonArray("swaps").getJsonObject(0);
    await(shop.completeSwap(swap.getString("cart_id")));
    JsonObject path = new JsonObject().put("id", order).put("swap_id", swap.getString("id"));
    shop.adminPart("adminProcessPaymentOrderSwap", path, new JsonObject()).order();

    assertPaths(
        "adminCaptureOrder",
        "adminCreateOrderClaim",
        "adminReturnOrder",
        "adminReceiveReturn",
        "adminProcessPaymentOrderSwap");
    assertThat(
            entries().stream().skip(1).map(each -> each.getJsonObject("after").getString("reason")))
        .containsExactly("claim", "return", "return", "swap");
  }

  @Test
  void ofASwapThatCostsMoreCoversCaptureAndCancellation() {
    ship();
    JsonArray additional =
        new JsonArray().add(new JsonObject().put("variant_id", "variant_2").put("quantity", 3));
    JsonObject body =
        new JsonObject()
            .put("return_items", items().getJsonArray("items"))
            .put("additional_items", additional);
    act("adminCreateOrderSwap", body);
    JsonObject swap = get(order).getJsonArray("swaps").getJsonObject(0);
    await(shop.completeSwap(swap.getString("cart_id")));
    JsonObject path = new JsonObject().put("id", order).put("swap_id", swap.getString("id"));
    shop.adminPart("adminProcessPaymentOrderSwap", path, new JsonObject()).order();
    shop.admin("adminCancelReturn", lastReturn()).order();
    shop.adminPart("adminCancelOrderSwap", path, new JsonObject()).order();

    assertPaths("adminCaptureOrder", "adminProcessPaymentOrderSwap", "adminCancelOrderSwap");
  }

  @Test
  void ofACancellationCoversVoidsAndRefunds() {
    act("adminCancelOrder", new JsonObject());
    assertPaths("adminCancelOrder");
    assertThat(entries().getLast().getString("action")).isEqualTo("payment_void");

    place();
    act("adminCaptureOrder", new JsonObject());
    act("adminCancelOrder", new JsonObject());
    assertPaths("adminCaptureOrder", "adminCancelOrder");
    assertThat(entries().getLast().getString("action")).isEqualTo("refund");
  }

  @Test
  void ofACaptureThatTookEffectLateCoversItsRefund() {
    TestPaymentProvider.refuse(Kind.CANCEL);
    TestPaymentProvider.state(PaymentState.Status.CAPTURED);
    act("adminCancelOrder", new JsonObject());

    assertPaths("adminCancelOrder", "lateCapture");
  }

  private void assertPaths(String... paths) {
    assertThat(entries().stream().map(entry -> entry.getJsonObject("after").getString("path")))
        .containsExactly(paths);
  }

  private List<Row> entries() {
    return rows("SELECT * FROM audit_entry WHERE subject = $1 ORDER BY sequence", order);
  }

  private static List<Row> rows(String statement, Object... values) {
    return shop.run(statement, values).stream().toList();
  }

  private void ship() {
    act("adminCaptureOrder", new JsonObject());
    act(
        "adminFulfillmentOrder",
        new JsonObject()
            .put(
                "items",
                new JsonArray().add(new JsonObject().put("item_id", line).put("quantity", 4))));
    act(
        "adminShipmentOrder",
        new JsonObject()
            .put(
                "fulfillment_id",
                get(order).getJsonArray("fulfillments").getJsonObject(0).getString("id")));
  }

  private JsonObject items() {
    return new JsonObject()
        .put(
            "items", new JsonArray().add(new JsonObject().put("item_id", line).put("quantity", 1)));
  }

  private JsonObject claim() {
    JsonArray items = items().getJsonArray("items");
    items.getJsonObject(0).put("reason", "other");
    return new JsonObject().put("type", "refund").put("claim_items", items);
  }

  private String lastReturn() {
    return rows("SELECT id FROM \"return\" WHERE order_id = $1 ORDER BY id DESC LIMIT 1", order)
        .getFirst()
        .getString(0);
  }

  private String payment() {
    return rows("SELECT id FROM payment WHERE order_id = $1", order).getFirst().getString(0);
  }

  private void act(String operation, JsonObject body) {
    shop.admin(operation, order, new JsonObject(), body, Ids.ulid()).order();
  }

  private static JsonObject get(String id) {
    return shop.admin("adminGetOrder", id).order();
  }
}

package dev.tradewind.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Call;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Returns while the payment provider or the fulfillment provider does not answer, or refuses. */
class ReturnProvidersIT {

  private static OrderShop shop;

  private final String id = shop.newOrders(1, TestPaymentProvider.ID).getFirst();
  private final JsonObject line =
      shop.admin("adminGetOrder", id).order().getJsonArray("items").getJsonObject(0);

  @BeforeAll
  static void open() {
    shop = new OrderShop();
    shop.returnOption =
        new JsonObject()
            .put("id", "so_return")
            .put("region_id", "reg_1")
            .put("is_return", true)
            .put("provider_id", TestFulfillmentProvider.ID)
            .put("amount", 100)
            .put("includes_tax", false);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void restoreProviders() {
    TestPaymentProvider.reset();
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
  }

  @Test
  void aRefundWithoutAnswerIsMadeOnce() {
    capture();
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    long amount = returned.getLong("refund_amount");
    assertThat(amount).isPositive();
    TestPaymentProvider.answer(Outcome.FAILS);

    OrderShop.Answer answer = receive(returned.getString("id"));

    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    assertThat(order().getLong("refunded_total")).isZero();
    receive(returned.getString("id"))
        .refuses(400, "Return with id " + returned.getString("id") + " has already been received");
    TestPaymentProvider.answer(Outcome.DONE);
    shop.retryPayments();
    shop.retryPayments();

    JsonObject after = order();
    assertThat(after.getLong("refunded_total")).isEqualTo(amount);
    assertThat(after.getString("payment_status")).isEqualTo("captured");
    assertThat(shop.events(id))
        .containsExactly(
            "order.payment_captured",
            "order.return_requested",
            "order.items_returned",
            "order.refund_created");
    String refund = after.getJsonArray("refunds").getJsonObject(0).getString("id");
    assertThat(TestPaymentProvider.calls(refund))
        .hasSizeGreaterThan(1)
        .extracting(Call::toString)
        .containsOnly("refund " + amount);
  }

  @Test
  void aPendingRefundIsReserved() {
    capture();
    long total = order().getLong("total");
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    TestPaymentProvider.answer(Outcome.FAILS);
    act("adminRefundOrder", id, new JsonObject().put("amount", total).put("reason", "other"));

    assertThat(receive(returned.getString("id")).status()).isEqualTo(200);

    assertThat(order().getString("fulfillment_status")).isEqualTo("requires_action");
    TestPaymentProvider.answer(Outcome.DONE);
    shop.retryPayments();
    assertThat(order().getLong("refunded_total")).isEqualTo(total);
  }

  @Test
  void aRefusedRefundIsLeftToStaff() {
    capture();
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    long amount = returned.getLong("refund_amount");
    TestPaymentProvider.refuse(Kind.REFUND);

    assertThat(receive(returned.getString("id")).status()).isEqualTo(200);

    JsonObject after = order();
    assertThat(lastReturn(after).getString("status")).isEqualTo("received");
    assertThat(after.getString("fulfillment_status")).isEqualTo("requires_action");
    assertThat(after.getLong("refunded_total")).isZero();
    assertThat(shop.events(id))
        .containsExactly(
            "order.payment_captured",
            "order.return_requested",
            "order.items_returned",
            "order.return_action_required");
    assertThat(shop.lastEvent(id).getJsonObject("data").getString("return_id"))
        .isEqualTo(returned.getString("id"));
    shop.retryPayments();
    assertThat(order().getLong("refunded_total")).as("nothing is retried").isZero();

    TestPaymentProvider.answer(Outcome.DONE);
    JsonObject refund = new JsonObject().put("amount", amount).put("reason", "return");
    assertThat(act("adminRefundOrder", id, refund).order().getLong("refunded_total"))
        .isEqualTo(amount);
    assertThat(shop.events(id)).endsWith("order.refund_created");
  }

  @Test
  void aRefundRefusedAfterAnOutageIsLeftToStaff() {
    capture();
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    TestPaymentProvider.answer(Outcome.FAILS);
    receive(returned.getString("id"));
    assertThat(order().getString("fulfillment_status")).isEqualTo("returned");

    TestPaymentProvider.refuse(Kind.REFUND);
    shop.retryPayments();

    assertThat(order().getString("fulfillment_status")).isEqualTo("requires_action");
  }

  @Test
  void aShipmentWithoutAnswerIsArrangedWithTheSameKey() {
    String key = Ids.ulid();
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.FAILS);

    assertThat(request(key, true).status()).isEqualTo(503);

    JsonObject returned = order().getJsonArray("returns").getJsonObject(0);
    assertThat(returned.getString("status")).isEqualTo("requested");
    assertThat(returned.getJsonObject("shipping_data")).isNull();
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    JsonObject arranged = lastReturn(request(key, true));
    assertThat(arranged.getString("id")).isEqualTo(returned.getString("id"));
    assertThat(arranged.getJsonObject("shipping_data").getString("key"))
        .isEqualTo(returned.getString("id") + ":return");
    assertThat(TestFulfillmentProvider.calls(returned.getString("id") + ":return")).hasSize(2);
    assertThat(shop.events(id)).containsExactly("order.return_requested");
  }

  @Test
  void aReturnWhoseShipmentIsRefusedIsCanceled() {
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.REFUSED);

    request(Ids.ulid(), true).refuses(400, "No parcels today");

    assertThat(order().getJsonArray("returns").getJsonObject(0).getString("status"))
        .isEqualTo("canceled");
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    assertThat(lastReturn(request(Ids.ulid(), true)).getString("status"))
        .as("its units are free again")
        .isEqualTo("requested");
  }

  private OrderShop.Answer request(String key, boolean withShipping) {
    JsonObject body =
        new JsonObject()
            .put(
                "items",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("item_id", line.getString("id"))
                            .put("quantity", line.getLong("quantity"))));
    if (withShipping) {
      body.put("return_shipping", new JsonObject().put("option_id", "so_return"));
    }
    return shop.admin("adminReturnOrder", id, new JsonObject(), body, key);
  }

  private OrderShop.Answer receive(String returnId) {
    return act(
        "adminReceiveReturn",
        returnId,
        new JsonObject()
            .put(
                "items",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("item_id", line.getString("id"))
                            .put("quantity", line.getLong("quantity")))));
  }

  private static OrderShop.Answer act(String operation, String subject, JsonObject body) {
    return shop.admin(operation, subject, new JsonObject(), body, Ids.ulid());
  }

  private static JsonObject lastReturn(OrderShop.Answer answer) {
    return lastReturn(answer.order());
  }

  private static JsonObject lastReturn(JsonObject order) {
    JsonArray returns = order.getJsonArray("returns");
    return returns.getJsonObject(returns.size() - 1);
  }

  private void capture() {
    act("adminCaptureOrder", id, new JsonObject()).order();
  }

  private JsonObject order() {
    return shop.admin("adminGetOrder", id).order();
  }
}

package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.Ids;
import dev.tradewind.order.payment.PaymentOperationRetrier;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Returns while the payment provider or the fulfillment provider does not answer, or refuses. */
class ReturnProvidersIT {

  private static OrderShop shop;

  private final String id = shop.newOrders(1, ScriptedProvider.ID).getFirst();
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
            .put("provider_id", ScriptedFulfillmentProvider.ID)
            .put("amount", 100)
            .put("includes_tax", false);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void restoreProviders() {
    ScriptedProvider.reset();
    ScriptedFulfillmentProvider.mode = ScriptedFulfillmentProvider.Mode.ANSWERS;
  }

  @Test
  void aRefundWithoutAnswerIsMadeOnce() {
    capture();
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    long amount = returned.getLong("refund_amount");
    assertThat(amount).isPositive();
    ScriptedProvider.silent = true;

    OrderShop.Answer answer = receive(returned.getString("id"));

    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    assertThat(order().getLong("refunded_total")).isZero();
    receive(returned.getString("id"))
        .refuses(400, "Return with id " + returned.getString("id") + " has already been received");
    ScriptedProvider.silent = false;
    retryRefunds();
    retryRefunds();

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
    assertThat(ScriptedProvider.calls(refund))
        .hasSizeGreaterThan(1)
        .containsOnly("refunded " + amount + " " + refund);
  }

  @Test
  void aPendingRefundIsReserved() {
    capture();
    long total = order().getLong("total");
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    ScriptedProvider.silent = true;
    act("adminRefundOrder", id, new JsonObject().put("amount", total).put("reason", "other"));

    assertThat(receive(returned.getString("id")).status()).isEqualTo(200);

    assertThat(order().getString("fulfillment_status")).isEqualTo("requires_action");
    ScriptedProvider.silent = false;
    retryRefunds();
    assertThat(order().getLong("refunded_total")).isEqualTo(total);
  }

  @Test
  void aRefusedRefundIsLeftToStaff() {
    capture();
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    long amount = returned.getLong("refund_amount");
    ScriptedProvider.refusesRefunds = true;

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
    retryRefunds();
    assertThat(order().getLong("refunded_total")).as("nothing is retried").isZero();

    ScriptedProvider.refusesRefunds = false;
    JsonObject refund = new JsonObject().put("amount", amount).put("reason", "return");
    assertThat(act("adminRefundOrder", id, refund).order().getLong("refunded_total"))
        .isEqualTo(amount);
    assertThat(shop.events(id)).endsWith("order.refund_created");
  }

  @Test
  void aRefundRefusedAfterAnOutageIsLeftToStaff() {
    capture();
    JsonObject returned = lastReturn(request(Ids.ulid(), false));
    ScriptedProvider.silent = true;
    receive(returned.getString("id"));
    assertThat(order().getString("fulfillment_status")).isEqualTo("returned");

    ScriptedProvider.refusesRefunds = true;
    retryRefunds();

    assertThat(order().getString("fulfillment_status")).isEqualTo("requires_action");
  }

  @Test
  void aShipmentWithoutAnswerIsArrangedWithTheSameKey() {
    String key = Ids.ulid();
    ScriptedFulfillmentProvider.mode = ScriptedFulfillmentProvider.Mode.SILENT;

    assertThat(request(key, true).status()).isEqualTo(503);

    JsonObject returned = order().getJsonArray("returns").getJsonObject(0);
    assertThat(returned.getString("status")).isEqualTo("requested");
    assertThat(returned.getJsonObject("shipping_data")).isNull();
    ScriptedFulfillmentProvider.mode = ScriptedFulfillmentProvider.Mode.ANSWERS;
    JsonObject arranged = lastReturn(request(key, true));
    assertThat(arranged.getString("id")).isEqualTo(returned.getString("id"));
    assertThat(arranged.getJsonObject("shipping_data").getString("state")).isEqualTo("returned");
    assertThat(ScriptedFulfillmentProvider.calls(returned.getString("id") + ":return")).hasSize(2);
    assertThat(shop.events(id)).containsExactly("order.return_requested");
  }

  @Test
  void aReturnWhoseShipmentIsRefusedIsCanceled() {
    ScriptedFulfillmentProvider.mode = ScriptedFulfillmentProvider.Mode.REFUSES;

    request(Ids.ulid(), true).refuses(400, "No parcels today");

    assertThat(order().getJsonArray("returns").getJsonObject(0).getString("status"))
        .isEqualTo("canceled");
    ScriptedFulfillmentProvider.mode = ScriptedFulfillmentProvider.Mode.ANSWERS;
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

  private void retryRefunds() {
    shop.run(
        "UPDATE payment_work SET updated_at = updated_at - interval '1 hour' WHERE order_id = $1",
        id);
    PaymentOperationStore store = new PaymentOperationStore();
    Clock clock = Clock.systemUTC();
    PaymentOperationRunner runner =
        new PaymentOperationRunner(
            shop.pool,
            new LockedOrders(shop.pool, new OrderStore()),
            store,
            PaymentProviders.installed(),
            clock);
    await(
        new PaymentOperationRetrier(shop.pool, store, runner, clock).retry(Duration.ofMinutes(1)));
  }
}

package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Call;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operations of staff on orders, sequential and concurrent, with failing payment providers. */
class OrderStatusServiceIT {

  private static OrderShop shop;

  private final String id = shop.newOrders(1, TestPaymentProvider.ID).getFirst();
  private final JsonObject before = shop.admin("adminGetOrder", id).order();
  private final String paymentId = payment(before).getString("id");
  private final long total = before.getLong("total");

  @BeforeAll
  static void open() {
    shop = new OrderShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void restoreProvider() {
    TestPaymentProvider.reset();
  }

  @Test
  void concurrentCapturesCaptureOnce() {
    List<OrderShop.Answer> answers = allAtOnce("adminCaptureOrder", new JsonObject());

    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.order().getString("payment_status")).isEqualTo("captured"));
    assertThat(shop.events(id)).containsExactly("order.payment_captured");
    assertThat(shop.run("SELECT FROM payment_work WHERE order_id = $1", id).size()).isEqualTo(1);
    assertThat(TestPaymentProvider.calls(paymentId))
        .extracting(Call::toString)
        .containsOnly("capture " + total);
    assertThat(payment(get()).getString("captured_at")).isNotNull();
  }

  @Test
  void aCaptureWithoutAnswerRequiresActionUntilItSucceeds() {
    TestPaymentProvider.answer(Outcome.FAILS);
    assertThat(act("adminCaptureOrder").order().getString("payment_status"))
        .isEqualTo("requires_action");
    assertThat(shop.events(id)).containsExactly("order.payment_capture_failed");
    JsonObject data = shop.lastEvent(id).getJsonObject("data");
    assertThat(data.getString("payment_id")).isEqualTo(paymentId);
    assertThat(data.getString("error")).isNotEmpty();
    act("adminCancelOrder").refuses(503, "The payment provider is not available. Please retry.");

    TestPaymentProvider.answer(Outcome.DONE);
    assertThat(act("adminCaptureOrder").order().getString("payment_status")).isEqualTo("captured");
    assertThat(shop.events(id))
        .containsExactly("order.payment_capture_failed", "order.payment_captured");
  }

  @Test
  void aRefusedCaptureRequiresActionAndMayBeRequestedAgain() {
    TestPaymentProvider.refuse(Kind.CAPTURE);
    assertThat(act("adminCaptureOrder").order().getString("payment_status"))
        .isEqualTo("requires_action");
    assertThat(shop.lastEvent(id).getJsonObject("data").getString("error"))
        .isEqualTo("The card has expired");
    assertThat(payment(get()).getString("captured_at")).isNull();
    TestPaymentProvider.answer(Outcome.DONE);
    capture();
    assertThat(shop.events(id))
        .containsExactly("order.payment_capture_failed", "order.payment_captured");
  }

  @Test
  void anOrderWhoseCaptureIsRefusedForGoodIsCanceled() {
    TestPaymentProvider.refuse(Kind.CAPTURE);
    act("adminCaptureOrder").order();
    JsonObject order = act("adminCancelOrder").order();
    assertThat(order.getString("status")).isEqualTo("canceled");
    assertThat(payment(order).getString("canceled_at")).isNotNull();
  }

  @Test
  void aCaptureWithoutAnswerIsGivenUpByTheStateOfThePayment() {
    TestPaymentProvider.answer(Outcome.FAILS);
    act("adminCaptureOrder").order();
    act("adminCancelOrder").refuses(503, "The payment provider is not available. Please retry.");

    TestPaymentProvider.state(PaymentState.Status.AUTHORIZED);
    assertThat(act("adminCancelOrder").order().getString("status")).isEqualTo("canceled");
    assertThat(payment(get()).getString("captured_at")).isNull();
  }

  @Test
  void aCaptureThatTookEffectUnnoticedIsRefundedWhenTheOrderIsCanceled() {
    TestPaymentProvider.answer(Outcome.FAILS);
    act("adminCaptureOrder").order();
    TestPaymentProvider.state(PaymentState.Status.CAPTURED);

    act("adminCancelOrder").order();
    TestPaymentProvider.answer(Outcome.DONE);
    shop.retryPayments();

    JsonObject order = get();
    assertThat(order.getString("status")).isEqualTo("canceled");
    assertThat(payment(order).getString("captured_at")).isNotNull();
    assertThat(order.getLong("refunded_total")).isEqualTo(total);
  }

  @Test
  void aCaptureThatTookEffectAfterItWasGivenUpIsRefunded() {
    TestPaymentProvider.answer(Outcome.FAILS);
    act("adminCaptureOrder").order();
    TestPaymentProvider.state(PaymentState.Status.AUTHORIZED);
    act("adminCancelOrder").order();

    TestPaymentProvider.answer(Outcome.DONE);
    TestPaymentProvider.refuse(Kind.CANCEL);
    TestPaymentProvider.state(PaymentState.Status.CAPTURED);
    shop.retryPayments();

    JsonObject order = get();
    assertThat(order.getString("payment_status")).isEqualTo("canceled");
    assertThat(order.getLong("refunded_total")).isEqualTo(total);
    assertThat(payment(order).getString("canceled_at")).isNull();
  }

  @Test
  void aRefundIsSpreadOverSeveralPaymentsAndIsOneRefund() {
    String second = secondPayment(700);
    capture();
    List<OrderShop.Answer> answers =
        shop.allAtOnce(4, "adminRefundOrder", id, refundBody(total + 200));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    answers.stream()
        .filter(answer -> answer.status() != 200)
        .forEach(
            answer -> answer.refuses(400, "Cannot refund more than the original order amount"));
    JsonObject order = get();
    JsonObject refund = order.getJsonArray("refunds").getJsonObject(0);
    assertThat(order.getJsonArray("refunds")).hasSize(1);
    assertThat(refund.getLong("amount")).isEqualTo(total + 200);
    assertThat(refund.getValue("payment_id")).isNull();
    assertThat(refund.getValue("idempotency_key")).isNull();
    assertThat(order.getLong("refundable_amount")).isEqualTo(500);
    assertThat(order.getString("payment_status")).isEqualTo("partially_refunded");
    assertThat(TestPaymentProvider.calls(refund.getString("id") + ":" + second))
        .extracting(Call::toString)
        .containsOnly("refund 200");
    assertThat(shop.events(id)).filteredOn("order.refund_created"::equals).hasSize(1);
  }

  @Test
  void aRefundIsTakenFromCapturedPaymentsAlone() {
    capture();
    secondPayment(700);
    refund(total + 1, Ids.ulid())
        .refuses(400, "Refund amount is greater that the refundable amount");
    assertThat(refund(total, Ids.ulid()).order().getString("payment_status"))
        .isEqualTo("partially_refunded");
  }

  /** Adds an authorized payment to the order. */
  private String secondPayment(long amount) {
    String added = "pay_" + Ids.ulid();
    shop.run(
        "INSERT INTO payment (id, order_id, cart_id, amount, currency_code, provider_id, data,"
            + " created_at, updated_at) SELECT $1, order_id, cart_id, $2, currency_code,"
            + " provider_id, data, now(), now() FROM payment WHERE order_id = $3",
        added,
        amount,
        id);
    return added;
  }

  @Test
  void anOrderWithFulfillmentsOrReturnsIsNotCanceled() {
    JsonObject line = before.getJsonArray("items").getJsonObject(0);
    JsonObject fulfillment =
        shop.admin(
                "adminFulfillmentOrder",
                id,
                new JsonObject(),
                new JsonObject()
                    .put(
                        "items",
                        new JsonArray()
                            .add(
                                new JsonObject()
                                    .put("item_id", line.getString("id"))
                                    .put("quantity", 1))),
                "k")
            .order()
            .getJsonArray("fulfillments")
            .getJsonObject(0);
    act("adminCancelOrder")
        .refuses(400, "All fulfillments must be canceled before canceling an order");
    shop.adminPart(
            "adminCancelOrderFulfillment",
            new JsonObject().put("id", id).put("fulfillment_id", fulfillment.getString("id")),
            new JsonObject())
        .order();
    shop.run(
        "INSERT INTO \"return\" (id, order_id, refund_amount, created_at, updated_at)"
            + " VALUES ($1, $2, 0, now(), now())",
        "ret_" + Ids.ulid(),
        id);
    act("adminCancelOrder").refuses(400, "All returns must be canceled before canceling an order");
    assertThat(shop.publishedCalls(id)).isZero();
    shop.run("UPDATE \"return\" SET status = 'canceled' WHERE order_id = $1", id);
    assertThat(act("adminCancelOrder").order().getString("status")).isEqualTo("canceled");
  }

  @Test
  void theRetrierRepeatsTheCall() {
    capture();
    TestPaymentProvider.answer(Outcome.FAILS);
    refund(100, Ids.ulid()).refuses(503, "The payment provider is not available. Please retry.");
    assertThat(get().getJsonArray("refunds")).isEmpty();
    TestPaymentProvider.answer(Outcome.DONE);
    shop.retryPayments();

    assertThat(get().getLong("refunded_total")).isEqualTo(100);
    assertThat(shop.events(id)).containsExactly("order.payment_captured", "order.refund_created");
  }

  @Test
  void authorizationsAreVoidedWhenTheOrderIsCanceled() {
    List<OrderShop.Answer> answers = allAtOnce("adminCancelOrder", new JsonObject());

    assertThat(answers)
        .allSatisfy(answer -> {
          JsonObject order = answer.order();
          assertThat(order.getString("status")).isEqualTo("canceled");
          assertThat(order.getString("payment_status")).isEqualTo("canceled");
          assertThat(order.getString("fulfillment_status")).isEqualTo("canceled");
          assertThat(order.getString("canceled_at")).isNotNull();
        });
    assertThat(shop.events(id)).containsExactly("order.canceled", "order.updated");
    assertThat(shop.publishedCalls(id)).isEqualTo(4);
    assertThat(payment(get()).getString("canceled_at")).isNotNull();
    assertThat(TestPaymentProvider.calls(paymentId))
        .extracting(Call::toString)
        .containsOnly("cancel " + total);
  }

  @Test
  void capturedPaymentsAreRefundedWhenTheOrderIsCanceled() {
    capture();

    JsonObject order = act("adminCancelOrder").order();

    assertThat(order.getString("payment_status")).isEqualTo("canceled");
    assertThat(order.getLong("refunded_total")).isEqualTo(total);
    assertThat(order.getJsonArray("refunds").getJsonObject(0).getLong("amount")).isEqualTo(total);
    assertThat(act("adminCancelOrder").status()).isEqualTo(200);
    assertThat(shop.events(id))
        .containsExactly("order.payment_captured", "order.canceled", "order.refund_created");
  }

  @Test
  void aCanceledOrderRefusesEverythingElse() {
    act("adminCancelOrder").order();

    act("adminCaptureOrder").refuses(400, "A canceled order cannot capture payment");
    act("adminCompleteOrder").refuses(400, "A canceled order cannot be completed");
    act("adminArchiveOrder").refuses(400, "Can't archive an unprocessed order");
    refund(1, Ids.ulid()).refuses(400, "A canceled order cannot be refunded");
    update(new JsonObject().put("email", "a@example.com"))
        .refuses(400, "A canceled order cannot be updated");
  }

  @Test
  void concurrentCaptureAndCancelAreAtomic() {
    for (int round = 0; round < 5; round++) {
      String order = shop.newOrders(1, TestPaymentProvider.ID).getFirst();
      await(Future.join(later("adminCaptureOrder", order), later("adminCancelOrder", order)));
      act("adminCancelOrder", order).order();

      JsonObject after = shop.admin("adminGetOrder", order).order();
      boolean captured = payment(after).getString("captured_at") != null;
      assertThat(after.getString("status")).isEqualTo("canceled");
      assertThat(after.getLong("refunded_total")).isEqualTo(captured ? after.getLong("total") : 0);
      assertThat(payment(after).getString("canceled_at") == null).isEqualTo(captured);
    }
  }

  @Test
  void refundsNeverExceedTheAmountPaid() {
    refund(1, Ids.ulid()).refuses(400, "Refund amount is greater that the refundable amount");
    capture();
    long part = total / 4;

    List<OrderShop.Answer> answers =
        await(
            Future.all(
                    IntStream.range(0, 8)
                        .mapToObj(each ->
                            shop.adminLater(
                                "adminRefundOrder",
                                id,
                                new JsonObject(),
                                refundBody(part),
                                Ids.ulid()))
                        .toList())
                .map(all -> all.<OrderShop.Answer>list()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(4);
    answers.stream()
        .filter(answer -> answer.status() != 200)
        .forEach(
            answer -> answer.refuses(400, "Cannot refund more than the original order amount"));
    JsonObject order = get();
    assertThat(order.getLong("refunded_total")).isEqualTo(4 * part);
    assertThat(order.getLong("refundable_amount")).isEqualTo(total - 4 * part);
    assertThat(order.getJsonArray("refunds")).hasSize(4);
    if (total > 4 * part) {
      assertThat(order.getString("payment_status")).isEqualTo("partially_refunded");
      refund(total - 4 * part, Ids.ulid()).order();
    }
    assertThat(get().getString("payment_status")).isEqualTo("refunded");
    act("adminCancelOrder").refuses(400, "Order with refund(s) cannot be canceled");
    act("adminArchiveOrder").refuses(400, "Can't archive an unprocessed order");
  }

  @Test
  void aRefundIsExecutedOncePerKey() {
    capture();
    List<OrderShop.Answer> answers =
        await(
            Future.all(
                    IntStream.range(0, 5)
                        .mapToObj(each ->
                            shop.adminLater(
                                "adminRefundOrder", id, new JsonObject(), refundBody(50), "same"))
                        .toList())
                .map(all -> all.<OrderShop.Answer>list()));

    assertThat(answers).allSatisfy(answer -> answer.order());
    JsonObject refund = get().getJsonArray("refunds").getJsonObject(0);
    assertThat(get().getLong("refunded_total")).isEqualTo(50);
    assertThat(refund.getString("reason")).isEqualTo("other");
    assertThat(refund.getString("note")).isEqualTo("Broken");
    assertThat(shop.lastEvent(id).getJsonObject("data").getString("refund_id"))
        .isEqualTo(refund.getString("id"));
    assertThat(refund(60, "same").status()).isEqualTo(422);
  }

  @Test
  void invalidRefundsAreRefused() {
    capture();
    refund(0, Ids.ulid()).refuses(400, "amount must not be less than 1");
    shop.admin(
            "adminRefundOrder",
            id,
            new JsonObject(),
            refundBody(5).put("reason", "mood"),
            Ids.ulid())
        .refuses(
            400,
            "reason must be one of the following values: discount, return, swap, claim, other");
  }

  @Test
  void notificationIsDecidedByTheOrderOrTheRequest() {
    update(new JsonObject().put("no_notification", true)).order();
    assertThat(shop.lastEvent(id).getBoolean("no_notification")).isTrue();
    capture();
    assertThat(shop.lastEvent(id).getJsonObject("data").getBoolean("no_notification")).isTrue();
    refund(1, Ids.ulid()).order();
    assertThat(shop.lastEvent(id).getBoolean("no_notification")).isTrue();
    shop.admin(
            "adminRefundOrder",
            id,
            new JsonObject(),
            refundBody(1).put("no_notification", false),
            Ids.ulid())
        .order();
    assertThat(shop.lastEvent(id).getBoolean("no_notification")).isFalse();
    assertThat(shop.lastEvent(id).getLong("aggregate_version")).isEqualTo(5);
  }

  @Test
  void anOrderIsCompletedAndThenArchived() {
    act("adminArchiveOrder").refuses(400, "Can't archive an unprocessed order");
    assertThat(act("adminCompleteOrder").order().getString("status")).isEqualTo("completed");
    assertThat(act("adminCompleteOrder").order().getString("status")).isEqualTo("completed");
    assertThat(act("adminArchiveOrder").order().getString("status")).isEqualTo("archived");
    act("adminArchiveOrder").refuses(400, "Can't archive an unprocessed order");
    assertThat(act("adminCompleteOrder").order().getString("status")).isEqualTo("completed");
    assertThat(shop.events(id))
        .containsExactly("order.completed", "order.completed", "order.updated", "order.completed");
    act("adminCompleteOrder", "order_none").refuses(404, "Order with id order_none was not found");
  }

  @Test
  void metadataOfAnOrderIsLimitedAfterMerging() {
    JsonObject half = new JsonObject().put("a", "x".repeat(9_000));
    update(new JsonObject().put("metadata", half)).order();

    update(new JsonObject().put("metadata", new JsonObject().put("b", "x".repeat(9_000))))
        .refuses(400, "metadata must be smaller than or equal to 16384 bytes");

    assertThat(update(new JsonObject()).order().getJsonObject("metadata")).isEqualTo(half);
  }

  @Test
  void addressesEmailAndMetadataCanBeChanged() {
    JsonObject order =
        update(
                new JsonObject()
                    .put("email", "New@Example.com")
                    .put("metadata", new JsonObject().put("a", 1).put("b", ""))
                    .put(
                        "shipping_address",
                        new JsonObject().put("first_name", "Zoe").put("country_code", "de"))
                    .put(
                        "billing_address",
                        new JsonObject().put("city", "Bonn").put("country_code", "DE")))
            .order();

    assertThat(order.getString("email")).isEqualTo("new@example.com");
    assertThat(order.getJsonObject("metadata")).isEqualTo(new JsonObject().put("a", 1));
    JsonObject shipping = order.getJsonObject("shipping_address");
    assertThat(shipping.getString("first_name")).isEqualTo("Zoe");
    assertThat(shipping.getString("id")).isEqualTo(before.getString("shipping_address_id"));
    assertThat(shipping.getString("city"))
        .isEqualTo(before.getJsonObject("shipping_address").getString("city"));
    assertThat(order.getJsonObject("billing_address").getString("country_code")).isEqualTo("de");
    assertThat(order.getString("billing_address_id"))
        .isEqualTo(order.getJsonObject("billing_address").getString("id"));
    assertThat(shop.list(new JsonObject().put("q", "zoe").put("id", id)).ids()).containsExactly(id);
    assertThat(shop.events(id)).containsExactly("order.updated");
  }

  @Test
  void invalidUpdatesAreRefused() {
    update(new JsonObject().put("customer_id", "cus_none"))
        .refuses(404, "Customer with customer_id cus_none does not exist.");
    for (String address : List.of("shipping_address", "billing_address")) {
      update(new JsonObject().put(address, new JsonObject().put("country_code", "no")))
          .refuses(400, "Shipping country must be in the order region");
      update(new JsonObject().put(address, new JsonObject().put("country_code", "zz")))
          .refuses(400, "Shipping country must be in the order region");
      update(new JsonObject().put(address, new JsonObject().put("city", "Oslo")))
          .refuses(400, "Shipping country must be in the order region");
    }
    JsonObject items = new JsonObject().put("items", new JsonArray().add(new JsonObject()));
    update(items).refuses(400, "The items of an order are changed with an order edit");
    capture();
    update(items)
        .refuses(
            400,
            "Can't update shipping, billing, items and payment method when order is processed");
    update(new JsonObject().put("discounts", new JsonArray()))
        .refuses(400, "The discounts of an order that is placed cannot be changed");
    update(new JsonObject().put("region", "reg_1"))
        .refuses(400, "The region of an order that is placed cannot be changed");
    assertThat(update(new JsonObject().put("items", new JsonArray())).status()).isEqualTo(200);
  }

  @Test
  void anOrderIsHandedToAnotherCustomer() {
    JsonObject order = update(new JsonObject().put("customer_id", "cus_ida")).order();

    assertThat(order.getString("customer_id")).isEqualTo("cus_ida");
    assertThat(order.getJsonObject("customer").getString("first_name")).isEqualTo("Ida");
    assertThat(order.getString("email")).isEqualTo(before.getString("email"));
    assertThat(shop.list(new JsonObject().put("q", "Rhodes").put("id", id)).ids())
        .containsExactly(id);
    assertThat(shop.events(id)).containsExactly("order.updated");
  }

  @Test
  void aShippingMethodTakesThePlaceOfTheOneOfItsProfile() {
    JsonObject order = addMethod("so_new", 1_000).order();

    JsonObject method = order.getJsonArray("shipping_methods").getJsonObject(0);
    assertThat(order.getJsonArray("shipping_methods")).hasSize(1);
    assertThat(method.getString("shipping_option_id")).isEqualTo("so_new");
    assertThat(method.getString("cart_id")).as("never in a cart").isNull();
    assertThat(method.getJsonObject("shipping_option").containsKey("requirements")).isFalse();
    assertThat(method.getJsonArray("tax_lines").getJsonObject(0).getLong("rate")).isEqualTo(20);
    assertThat(order.getLong("shipping_total")).isEqualTo(1_000);
    assertThat(order.getLong("total")).isEqualTo(total + 600);
    assertThat(order.getLong("paid_total")).isEqualTo(total);
    assertThat(
            shop.run("SELECT total FROM \"order\" WHERE id = $1", id).iterator().next().getLong(0))
        .isEqualTo(total + 600);
    assertThat(shop.events(id)).containsExactly("order.updated");

    JsonObject two = addMethod("so_other", 0).order();
    assertThat(two.getJsonArray("shipping_methods")).hasSize(2);
    assertThat(two.getLong("total")).isEqualTo(total + 600);
  }

  @Test
  void unsuitableShippingMethodsAreRefused() {
    addMethod("so_none", 1).refuses(404, "Shipping Option with so_none was not found");
    addMethod("so_elsewhere", 1)
        .refuses(400, "The shipping option is not available in the order's region");
    addMethod("so_return", 1).refuses(400, "The shipping option is for returns");
    addMethod("so_new", -1).refuses(400, "price must not be less than 0");
    act("adminCancelOrder").order();
    addMethod("so_new", 1).refuses(400, "A shipping method cannot be added to a canceled order");
  }

  private OrderShop.Answer addMethod(String option, long price) {
    return shop.admin(
        "adminCreateOrderShippingMethod",
        id,
        new JsonObject(),
        new JsonObject().put("option_id", option).put("price", price),
        "k");
  }

  private List<OrderShop.Answer> allAtOnce(String operation, JsonObject body) {
    return await(
        Future.all(
                IntStream.range(0, 6)
                    .mapToObj(
                        each -> shop.adminLater(operation, id, new JsonObject(), body, Ids.ulid()))
                    .toList())
            .map(all -> all.<OrderShop.Answer>list()));
  }

  private Future<OrderShop.Answer> later(String operation, String order) {
    return shop.adminLater(operation, order, new JsonObject(), new JsonObject(), Ids.ulid());
  }

  private void capture() {
    assertThat(act("adminCaptureOrder").order().getString("payment_status")).isEqualTo("captured");
  }

  private OrderShop.Answer act(String operation) {
    return act(operation, id);
  }

  private OrderShop.Answer act(String operation, String order) {
    return shop.admin(operation, order);
  }

  private OrderShop.Answer update(JsonObject body) {
    return shop.admin("adminUpdateOrder", id, new JsonObject(), body, Ids.ulid());
  }

  private OrderShop.Answer refund(long amount, String key) {
    return shop.admin("adminRefundOrder", id, new JsonObject(), refundBody(amount), key);
  }

  private static JsonObject refundBody(long amount) {
    return new JsonObject().put("amount", amount).put("reason", "other").put("note", "Broken");
  }

  private JsonObject get() {
    return shop.admin("adminGetOrder", id).order();
  }

  private static JsonObject payment(JsonObject order) {
    return order.getJsonArray("payments").getJsonObject(0);
  }
}

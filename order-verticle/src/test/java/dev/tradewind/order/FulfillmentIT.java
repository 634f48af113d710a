package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentCancellation;
import dev.tradewind.order.fulfillment.FulfillmentCreation;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPlugin;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fulfillments and shipments, sequential and concurrent, with failing fulfillment providers. */
class FulfillmentIT {

  private static OrderShop shop;

  /** An order of one line item with four units. */
  private final String id = orderOfFour();

  private final String lineId = line(get()).getString("id");

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
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    TestFulfillmentProvider.refuseNext(0);
  }

  private static String orderOfFour() {
    return shop.newOrders(12, TestPaymentProvider.ID).stream()
        .filter(order -> {
          JsonArray items = shop.admin("adminGetOrder", order).order().getJsonArray("items");
          return items.size() == 1 && items.getJsonObject(0).getLong("quantity") == 4;
        })
        .findFirst()
        .orElseThrow();
  }

  @Test
  void concurrentFulfillmentsOfAllUnitsFulfillOnce() {
    List<OrderShop.Answer> answers =
        shop.allAtOnce(4, "adminFulfillmentOrder", id, items(lineId, 4));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    answers.stream()
        .filter(answer -> answer.status() != 200)
        .forEach(
            answer -> answer.refuses(400, "Cannot fulfill more items than have been purchased"));
    JsonObject order = get();
    assertThat(order.getJsonArray("fulfillments")).hasSize(1);
    assertThat(line(order).getLong("fulfilled_quantity")).isEqualTo(4);
    assertThat(order.getString("fulfillment_status")).isEqualTo("fulfilled");
    assertThat(shop.events(id)).containsExactly("order.fulfillment_created");
  }

  @Test
  void concurrentFulfillmentsOfOneUnitAddUp() {
    List<OrderShop.Answer> answers =
        shop.allAtOnce(4, "adminFulfillmentOrder", id, items(lineId, 1));

    assertThat(answers).allSatisfy(OrderShop.Answer::order);
    JsonObject order = get();
    assertThat(order.getJsonArray("fulfillments")).hasSize(4);
    assertThat(line(order).getLong("fulfilled_quantity")).isEqualTo(4);
    assertThat(order.getString("fulfillment_status")).isEqualTo("fulfilled");
    fulfill(1).refuses(400, "Cannot fulfill more items than have been purchased");
  }

  @Test
  void concurrentShipmentsShipOnce() {
    JsonObject fulfillment = fulfillment(fulfill(4));

    List<OrderShop.Answer> answers =
        shop.allAtOnce(
            4,
            "adminShipmentOrder",
            id,
            shipment(fulfillment).put("tracking_numbers", new JsonArray().add("T1").add("T2")));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    answers.stream()
        .filter(answer -> answer.status() != 200)
        .forEach(answer -> answer.refuses(400, "Fulfillment has already been shipped"));
    JsonObject order = get();
    assertThat(order.getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(line(order).getLong("shipped_quantity")).isEqualTo(4);
    JsonObject shipped = order.getJsonArray("fulfillments").getJsonObject(0);
    assertThat(shipped.getString("shipped_at")).isNotNull();
    assertThat(shipped.getJsonArray("tracking_links")).hasSize(2);
    assertThat(shop.events(id))
        .containsExactly("order.fulfillment_created", "order.shipment_created");
    cancel(fulfillment)
        .refuses(
            400,
            "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled");
  }

  @Test
  void concurrentShipmentsAndCancellationsHaveOneWinner() {
    for (int round = 0; round < 5; round++) {
      JsonObject fulfillment = fulfillment(fulfill(1));
      List<OrderShop.Answer> both =
          await(
              Future.all(
                      shop.adminLater(
                          "adminShipmentOrder", id, new JsonObject(), shipment(fulfillment), "a"),
                      shop.adminPartLater(
                          "adminCancelOrderFulfillment", path(fulfillment), new JsonObject()))
                  .map(all -> all.<OrderShop.Answer>list()));

      assertThat(both).filteredOn(answer -> answer.status() == 200).hasSize(1);
      assertThat(both).allMatch(answer -> answer.status() < 500);
      JsonObject after =
          get().getJsonArray("fulfillments").stream()
              .map(JsonObject.class::cast)
              .filter(each -> each.getString("id").equals(fulfillment.getString("id")))
              .findFirst()
              .orElseThrow();
      assertThat(after.getString("shipped_at") == null)
          .isNotEqualTo(after.getString("canceled_at") == null);
      if (after.getString("shipped_at") != null) {
        return;
      }
    }
  }

  @Test
  void concurrentCancellationsTakeUnitsBackOnce() {
    JsonObject first = fulfillment(fulfill(3));
    fulfill(1).order();
    List<OrderShop.Answer> answers =
        await(
            Future.all(
                    IntStream.range(0, 4)
                        .mapToObj(each ->
                            shop.adminPartLater(
                                "adminCancelOrderFulfillment", path(first), new JsonObject()))
                        .toList())
                .map(all -> all.<OrderShop.Answer>list()));

    assertThat(answers).allSatisfy(OrderShop.Answer::order);
    JsonObject order = get();
    assertThat(line(order).getLong("fulfilled_quantity")).isEqualTo(1);
    assertThat(order.getString("fulfillment_status")).isEqualTo("partially_fulfilled");
    assertThat(shop.events(id))
        .containsExactly(
            "order.fulfillment_created", "order.fulfillment_created", "order.fulfillment_canceled");
    assertThat(TestFulfillmentProvider.calls(first.getString("id") + ":cancel")).isNotEmpty();
  }

  @Test
  void theLastCanceledFulfillmentCancelsTheStatusAndFreesTheUnits() {
    JsonObject fulfillment = fulfillment(fulfill(4));
    JsonObject order = cancel(fulfillment).order();
    assertThat(order.getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(line(order).getLong("fulfilled_quantity")).isZero();
    assertThat(order.getJsonArray("fulfillments").getJsonObject(0).getString("canceled_at"))
        .isNotNull();
    shop.admin("adminShipmentOrder", id, new JsonObject(), shipment(fulfillment), "k")
        .refuses(400, "Fulfillment has been canceled");
    assertThat(fulfill(2).order().getString("fulfillment_status")).isEqualTo("partially_fulfilled");
  }

  @Test
  void aPartlyShippedOrderStaysPartlyShipped() {
    JsonObject first = fulfillment(fulfill(1));
    ship(first).order();
    JsonObject order = fulfill(1).order();
    assertThat(order.getString("fulfillment_status")).isEqualTo("partially_shipped");
    JsonObject second = order.getJsonArray("fulfillments").getJsonObject(1);
    assertThat(cancel(second).order().getString("fulfillment_status"))
        .isEqualTo("partially_shipped");
    JsonObject rest = fulfillment(fulfill(3));
    assertThat(ship(rest).order().getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(line(get()).getLong("shipped_quantity")).isEqualTo(4);
  }

  @Test
  void aRefusedFulfillmentLeavesNothing() {
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.REFUSED);
    fulfill(4).refuses(400, "No parcels today");

    JsonObject order = get();
    assertThat(order.getString("fulfillment_status")).isEqualTo("not_fulfilled");
    assertThat(order.getJsonArray("fulfillments")).isEmpty();
    assertThat(line(order).getLong("fulfilled_quantity")).isNull();
    assertThat(shop.events(id)).isEmpty();
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    JsonObject fulfillment = fulfillment(fulfill(4));
    assertThat(fulfillment.getJsonObject("data"))
        .isEqualTo(new JsonObject().put("key", fulfillment.getString("id") + ":create"));
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.REFUSED);
    cancel(fulfillment).refuses(400, "No parcels today");
    assertThat(line(get()).getLong("fulfilled_quantity")).isEqualTo(4);
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    assertThat(cancel(fulfillment).order().getString("fulfillment_status")).isEqualTo("canceled");
  }

  @Test
  void anUnansweredFulfillmentReservesItsUnitsUntilTheRetrierFinishesIt() {
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.FAILS);
    String unavailable = "The fulfillment provider trial is not available. Please retry.";
    fulfill(3).refuses(503, unavailable);
    assertThat(get().getJsonArray("fulfillments")).isEmpty();
    fulfill(2).refuses(400, "Cannot fulfill more items than have been purchased");
    shop.admin("adminCancelOrder", id).refuses(503, unavailable);

    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    retry();

    JsonObject order = get();
    JsonObject fulfillment = order.getJsonArray("fulfillments").getJsonObject(0);
    assertThat(line(order).getLong("fulfilled_quantity")).isEqualTo(3);
    assertThat(order.getString("fulfillment_status")).isEqualTo("partially_fulfilled");
    assertThat(shop.events(id)).containsExactly("order.fulfillment_created");
    assertThat(TestFulfillmentProvider.calls(fulfillment.getString("id") + ":create"))
        .hasSizeGreaterThanOrEqualTo(2);
    retry();
    assertThat(shop.events(id)).containsExactly("order.fulfillment_created");
  }

  @Test
  void aRetriedFulfillmentFinishesTheOneWithoutAnswer() {
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.FAILS);
    assertThat(fulfill(4).status()).isEqualTo(503);
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);

    fulfill(4).refuses(400, "Cannot fulfill more items than have been purchased");

    JsonObject order = get();
    assertThat(order.getString("fulfillment_status")).isEqualTo("fulfilled");
    assertThat(order.getJsonArray("fulfillments")).hasSize(1);
    assertThat(shop.events(id)).containsExactly("order.fulfillment_created");
  }

  @Test
  void unitsOfARefusedFulfillmentWithoutAnswerAreFreeForTheNextRequest() {
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.FAILS);
    assertThat(fulfill(4).status()).isEqualTo(503);
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    TestFulfillmentProvider.refuseNext(1);

    assertThat(fulfill(4).order().getJsonArray("fulfillments")).hasSize(1);
    assertThat(shop.events(id)).containsExactly("order.fulfillment_created");
  }

  @Test
  void aRefusedFulfillmentDoesNotStopThoseOfOtherShippingMethods() {
    String order = orderOfTwoLines();
    JsonArray lines = shop.admin("adminGetOrder", order).order().getJsonArray("items");
    shop.admin(
            "adminCreateOrderShippingMethod",
            order,
            new JsonObject(),
            new JsonObject().put("option_id", "so_other").put("price", 0),
            "k")
        .order();
    shop.profiles.put(lines.getJsonObject(1).getString("variant_id"), "sp_2");
    JsonObject both = new JsonObject().put("items", new JsonArray());
    for (Object each : lines) {
      JsonObject line = (JsonObject) each;
      both.getJsonArray("items").addAll(items(line).getJsonArray("items"));
    }
    TestFulfillmentProvider.refuseNext(1);

    shop.admin("adminFulfillmentOrder", order, new JsonObject(), both, "k")
        .refuses(400, "No parcels today");

    JsonObject half = shop.admin("adminGetOrder", order).order();
    assertThat(half.getJsonArray("fulfillments")).hasSize(1);
    assertThat(half.getString("fulfillment_status")).isEqualTo("partially_fulfilled");
    assertThat(half.getJsonArray("items").getJsonObject(0).getLong("fulfilled_quantity")).isNull();
    assertThat(half.getJsonArray("items").getJsonObject(1).getLong("fulfilled_quantity"))
        .isEqualTo(lines.getJsonObject(1).getLong("quantity"));
    JsonObject whole =
        shop.admin(
                "adminFulfillmentOrder",
                order,
                new JsonObject(),
                items(lines.getJsonObject(0)),
                "k")
            .order();
    assertThat(whole.getString("fulfillment_status")).isEqualTo("fulfilled");
    assertThat(whole.getJsonArray("fulfillments")).hasSize(2);
  }

  private static String orderOfTwoLines() {
    return shop.newOrders(3, TestPaymentProvider.ID, List.of("variant_1", "variant_2")).stream()
        .filter(
            order -> shop.admin("adminGetOrder", order).order().getJsonArray("items").size() == 2)
        .findFirst()
        .orElseThrow();
  }

  private static JsonObject items(JsonObject line) {
    return items(line.getString("id"), line.getLong("quantity"));
  }

  private void retry() {
    Clock clock = shop.nextHour();
    OrderUnitOfWork work = new OrderUnitOfWork(shop.pool, new OrderStore());
    FulfillmentStore fulfillments = new FulfillmentStore();
    FulfillmentOperationStore store = new FulfillmentOperationStore();
    FulfillmentOperationRunner runner =
        new FulfillmentOperationRunner(
            shop.pool,
            TestPlugin.installed(shop.vertx).fulfillment(),
            work,
            store,
            Map.of(
                FulfillmentOperation.Kind.CREATE,
                new FulfillmentCreation(shop.pool, work, fulfillments),
                FulfillmentOperation.Kind.CANCEL,
                new FulfillmentCancellation(shop.pool, work, fulfillments)),
            clock);
    await(
        new RecordedCallRetrier<>("fulfillment-operations", runner, clock)
            .retry(Duration.ofMinutes(1)));
  }

  @Test
  void invalidFulfillmentsAreRefused() {
    fulfill(0).refuses(400, "quantity must not be less than 1");
    shop.admin("adminFulfillmentOrder", id, new JsonObject(), items("item_none", 1), "k")
        .refuses(404, "Line item with item_none was not found");
    shop.admin(
            "adminFulfillmentOrder",
            id,
            new JsonObject(),
            new JsonObject().put("items", new JsonArray()),
            "k")
        .refuses(400, "items should not be empty");
    JsonObject twice = items(lineId, 1);
    twice.getJsonArray("items").add(twice.getJsonArray("items").getJsonObject(0));
    assertThat(shop.admin("adminFulfillmentOrder", id, new JsonObject(), twice, "k").status())
        .isEqualTo(422);
    shop.admin("adminFulfillmentOrder", "order_none", new JsonObject(), items(lineId, 1), "k")
        .refuses(404, "Order with id order_none was not found");
    shop.admin(
            "adminFulfillmentOrder",
            id,
            new JsonObject().put("expand", "returnable_items"),
            items(lineId, 1),
            "k")
        .refuses(400, "The field \"returnable_items\" is not supported by this end point. ");
    assertThat(shop.events(id)).isEmpty();
  }

  @Test
  void aFulfillmentOfAnotherOrderIsNotFound() {
    JsonObject foreign = fulfillment(fulfill(1));
    String other = orderOfFour();
    JsonObject path =
        new JsonObject().put("id", other).put("fulfillment_id", foreign.getString("id"));
    shop.adminPart("adminCancelOrderFulfillment", path, new JsonObject())
        .refuses(
            404,
            "no fulfillment was found with the id: %s related to order: %s"
                .formatted(foreign.getString("id"), other));
    shop.admin("adminShipmentOrder", other, new JsonObject(), shipment(foreign), "k")
        .refuses(404, "Could not find fulfillment");
    shop.admin(
            "adminShipmentOrder",
            id,
            new JsonObject(),
            new JsonObject().put("fulfillment_id", "ful_none"),
            "k")
        .refuses(404, "Fulfillment with id: ful_none was not found");
  }

  @Test
  void notificationIsDecidedByTheRequestThenTheFulfillmentOrTheOrder() {
    shop.admin(
            "adminUpdateOrder",
            id,
            new JsonObject(),
            new JsonObject().put("no_notification", true),
            "k")
        .order();
    fulfill(1).order();
    assertThat(shop.lastEvent(id).getBoolean("no_notification")).isTrue();
    JsonObject second =
        shop.admin(
                "adminFulfillmentOrder",
                id,
                new JsonObject(),
                items(lineId, 1).put("no_notification", "false"),
                "k")
            .order()
            .getJsonArray("fulfillments")
            .getJsonObject(1);
    assertThat(second.getBoolean("no_notification")).isFalse();
    assertThat(shop.lastEvent(id).getBoolean("no_notification")).isFalse();
    shop.admin(
            "adminShipmentOrder",
            id,
            new JsonObject(),
            shipment(second).put("no_notification", true),
            "k")
        .order();
    JsonObject data = shop.lastEvent(id).getJsonObject("data");
    assertThat(data.getBoolean("no_notification")).isTrue();
    assertThat(data.getString("fulfillment_id")).isEqualTo(second.getString("id"));
  }

  private OrderShop.Answer fulfill(long quantity) {
    return shop.admin("adminFulfillmentOrder", id, new JsonObject(), items(lineId, quantity), "k");
  }

  private OrderShop.Answer ship(JsonObject fulfillment) {
    return shop.admin("adminShipmentOrder", id, new JsonObject(), shipment(fulfillment), "k");
  }

  private OrderShop.Answer cancel(JsonObject fulfillment) {
    return shop.adminPart("adminCancelOrderFulfillment", path(fulfillment), new JsonObject());
  }

  private JsonObject path(JsonObject fulfillment) {
    return new JsonObject().put("id", id).put("fulfillment_id", fulfillment.getString("id"));
  }

  private static JsonObject shipment(JsonObject fulfillment) {
    return new JsonObject().put("fulfillment_id", fulfillment.getString("id"));
  }

  private static JsonObject items(String lineId, long quantity) {
    return new JsonObject()
        .put(
            "items",
            new JsonArray().add(new JsonObject().put("item_id", lineId).put("quantity", quantity)));
  }

  /** The latest fulfillment. */
  private static JsonObject fulfillment(OrderShop.Answer answer) {
    JsonArray all = answer.order().getJsonArray("fulfillments");
    return all.getJsonObject(all.size() - 1);
  }

  private JsonObject get() {
    return shop.admin("adminGetOrder", id).order();
  }

  private static JsonObject line(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }
}

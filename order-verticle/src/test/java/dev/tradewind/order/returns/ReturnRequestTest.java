package dev.tradewind.order.returns;

import static dev.tradewind.order.MugOrder.MUG;
import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Orders;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnItemBuilder;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.totals.MethodTotals;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decision about a request for a return. */
class ReturnRequestTest {

  private static final String TOO_MANY =
      "400 not_allowed Cannot return more items than have been purchased";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // units, refund given, refunded before, balances, outcome
        "mug  1 | -    | 0    | 2000 2000 | 1000",
        "mug  4 | -    | 0    | 2000 2000 | 4000",
        "mug  1 | 0    | 0    | 2000 2000 | 0",
        "mug  1 | 300  | 0    | 2000 2000 | 300",
        "mug  1 | -5   | 0    | 2000 2000 | 0",
        "mug  1 | 1000 | 0    | 2000 2000 | 1000",
        "mug  1 | 1001 | 0    | 2000 2000 | 403 not_allowed No permission",
        "mug  1 | 8500 | 0    | 2000 2000 | 403 not_allowed No permission",
        "mug  1 | 8501 | 0    | 2000 2000 | 400 invalid_data Cannot refund more than the original"
            + " payment",
        "mug  1 | -    | 7600 | 2000 2000 | 900",
        "mug  1 | -    | 8500 | 2000 2000 | 0",
        "mug  1 | 901  | 7600 | 2000 2000 | 400 invalid_data Cannot refund more than the original"
            + " payment",
        "card 1 | -    | 0    | 2000 2000 | 2000",
        "card 1 | -    | 0    | 500 2000  | 2000",
        "card 2 | -    | 0    | 500 2000  | 2500",
        "card 1 | -    | 0    | 700 500   | 700",
        "card 2 | -    | 0    | 0 2000    | 400 not_allowed Cannot return a gift card that was"
            + " spent",
        "card 1 | -    | 0    | 0 0       | 400 not_allowed Cannot return a gift card that was"
            + " spent",
      })
  void itsRefundIsThePriceWithinWhatIsLeftOfThePayment(
      String units, @Nullable Long refund, long refunded, String balances, String outcome) {
    String[] wanted = units.split(" +");
    assertThat(
            decided(
                MugOrder.paid(refunded).build(),
                balances,
                request(wanted[0], Long.parseLong(wanted[1]), refund),
                null))
        .isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({"0, 1000", "200, 800", "1000, 0", "1500, 0"})
  void theShippingOfTheReturnIsTakenOffTheRefund(long price, String outcome) {
    OrderShippingMethod method =
        new OrderShippingMethod(
            new ShippingMethodDetails("sm_r", "so_r", new JsonObject(), new JsonObject()),
            null,
            price,
            false,
            List.of(),
            new MethodTotals(0, 0, 0, 0, 0));

    assertThat(decided(MugOrder.paid(0).build(), "2000 2000", request(MUG, 1, null), method))
        .isEqualTo(outcome);
  }

  /** Three of the four mugs are expected back with a refund of 3000. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REQUESTED       | 0    | 1 | 1000",
        "REQUESTED       | 0    | 2 | 400 not_allowed Cannot return more items than have been"
            + " purchased",
        "REQUIRES_ACTION | 0    | 2 | 400 not_allowed Cannot return more items than have been"
            + " purchased",
        "CANCELED        | 0    | 4 | 4000",
        "REQUESTED       | 5000 | 1 | 500",
        "REQUESTED       | 6000 | 1 | 0",
        "CANCELED        | 5000 | 1 | 1000",
      })
  void anOpenReturnReservesItsUnitsAndItsRefund(
      ReturnStatus status, long refunded, long units, String outcome) {
    Order order =
        MugOrder.paid(refunded)
            .with(Parts.returned("ret_0", PartOwner.ORDER, status, 3, 3_000))
            .build();

    assertThat(decided(order, "2000 2000", request(MUG, units, null), null)).isEqualTo(outcome);
  }

  @Test
  void unitsThatCameBackAreNotReturnedAgain() {
    Order order =
        MugOrder.paid(3_000)
            .progress(MUG, 4, 4, 3)
            .with(Parts.returned("ret_0", PartOwner.ORDER, ReturnStatus.RECEIVED, 3, 3_000))
            .build();

    assertThat(decided(order, "2000 2000", request(MUG, 1, null), null)).isEqualTo("1000");
    assertThat(decided(order, "2000 2000", request(MUG, 2, null), null)).isEqualTo(TOO_MANY);
  }

  @Test
  void anUnknownLineItemIsRefusedBeforeACanceledOrder() {
    Order canceled = MugOrder.paid(0).in(OrderStatus.CANCELED).build();

    assertThat(decided(canceled, "2000 2000", request("vase", 1, null), null))
        .isEqualTo("404 not_found Line item with vase was not found");
    assertThat(decided(canceled, "2000 2000", request(MUG, 9, null), null))
        .isEqualTo("400 invalid_data Cannot create a return for a canceled item.");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // order, request, staff, return
        "-, -, true, -",
        "true, -, true, true",
        "true, -, false, -",
        "true, false, true, false",
        "-, true, true, true",
      })
  void theNotificationSettingOfTheOrderHoldsForStaff(
      @Nullable Boolean ofOrder,
      @Nullable Boolean given,
      boolean isOfStaff,
      @Nullable Boolean decided) {
    ReturnRequest request =
        ReturnRequestBuilder.builder()
            .units(units(MUG, 1))
            .refundPermission(() -> {})
            .locationId("loc_1")
            .noNotification(given)
            .isOfStaff(isOfStaff)
            .build();
    Order order = MugOrder.paid(0).noNotification(ofOrder).build();

    Return returned =
        request.decide(Outcome.REQUEST, "ret_1", order, cards("2000 2000").of(order), null);

    assertThat(returned.noNotification()).isEqualTo(decided);
    assertThat(returned.locationId()).isEqualTo("loc_1");
  }

  @Test
  void itIsOfTheOrderAndOfItsKey() {
    Order order = MugOrder.paid(0).build();

    Return returned =
        request(MUG, 2, null)
            .decide(Outcome.REQUEST, "ret_1", order, cards("2000 2000").of(order), null);

    assertThat(returned.id()).isEqualTo("ret_1");
    assertThat(returned.owner()).isEqualTo(PartOwner.ORDER);
    assertThat(returned.status()).isEqualTo(ReturnStatus.REQUESTED);
    assertThat(returned.createdAt()).isEqualTo(Orders.PLACED);
    assertThat(returned.idempotencyKey()).isEqualTo("key_1");
    assertThat(returned.items())
        .containsExactly(
            ReturnItemBuilder.builder()
                .lineId(MUG)
                .quantity(2)
                .isRequested(true)
                .requestedQuantity(2L)
                .note("cracked")
                .metadata(new JsonObject())
                .build());
  }

  @Test
  void aShopperChoosesNeitherPriceNorRefundNorLocation() {
    JsonObject body =
        new JsonObject()
            .put(
                "items",
                new JsonArray()
                    .add(new JsonObject().put("item_id", MUG).put("quantity", "2"))
                    .add(new JsonObject().put("item_id", "card").put("quantity", 1)))
            .put("return_shipping", new JsonObject().put("option_id", "so_r").put("price", 5))
            .put("refund", 9_000)
            .put("location_id", "loc_1")
            .put("receive_now", true)
            .put("no_notification", true);

    ReturnRequest ofShopper = ReturnRequest.ofShopper(sent(body));
    ReturnRequest ofStaff = ReturnRequest.ofStaff(sent(body));

    assertThat(ofShopper)
        .isEqualTo(
            ReturnRequestBuilder.builder()
                .units(
                    List.of(
                        new ReturnRules.Units(MUG, 2, null, null),
                        new ReturnRules.Units("card", 1, null, null)))
                .optionId("so_r")
                .refundPermission(ofShopper.refundPermission())
                .build());
    assertThat(ofStaff)
        .isEqualTo(
            ReturnRequestBuilder.builder()
                .units(ofShopper.units())
                .optionId("so_r")
                .price(5L)
                .refund(9_000L)
                .refundPermission(ofStaff.refundPermission())
                .locationId("loc_1")
                .isReceived(true)
                .noNotification(true)
                .isOfStaff(true)
                .build());
    assertThat(Outcome.ofCheck(ofStaff.refundPermission())).startsWith("403 not_allowed ");
  }

  private static Request sent(JsonObject body) {
    return new Request(
        "adminReturnOrder",
        Outcome.REQUEST.context(),
        new JsonObject().put("body", body).put("headers", new JsonObject()));
  }

  private static String decided(
      Order order, String balances, ReturnRequest request, @Nullable OrderShippingMethod method) {
    return Outcome.of(() ->
        String.valueOf(
            request
                .decide(Outcome.REQUEST, "ret_1", order, cards(balances).of(order), method)
                .refundAmount()));
  }

  private static ReturnRequest request(String line, long quantity, @Nullable Long refund) {
    return ReturnRequestBuilder.builder()
        .units(units(line, quantity))
        .refund(refund)
        .refundPermission(() -> {
          throw Problem.forbidden("No permission");
        })
        .isOfStaff(true)
        .build();
  }

  private static List<ReturnRules.Units> units(String line, long quantity) {
    return List.of(new ReturnRules.Units(line, quantity, null, "cracked"));
  }
}

package dev.tradewind.order.returns;

import static dev.tradewind.order.MugOrder.CARD;
import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentPurpose;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions about receipts of returns: of the order, of a claim and of a swap. */
class ReceiveReturnTest {

  /** The outcome is fulfillment status, event, operations, and what gift cards lose. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // requested, its refund, received, refund given, refunded, open refund, balances, outcome
        "mug 1 | 1000 | mug 1 | - | 0 | 0 | 2000 2000"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 1000 {}",
        "mug 1 | 700 | mug 1 | - | 0 | 0 | 2000 2000"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 700 {}",
        "mug 2 | 2000 | mug 1 | - | 0 | 0 | 2000 2000"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 1000 {}",
        "mug 1 | 1000 | mug 2 | - | 0 | 0 | 2000 2000"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 2000 {}",
        "mug 1 | 1000 | mug 1 | 300 | 0 | 0 | 2000 2000"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 300 {}",
        "mug 1 | 1000 | mug 1 | 0 | 0 | 0 | 2000 2000"
            + "| PARTIALLY_RETURNED order.items_returned none {}",
        "mug 1 | 1000 | mug 1 | 8501 | 0 | 0 | 2000 2000"
            + "| REQUIRES_ACTION order.return_action_required none {}",
        "mug 1 | 1000 | mug 1 | - | 8000 | 0 | -"
            + "| REQUIRES_ACTION order.return_action_required none {}",
        "mug 1 | 1000 | mug 1 | - | 0 | 8000 | -"
            + "| REQUIRES_ACTION order.return_action_required none {}",
        "mug 1 | 1000 | mug 1 | 501 | 0 | 8000 | -"
            + "| REQUIRES_ACTION order.return_action_required none {}",
        "mug 1 | 1000 | mug 1 | 500 | 0 | 8000 | -"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 500 {}",
        "mug 4 card 2 | 8000 | mug 4 card 2 | - | 0 | 0 | 2000 2000"
            + "| RETURNED order.items_returned REFUND pay_1 8000 {card_1=2000, card_2=2000}",
        "card 1 | 2000 | card 1 | - | 0 | 0 | 2000 500"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 2000 {card_1=2000}",
        "card 1 | 2000 | card 1 | - | 0 | 0 | 600 500"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 600 {card_1=600}",
        "card 1 | 400 | card 1 | - | 0 | 0 | 600 500"
            + "| PARTIALLY_RETURNED order.items_returned REFUND pay_1 400 {card_1=600}",
        "card 1 | 2000 | card 1 | 0 | 0 | 0 | 2000 500"
            + "| PARTIALLY_RETURNED order.items_returned none {card_1=2000}",
      })
  void theReturnOfAnOrderIsRefundedOrLeftToStaff(
      String requested,
      long requestedRefund,
      String received,
      @Nullable Long refund,
      long refunded,
      long open,
      @Nullable String balances,
      String outcome) {
    Return returned =
        Parts.returned(
            "ret_1",
            PartOwner.ORDER,
            ReturnStatus.REQUESTED,
            requestedRefund,
            units(requested).stream()
                .map(each -> Parts.item(each.lineId(), each.quantity()))
                .toArray(Return.Item[]::new));
    Order order = MugOrder.paid(refunded).with(returned).build();
    List<PaymentOperation> recorded =
        open == 0
            ? List.of()
            : List.of(
                Parts.refund(
                    order.payments().getFirst(),
                    open,
                    PaymentOperation.State.ASKED,
                    PaymentDetails.NONE));

    assertThat(
            Outcome.of(() ->
                outcome(
                    ReceiveReturn.decide(
                        Outcome.REQUEST,
                        order,
                        recorded,
                        cards(balances).of(order),
                        receipt(returned, received, refund)))))
        .isEqualTo(outcome);
  }

  @Test
  void aRefundThatIsNotCapturedIsRefused() {
    Return returned = Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, 1, 1_000);
    Order order =
        MugOrder.unpaid().with(Parts.payment("pay_1", 8_500, 0, 'a', null)).with(returned).build();

    assertThat(
            Outcome.of(() ->
                outcome(
                    ReceiveReturn.decide(
                        Outcome.REQUEST,
                        order,
                        List.of(),
                        cards("2000 2000").of(order),
                        receipt(returned, "mug 1", null)))))
        .isEqualTo("400 not_allowed Refund amount is greater that the refundable amount");
  }

  @Test
  void itsRefundNamesTheReturnAndTakesGiftCardsUnderItsId() {
    Return returned =
        Parts.returned(
            "ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, 2_000, Parts.item(CARD, 1));
    Order order = MugOrder.paid(0).with(returned).build();

    ReturnReceipt refunded =
        ReturnReceipt.of(
            order, List.of(), cards("2000 0").of(order), returned, units("card 1"), null);
    ReturnReceipt free =
        ReturnReceipt.of(
            order, List.of(), cards("2000 0").of(order), returned, units("card 1"), 0L);

    assertThat(refunded.refunds().getFirst().details().purpose())
        .isEqualTo(new PaymentPurpose.OfReturn("ret_1"));
    assertThat(refunded.cause()).isEqualTo(refunded.refunds().getFirst().refundId());
    assertThat(free.cause()).isEqualTo("ret_1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // requested, received, items as line:units:requested:of the request
        "mug 2        | mug 2        | mug:2:2:true",
        "mug 2        | mug 1        | mug:1:2:false",
        "mug 2        | mug 3        | mug:3:2:false",
        "mug 2        | card 1       | mug:0:2:false card:1:null:false",
        "mug 2 card 1 | card 1 mug 2 | mug:2:2:true card:1:1:true",
      })
  void itsItemsTellWhatWasRequestedAndWhatCame(String requested, String received, String items) {
    Return returned =
        Parts.returned(
            "ret_1",
            PartOwner.ORDER,
            ReturnStatus.REQUESTED,
            0,
            units(requested).stream()
                .map(each -> Parts.item(each.lineId(), each.quantity()))
                .toArray(Return.Item[]::new));

    assertThat(
            ReturnReceipt.items(returned, units(received)).stream()
                .map(item ->
                    item.lineId()
                        + ":"
                        + item.receivedQuantity()
                        + ":"
                        + item.requestedQuantity()
                        + ":"
                        + item.isRequested()))
        .containsExactly(items.split(" "));
  }

  /** A claim has settled its units itself; a further amount is taken from gift cards first. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "0   | -   | none {}",
        "0   | 300 | REFUND pay_1 300 {card_1=300}",
        "400 | -   | REFUND pay_1 400 {card_1=400}",
      })
  void theReturnOfAClaimRefundsWhatItsReceiptSays(
      long requestedRefund, @Nullable Long refund, String outcome) {
    Return returned =
        Parts.returned(
            "ret_1", Parts.CLAIM, ReturnStatus.REQUESTED, requestedRefund, Parts.item(CARD, 1));
    Order order = MugOrder.paid(0).with(returned).build();

    assertThat(
            outcome(
                ReceiveReturn.decide(
                    Outcome.REQUEST,
                    order,
                    List.of(),
                    cards("2000 2000").of(order),
                    receipt(returned, "card 1", refund))))
        .isEqualTo("PARTIALLY_RETURNED order.items_returned " + outcome);
  }

  @Test
  void theReturnOfASwapRefundsNothing() {
    Return returned = Parts.returned("ret_1", Parts.SWAP, ReturnStatus.REQUESTED, 1, 1_000);
    Order order =
        MugOrder.paid(0).with(Parts.swap(SwapPaymentStatus.AWAITING, -500L)).with(returned).build();

    Change<List<PaymentOperation>> change =
        ReceiveReturn.decideOfSwap(Outcome.REQUEST, order, receipt(returned, "mug 1", 900L));

    assertThat(change.mutation()).isEqualTo(new OrderMutation.Touch());
    assertThat(change.result()).isEmpty();
    assertThat(Outcome.recorded(change)).isEmpty();
    assertThat(Outcome.events(change)).containsExactly("swap.received");
    assertThat(change.events().getFirst().data())
        .isEqualTo(
            new JsonObject()
                .put("id", "swap_1")
                .put("order_id", "order_1")
                .putNull("no_notification"));
  }

  @Test
  void theReturnOfACanceledSwapIsRefused() {
    Return returned = Parts.returned("ret_1", Parts.SWAP, ReturnStatus.REQUESTED, 1, 1_000);
    Order order =
        MugOrder.paid(0).with(Parts.swap(SwapPaymentStatus.CANCELED, -500L)).with(returned).build();

    assertThat(
            Outcome.ofCheck(() ->
                ReceiveReturn.decideOfSwap(
                    Outcome.REQUEST, order, receipt(returned, "mug 1", null))))
        .isEqualTo("400 not_allowed Canceled swap cannot be registered as received");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REQUESTED       | return canceled",
        "REQUIRES_ACTION | return canceled",
        "CANCELED        | nothing",
        "RECEIVED        | 400 not_allowed Can't cancel a return which has been returned",
      })
  void aReturnIsCanceledUntilItWasReceived(ReturnStatus status, String outcome) {
    Order order =
        MugOrder.paid(0).with(Parts.returned("ret_1", PartOwner.ORDER, status, 1, 1_000)).build();

    assertThat(
            Outcome.of(() -> {
              Change<Void> change = ReturnService.cancel(Outcome.REQUEST, order, "ret_1");
              if (change.mutation() == null) {
                return change.writes().isEmpty() ? "nothing" : "writes";
              }
              assertThat(change.mutation()).isEqualTo(new OrderMutation.Touch());
              assertThat(change.writes()).hasSize(1);
              assertThat(Outcome.events(change)).containsExactly("order.return_canceled");
              return "return canceled";
            }))
        .isEqualTo(outcome);
  }

  @Test
  void anUnknownReturnIsNotFound() {
    assertThat(
            Outcome.ofCheck(
                () -> ReturnService.cancel(Outcome.REQUEST, MugOrder.paid(0).build(), "ret_9")))
        .isEqualTo("404 not_found Return with id: ret_9 was not found");
  }

  private static String outcome(Change<List<PaymentOperation>> change) {
    assertThat(change.result()).isEqualTo(Outcome.recorded(change));
    return status(change)
        + " "
        + String.join(" ", Outcome.events(change))
        + " "
        + Outcome.operations(Outcome.recorded(change))
        + " "
        + Outcome.taken(change);
  }

  private static FulfillmentStatus status(Change<?> change) {
    assertThat(change.mutation()).isInstanceOf(OrderMutation.FulfillmentStatusChange.class);
    OrderMutation.FulfillmentStatusChange mutation =
        (OrderMutation.FulfillmentStatusChange) change.mutation();
    assertThat(mutation.owner()).isEqualTo(PartOwner.ORDER);
    return mutation.status();
  }

  private static ReceiveReturn.Receipt receipt(
      Return returned, String units, @Nullable Long refund) {
    return new ReceiveReturn.Receipt("adminReceiveReturn", returned, units(units), refund, null);
  }

  /** Units, as {@code mug 1 card 2}. */
  private static List<ReturnRules.Units> units(String text) {
    return Arrays.stream(text.split(" (?=[a-z])"))
        .map(each -> each.split(" "))
        .map(each -> new ReturnRules.Units(each[0], Long.parseLong(each[1]), null, null))
        .toList();
  }
}

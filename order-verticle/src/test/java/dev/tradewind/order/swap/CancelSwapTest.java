package dev.tradewind.order.swap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Orders;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentPurpose;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions about the cancellation of a swap: the refund of its payment, and its end. */
class CancelSwapTest {

  private static final String CONFLICT =
      "409 conflict The request conflicted with another request. You may retry the request with"
          + " the provided Idempotency-Key.";
  private static final String UNFULFILLED =
      "400 not_allowed All fulfillments must be canceled before the swap can be canceled";
  private static final String UNRETURNED =
      "400 not_allowed Return must be canceled before the swap can be canceled";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // status, payment of the swap, refund recorded before, recorded, run
        "NOT_PAID  | -               | -           | none             | none",
        "AWAITING  | pay_2/500/0/a   | -           | none             | none",
        "AWAITING  | pay_2/500/0/v   | -           | none             | none",
        "CAPTURED  | pay_2/500/0/c   | -           | REFUND pay_2 500 | REFUND pay_2 500",
        "CAPTURED  | pay_2/500/200/c | -           | REFUND pay_2 300 | REFUND pay_2 300",
        "CAPTURED  | pay_2/500/500/c | -           | none             | none",
        "CAPTURED  | pay_2/500/0/c   | ASKED 500   | none             | REFUND pay_2 500",
        "CAPTURED  | pay_2/500/0/c   | ASKED 200   | REFUND pay_2 300 | REFUND pay_2 200, REFUND"
            + " pay_2 300",
        "CAPTURED  | pay_2/500/0/c   | REFUSED 500 | REFUND pay_2 500 | REFUND pay_2 500",
        "CANCELED  | pay_2/500/0/c   | -           | none             | none",
      })
  void aCapturedPaymentIsRefundedFirst(
      SwapPaymentStatus status,
      @Nullable String payment,
      @Nullable String earlier,
      String recorded,
      String run) {
    Order order = order(status, payment).build();

    Change<List<PaymentOperation>> change =
        CancelSwap.refund(
            order, new CancelSwap.Recorded(earlier(order, earlier), Map.of()), "swap_1");

    assertThat(change.mutation()).isNull();
    assertThat(Outcome.operations(Outcome.recorded(change))).isEqualTo(recorded);
    assertThat(Outcome.operations(change.result())).isEqualTo(run);
    assertThat(Outcome.recorded(change))
        .allSatisfy(refund ->
            assertThat(refund.details().purpose()).isEqualTo(new PaymentPurpose.OfSwap(null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "NOT_PAID  | -               | none",
        "CONFIRMED | -               | none",
        "AWAITING  | pay_2/500/0/a   | CANCEL pay_2 500",
        "AWAITING  | pay_2/500/0/v   | none",
        "CAPTURED  | pay_2/500/500/c | none",
        "CAPTURED  | pay_2/500/400/c | conflict",
        "AWAITING  | pay_2/500/0/c   | conflict",
        "CANCELED  | pay_2/500/0/a   | CANCEL pay_2 500",
        "CANCELED  | -               | none",
      })
  void anAuthorizedPaymentIsVoidedWithTheSwap(
      SwapPaymentStatus status, @Nullable String payment, String outcome) {
    Order order = order(status, payment).build();

    assertThat(
            Outcome.of(() -> {
              Change<List<PaymentOperation>> change = canceled(order, Map.of());
              assertThat(change.mutation()).isEqualTo(new OrderMutation.SwapCancellation("swap_1"));
              assertThat(change.events()).isEmpty();
              assertThat(change.result()).isEqualTo(Outcome.recorded(change));
              return Outcome.operations(change.result());
            }))
        .isEqualTo(outcome.equals("conflict") ? CONFLICT : outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // status, pending line, further part, outcome
        "DIFFERENCE_REFUNDED | -      | -                    | 400 not_allowed Swap with a refund"
            + " cannot be canceled",
        "REFUNDED            | -      | -                    | 400 not_allowed Swap with a refund"
            + " cannot be canceled",
        "CAPTURED            | -      | fulfillment          | unfulfilled",
        "CAPTURED            | -      | canceled fulfillment | allowed",
        "CAPTURED            | -      | other fulfillment    | allowed",
        "CAPTURED            | item_1 | -                    | unfulfilled",
        "CAPTURED            | mug    | -                    | allowed",
        "CAPTURED            | -      | return               | unreturned",
        "CAPTURED            | -      | received return      | unreturned",
        "CAPTURED            | -      | canceled return      | allowed",
        "CAPTURED            | -      | other return         | allowed",
        "CANCELED            | item_1 | fulfillment          | allowed",
      })
  void itsPartsAreCanceledBefore(
      SwapPaymentStatus status, @Nullable String pending, @Nullable String part, String outcome) {
    MugOrder builder = order(status, null);
    switch (part) {
      case "fulfillment" -> builder.with(Parts.fulfillment(Parts.SWAP, null));
      case "canceled fulfillment" -> builder.with(Parts.fulfillment(Parts.SWAP, Orders.PLACED));
      case "other fulfillment" -> builder.with(Parts.fulfillment(PartOwner.ORDER, null));
      case "return" ->
          builder.with(Parts.returned("ret_1", Parts.SWAP, ReturnStatus.REQUESTED, 1, 0));
      case "received return" ->
          builder.with(Parts.returned("ret_1", Parts.SWAP, ReturnStatus.RECEIVED, 1, 0));
      case "canceled return" ->
          builder.with(Parts.returned("ret_1", Parts.SWAP, ReturnStatus.CANCELED, 1, 0));
      case "other return" ->
          builder.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, 1, 0));
      case null, default -> {}
    }
    Map<String, Long> units = pending == null ? Map.of() : Map.of(pending, 1L);
    String expected =
        switch (outcome) {
          case "unfulfilled" -> UNFULFILLED;
          case "unreturned" -> UNRETURNED;
          default -> outcome;
        };

    assertThat(Outcome.ofCheck(() -> canceled(builder.build(), units))).isEqualTo(expected);
    // The same holds before its captured payment is refunded.
    builder.with(Parts.payments("pay_2/500/0/c", "swap_1"));
    assertThat(
            Outcome.ofCheck(() ->
                CancelSwap.refund(
                    builder.build(), new CancelSwap.Recorded(List.of(), units), "swap_1")))
        .isEqualTo(expected);
  }

  @Test
  void aSwapOfAnotherOrderIsNotFound() {
    assertThat(Outcome.ofCheck(() -> canceled(MugOrder.paid(0).build(), Map.of())))
        .isEqualTo(
            "404 not_found no swap was found with the id: swap_1 related to order:" + " order_1");
  }

  private static MugOrder order(SwapPaymentStatus status, @Nullable String payment) {
    return MugOrder.paid(0).with(Parts.payments(payment, "swap_1")).with(Parts.swap(status, 500L));
  }

  private static List<PaymentOperation> earlier(Order order, @Nullable String refund) {
    if (refund == null) {
      return List.of();
    }
    String[] facts = refund.split(" ");
    return List.of(
        Parts.refund(
            order.payments().getLast(),
            Long.parseLong(facts[1]),
            PaymentOperation.State.valueOf(facts[0]),
            PaymentDetails.NONE));
  }

  private static Change<List<PaymentOperation>> canceled(Order order, Map<String, Long> pending) {
    return CancelSwap.cancel(order, new CancelSwap.Recorded(List.of(), pending), "swap_1");
  }
}

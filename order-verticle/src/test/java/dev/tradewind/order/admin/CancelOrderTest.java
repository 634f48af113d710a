package dev.tradewind.order.admin;

import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Orders;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Decision about the cancellation of an order. */
class CancelOrderTest {

  private static final String CONFLICT =
      "409 conflict The request conflicted with another request. You may retry the request with"
          + " the provided Idempotency-Key.";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-                                | -         | none",
        "pay_1/8500/0/a                   | -         | CANCEL pay_1 8500",
        "pay_1/8500/0/c                   | -         | REFUND pay_1 8500",
        "pay_1/8500/0/v                   | -         | none",
        "pay_1/6000/0/c pay_2/2500/0/a    | -         | REFUND pay_1 6000, CANCEL pay_2 2500",
        "pay_1/6000/0/c pay_2/2500/0/c    | -         | REFUND pay_1 6000, REFUND pay_2 2500",
        "pay_1/8500/0/v pay_2/8500/0/c    | -         | REFUND pay_2 8500",
        "pay_1/8500/0/c                   | 2000 2000 | REFUND pay_1 8500",
        "pay_1/8500/0/c                   | 2000 500  | REFUND pay_1 7000",
      })
  void authorizationsAreVoidedAndCapturesRefundedAsFarAsGiftCardsAreUnspent(
      @Nullable String payments, @Nullable String balances, String operations) {
    Order order = MugOrder.unpaid().with(Parts.payments(payments, null)).build();

    Change<List<PaymentOperation>> change =
        CancelOrder.decide(Outcome.REQUEST, order, List.of(), Map.of(), cards(balances).of(order));

    assertThat(Outcome.operations(Outcome.recorded(change))).isEqualTo(operations);
    assertThat(change.result()).isEqualTo(Outcome.recorded(change));
    assertThat(
            change.result().stream()
                .filter(PaymentOperation::isRefund)
                .map(PaymentOperation::refundId)
                .distinct())
        .hasSizeLessThanOrEqualTo(1);
    assertThat(change.mutation()).isEqualTo(new OrderMutation.Cancellation(Orders.PLACED));
    assertThat(Outcome.events(change)).containsExactly("order.canceled");
  }

  /** Parts that keep an order from being canceled, and the refusal. */
  enum Part {
    REFUND(order -> order.withRefund(100), "Order with refund(s) cannot be canceled"),
    FULFILLMENT(
        order -> order.with(Parts.fulfillment(PartOwner.ORDER, null)),
        "All fulfillments must be canceled before canceling an order"),
    RETURN(
        order -> order.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, 1, 0)),
        "All returns must be canceled before canceling an order"),
    RECEIVED_RETURN(
        order -> order.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.RECEIVED, 1, 0)),
        "All returns must be canceled before canceling an order"),
    RETURN_OF_CLAIM(
        order -> order.with(Parts.returned("ret_1", Parts.CLAIM, ReturnStatus.REQUESTED, 1, 0)),
        "All returns must be canceled before canceling an order"),
    SWAP(
        order -> order.with(Parts.swap(SwapPaymentStatus.NOT_PAID, null)),
        "All swaps must be canceled before canceling an order"),
    CLAIM(
        order -> order.with(Parts.claim(ClaimType.REPLACE, 1, null, false)),
        "All claims must be canceled before canceling an order"),
    CANCELED_FULFILLMENT(
        order -> order.with(Parts.fulfillment(PartOwner.ORDER, Orders.PLACED)), null),
    CANCELED_RETURN(
        order -> order.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.CANCELED, 1, 0)),
        null),
    CANCELED_SWAP(order -> order.with(Parts.swap(SwapPaymentStatus.CANCELED, null)), null),
    RETURN_OF_CANCELED_SWAP(
        order ->
            order
                .with(Parts.swap(SwapPaymentStatus.CANCELED, null))
                .with(Parts.returned("ret_1", Parts.SWAP, ReturnStatus.REQUESTED, 1, 0)),
        null),
    FULFILLMENT_OF_SWAP(
        order ->
            order
                .with(Parts.swap(SwapPaymentStatus.CANCELED, null))
                .with(Parts.fulfillment(Parts.SWAP, null)),
        null),
    CANCELED_CLAIM(order -> order.with(Parts.claim(ClaimType.REPLACE, 1, null, true)), null);

    private final Consumer<MugOrder> addition;
    private final @Nullable String refusal;

    Part(Consumer<MugOrder> addition, @Nullable String refusal) {
      this.addition = addition;
      this.refusal = refusal;
    }
  }

  @ParameterizedTest
  @EnumSource
  void itsPartsAreCanceledBefore(Part part) {
    MugOrder order = MugOrder.paid(0);
    part.addition.accept(order);

    assertThat(refusal(order, List.of(), Map.of()))
        .isEqualTo(part.refusal == null ? "allowed" : "400 not_allowed " + part.refusal);
  }

  @Test
  void operationsWithoutAnOutcomeAreAConflict() {
    MugOrder order = MugOrder.unpaid().with(Parts.payments("pay_1/8500/0/a", null));
    PaymentOperation capture =
        PaymentOperation.whole(
            PaymentOperation.Kind.CAPTURE, order.build().payments().getFirst(), "order_1");

    assertThat(refusal(order, List.of(capture), Map.of())).isEqualTo(CONFLICT);
    assertThat(refusal(order, List.of(), Map.of("mug", 1L))).isEqualTo(CONFLICT);
  }

  @ParameterizedTest
  @CsvSource({"ASKED, false", "DONE, false", "REFUSED, true"})
  void aRecordedRefundKeepsTheOrder(PaymentOperation.State state, boolean isCanceled) {
    MugOrder order = MugOrder.paid(0);
    PaymentOperation refund =
        Parts.refund(order.build().payments().getFirst(), 100, state, PaymentDetails.NONE);

    assertThat(refusal(order, List.of(refund), Map.of()))
        .isEqualTo(
            isCanceled ? "allowed" : "400 not_allowed Order with refund(s) cannot be canceled");
  }

  private static String refusal(
      MugOrder builder, List<PaymentOperation> recorded, Map<String, Long> pending) {
    Order order = builder.build();
    return Outcome.ofCheck(
        () -> CancelOrder.decide(Outcome.REQUEST, order, recorded, pending, cards(null).of(order)));
  }
}

package dev.tradewind.order.swap;

import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationBuilder;
import dev.tradewind.order.payment.PaymentPurpose;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decision about the settlement of the difference of a swap. */
class ProcessSwapPaymentTest {

  /** The order is paid with 8500; a status without a provider call has its event. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // status, difference, payment of the swap, outcome
        "NOT_PAID            | -    | -              | 400 not_allowed Cannot process a swap that"
            + " hasn't been confirmed by the customer",
        "CANCELED            | 500  | pay_2/500/0/a  | 400 not_allowed Canceled swap cannot be"
            + " processed",
        "CANCELED            | -    | -              | 400 not_allowed Canceled swap cannot be"
            + " processed",
        "CONFIRMED           | 0    | -              | DIFFERENCE_REFUNDED swap.refund_processed",
        "AWAITING            | 500  | pay_2/500/0/a  | records CAPTURE pay_2 500 {}",
        "REQUIRES_ACTION     | 500  | pay_2/500/0/a  | records CAPTURE pay_2 500 {}",
        "AWAITING            | 500  | pay_2/500/0/c  | CAPTURED swap.payment_captured",
        "AWAITING            | 500  | pay_2/500/0/v  | REQUIRES_ACTION"
            + " swap.payment_capture_failed 400 not_allowed Payment pay_2 is canceled and cannot"
            + " be captured",
        "CAPTURED            | 500  | pay_2/500/0/c  | repeats none",
        "AWAITING            | -500 | -              | records REFUND pay_1 500 {}",
        "REQUIRES_ACTION     | -500 | -              | records REFUND pay_1 500 {}",
        "AWAITING            | -8500 | -             | records REFUND pay_1 8500 {}",
        "AWAITING            | -8501 | -             | REQUIRES_ACTION swap.process_refund_failed",
        "DIFFERENCE_REFUNDED | -500 | -              | repeats none",
      })
  void aDifferenceIsCapturedOrRefundedOnce(
      SwapPaymentStatus status,
      @Nullable Long difference,
      @Nullable String payment,
      String outcome) {
    Order order =
        MugOrder.paid(0)
            .with(Parts.payments(payment, "swap_1"))
            .with(Parts.swap(status, difference))
            .build();

    assertThat(processed(order, List.of(), null)).isEqualTo(outcome);
  }

  /** The difference is 500; refunds of the swap were recorded before. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // state and amount of the refund, swap that it is of, outcome
        "ASKED   | 500 | swap_1 | repeats REFUND pay_1 500",
        "ASKED   | 200 | swap_1 | repeats REFUND pay_1 200",
        "DONE    | 200 | swap_1 | records REFUND pay_1 300 {}",
        "REFUSED | 500 | swap_1 | records REFUND pay_1 500 {}",
        "DONE    | 500 | swap_2 | records REFUND pay_1 500 {}",
      })
  void aRefundIsOfWhatEarlierOnesLeft(
      PaymentOperation.State state, long amount, String swap, String outcome) {
    Order order = MugOrder.paid(0).with(Parts.swap(SwapPaymentStatus.AWAITING, -500L)).build();
    PaymentOperation earlier =
        Parts.refund(
            order.payments().getFirst(),
            amount,
            state,
            PaymentDetails.of(RefundReason.SWAP, new PaymentPurpose.OfSwap(swap)));

    assertThat(processed(order, List.of(earlier), null)).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ASKED   | repeats CAPTURE pay_2 500",
        "REFUSED | records CAPTURE pay_2 500 {}",
      })
  void anOpenCaptureIsRunAgain(PaymentOperation.State state, String outcome) {
    Order order =
        MugOrder.paid(0)
            .with(Parts.payments("pay_2/500/0/a", "swap_1"))
            .with(Parts.swap(SwapPaymentStatus.AWAITING, 500L))
            .build();
    PaymentOperation whole =
        PaymentOperation.whole(
            PaymentOperation.Kind.CAPTURE, order.payments().getLast(), order.id());
    PaymentOperation recorded =
        PaymentOperationBuilder.builder(whole)
            .refundId(null)
            .idempotencyKey(null)
            .state(state)
            .build();

    assertThat(processed(order, List.of(recorded), null)).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-500  | 2000 2000 | records REFUND pay_1 500 {}",
        "-5000 | 2000 2000 | records REFUND pay_1 5000 {card_1=500}",
        "-6500 | 2000 0    | records REFUND pay_1 6500 {card_1=2000}",
        "-6501 | 2000 0    | REQUIRES_ACTION swap.process_refund_failed",
      })
  void aRefundLeavesThePriceOfSpentGiftCards(long difference, String balances, String outcome) {
    Order order = MugOrder.paid(0).with(Parts.swap(SwapPaymentStatus.AWAITING, difference)).build();

    assertThat(processed(order, List.of(), balances)).isEqualTo(outcome);
  }

  private static String processed(
      Order order, List<PaymentOperation> recorded, @Nullable String balances) {
    return Outcome.of(() -> {
      Change<List<PaymentOperation>> change =
          ProcessSwapPayment.decide(
              Outcome.REQUEST,
              new ProcessSwapPayment.State(
                  order, order.swaps().getFirst(), recorded, cards(balances).of(order)));
      if (change.mutation() instanceof OrderMutation.SwapPaymentChange(String id, var status)) {
        assertThat(id).isEqualTo("swap_1");
        assertThat(change.writes()).isEmpty();
        assertThat(change.result()).isEmpty();
        return status + " " + String.join(" ", Outcome.events(change)) + Outcome.refusal(change);
      }
      assertThat(change.mutation()).isNull();
      assertThat(change.events()).isEmpty();
      return change.writes().isEmpty()
          ? "repeats " + Outcome.operations(change.result())
          : "records " + Outcome.operations(Outcome.recorded(change)) + " " + Outcome.taken(change);
    });
  }
}

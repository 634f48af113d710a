package dev.tradewind.order.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.payment.PaymentOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions of staff about the status of an order. */
class OrderStatusServiceTest {

  private static final String CANCELED =
      " 400 not_allowed Payment pay_1 is canceled and cannot be captured";

  /** The outcome is the operations, or the payment status, and the refusal of the request. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "pay_1/8500/0/a                | AWAITING        | CAPTURE pay_1 8500",
        "pay_1/8500/0/a                | REQUIRES_ACTION | CAPTURE pay_1 8500",
        "pay_1/6000/0/c pay_2/2500/0/a | AWAITING        | CAPTURE pay_2 2500",
        "pay_1/6000/0/a pay_2/2500/0/a | AWAITING        | CAPTURE pay_1 6000, CAPTURE pay_2 2500",
        "pay_1/6000/0/v pay_2/2500/0/a | AWAITING        | CAPTURE pay_2 2500",
        "pay_1/8500/0/c                | CAPTURED        | nothing",
        "pay_1/8500/900/c              | PARTIALLY_REFUNDED | nothing",
        "pay_1/8500/0/c                | AWAITING        | status CAPTURED",
        "-                             | AWAITING        | status CAPTURED",
        "-                             | NOT_PAID        | status CAPTURED",
        "-                             | CAPTURED        | nothing",
        "pay_1/6000/0/v pay_2/2500/0/c | CAPTURED        | nothing" + CANCELED,
        "pay_1/8500/0/v                | REQUIRES_ACTION | nothing" + CANCELED,
      })
  void everyAuthorizedPaymentIsCaptured(
      @Nullable String payments, PaymentStatus status, String outcome) {
    Order order = MugOrder.unpaid().with(Parts.payments(payments, null)).in(status).build();

    Change<List<PaymentOperation>> change = OrderStatusService.capture(Outcome.REQUEST, order);

    assertThat(change.result()).isEqualTo(Outcome.recorded(change));
    if (change.mutation() instanceof OrderMutation.PaymentStatusChange(PaymentStatus after)) {
      assertThat(Outcome.events(change)).containsExactly("order.payment_captured");
      assertThat("status " + after).isEqualTo(outcome);
    } else {
      assertThat(change.mutation()).isNull();
      assertThat(change.events()).isEmpty();
      assertThat(
              (change.writes().isEmpty() ? "nothing" : Outcome.operations(Outcome.recorded(change)))
                  + Outcome.refusal(change))
          .isEqualTo(outcome);
    }
  }

  @Test
  void aCanceledOrderIsNotCaptured() {
    Order order = MugOrder.paid(0).in(OrderStatus.CANCELED).build();

    assertThat(Outcome.ofCheck(() -> OrderStatusService.capture(Outcome.REQUEST, order)))
        .isEqualTo("400 not_allowed A canceled order cannot capture payment");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PENDING         | COMPLETED order.completed",
        "COMPLETED       | COMPLETED order.completed",
        "ARCHIVED        | COMPLETED order.completed",
        "REQUIRES_ACTION | COMPLETED order.completed",
        "CANCELED        | 400 not_allowed A canceled order cannot be completed",
      })
  void anOrderIsCompletedUnlessItIsCanceled(OrderStatus status, String outcome) {
    Order order = MugOrder.paid(0).in(status).build();

    assertThat(Outcome.of(() -> outcome(OrderStatusService.complete(Outcome.REQUEST, order))))
        .isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PENDING         | 400 not_allowed Can't archive an unprocessed order",
        "COMPLETED       | ARCHIVED order.updated",
        "ARCHIVED        | 400 not_allowed Can't archive an unprocessed order",
        "REQUIRES_ACTION | 400 not_allowed Can't archive an unprocessed order",
        "CANCELED        | 400 not_allowed Can't archive an unprocessed order",
      })
  void aCompletedOrderIsArchived(OrderStatus status, String outcome) {
    Order order = MugOrder.paid(0).in(status).build();

    assertThat(Outcome.of(() -> outcome(OrderStatusService.archive(Outcome.REQUEST, order))))
        .isEqualTo(outcome);
  }

  private static String outcome(Change<Void> change) {
    assertThat(change.writes()).isEmpty();
    assertThat(change.mutation()).isInstanceOf(OrderMutation.StatusChange.class);
    return ((OrderMutation.StatusChange) change.mutation()).status()
        + " "
        + String.join(" ", Outcome.events(change));
  }
}

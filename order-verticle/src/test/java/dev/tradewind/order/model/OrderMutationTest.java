package dev.tradewind.order.model;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.order.Orders;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderMutationTest {

  private static final OrderMutation CANCELLATION = new OrderMutation.Cancellation(Orders.PLACED);

  private static final OrderMutation CORRECTION =
      new OrderMutation.Correction("ada@example.com", null, null, null, null, null);

  @Test
  void aStatusFollowsItsPredecessorsAlone() {
    isLegal(new OrderMutation.StatusChange(OrderStatus.COMPLETED), Orders.placed());
    isIllegal(
        new OrderMutation.StatusChange(OrderStatus.COMPLETED), canceled(PaymentStatus.CANCELED));
    isIllegal(new OrderMutation.StatusChange(OrderStatus.ARCHIVED), Orders.placed());
  }

  @Test
  void aPaymentStatusMayRepeatAndNeverGoesBack() {
    Order refunded = pending(PaymentStatus.PARTIALLY_REFUNDED);

    isLegal(new OrderMutation.PaymentStatusChange(PaymentStatus.PARTIALLY_REFUNDED), refunded);
    isLegal(new OrderMutation.PaymentStatusChange(PaymentStatus.REFUNDED), refunded);
    isIllegal(new OrderMutation.PaymentStatusChange(PaymentStatus.CAPTURED), refunded);
  }

  @Test
  void aFailedRefundTakesThePaymentStatusBack() {
    isLegal(
        new OrderMutation.RefundFailure(PaymentStatus.CAPTURED), pending(PaymentStatus.REFUNDED));
    isLegal(
        new OrderMutation.RefundFailure(PaymentStatus.PARTIALLY_REFUNDED),
        pending(PaymentStatus.REFUNDED));
    isLegal(
        new OrderMutation.RefundFailure(PaymentStatus.AWAITING), pending(PaymentStatus.AWAITING));
    isLegal(
        new OrderMutation.RefundFailure(PaymentStatus.REQUIRES_ACTION),
        pending(PaymentStatus.REFUNDED));
    isIllegal(
        new OrderMutation.RefundFailure(PaymentStatus.CAPTURED), pending(PaymentStatus.AWAITING));
    isIllegal(
        new OrderMutation.RefundFailure(PaymentStatus.AWAITING), pending(PaymentStatus.REFUNDED));
  }

  @Test
  void anOrderIsCanceledOnceAndNotAfterARefund() {
    isLegal(CANCELLATION, pending(PaymentStatus.AWAITING));
    isLegal(CANCELLATION, pending(PaymentStatus.CAPTURED));
    isIllegal(CANCELLATION, pending(PaymentStatus.PARTIALLY_REFUNDED));
    isIllegal(CANCELLATION, canceled(PaymentStatus.CANCELED));
  }

  @Test
  void anOrderWithShippedLinesIsNotCanceled() {
    isIllegal(
        CANCELLATION,
        Orders.inStatus(
            OrderStatus.PENDING,
            FulfillmentStatus.PARTIALLY_SHIPPED,
            PaymentStatus.CAPTURED,
            List.of()));
    isLegal(
        CANCELLATION,
        Orders.inStatus(
            OrderStatus.PENDING, FulfillmentStatus.CANCELED, PaymentStatus.CAPTURED, List.of()));
  }

  @Test
  void aCanceledOrderIsNotCorrected() {
    isLegal(CORRECTION, Orders.placed());
    isIllegal(CORRECTION, canceled(PaymentStatus.CANCELED));
  }

  private static Order pending(PaymentStatus status) {
    return Orders.inStatus(OrderStatus.PENDING, FulfillmentStatus.NOT_FULFILLED, status, List.of());
  }

  private static Order canceled(PaymentStatus status) {
    return Orders.inStatus(OrderStatus.CANCELED, FulfillmentStatus.CANCELED, status, List.of());
  }

  private static void isLegal(OrderMutation mutation, Order order) {
    assertThatNoException().isThrownBy(() -> mutation.requireLegalFor(order));
  }

  private static void isIllegal(OrderMutation mutation, Order order) {
    assertThatThrownBy(() -> mutation.requireLegalFor(order))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("order_1");
  }
}

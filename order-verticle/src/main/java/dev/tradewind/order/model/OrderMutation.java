package dev.tradewind.order.model;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Change of an order, written with its events in one statement. */
public sealed interface OrderMutation {

  /**
   * Change of parts of the order or of a document beside it: the version rises, no column changes.
   */
  record Touch() implements OrderMutation {}

  /** Also for an unchanged status: completing an order again is published again. */
  record StatusChange(OrderStatus status) implements OrderMutation {}

  /** Also for an unchanged status: a payment changed, so the version of the order rises. */
  record PaymentStatusChange(PaymentStatus status) implements OrderMutation {}

  /**
   * Failure of a refund that its provider had accepted.
   *
   * @param status of the payments without it; it may go back
   */
  record RefundFailure(PaymentStatus status) implements OrderMutation {}

  /**
   * Also for an unchanged status: a part of the order changed, so its version rises.
   *
   * @param owner whose status it is: the order, a swap or a claim
   */
  record FulfillmentStatusChange(PartOwner owner, FulfillmentStatus status)
      implements OrderMutation {

    public FulfillmentStatusChange(FulfillmentStatus status) {
      this(PartOwner.ORDER, status);
    }
  }

  /**
   * Change of the shipping methods.
   *
   * @param snapshot with the methods and the amounts that follow
   */
  record ShippingMethodChange(OrderSnapshot snapshot) implements OrderMutation {}

  /**
   * Change of the line items by an edit.
   *
   * @param snapshot with the line items and the amounts that follow
   * @param status fulfillment status of the new line items
   */
  record LineChange(OrderSnapshot snapshot, FulfillmentStatus status) implements OrderMutation {}

  /** Change of the payment status of a swap. */
  record SwapPaymentChange(String swapId, SwapPaymentStatus status) implements OrderMutation {}

  /** Cancels a swap, or renews the time of its cancellation. */
  record SwapCancellation(String swapId) implements OrderMutation {}

  /** Cancels the order and its pending statuses. */
  record Cancellation(Instant at) implements OrderMutation {}

  /**
   * Update of mutable fields. An absent part is unchanged.
   *
   * @param customer new customer, to whom the order is handed
   * @param metadata is merged; an empty string deletes its key
   */
  record Correction(
      @Nullable String email,
      @Nullable ResourceDocument customer,
      @Nullable Boolean noNotification,
      @Nullable JsonObject metadata,
      @Nullable Address shippingAddress,
      @Nullable Address billingAddress)
      implements OrderMutation {}

  /**
   * Requires the status change to be legal.
   *
   * @throws IllegalStateException if the current status has no such successor; operations refuse
   *     that earlier
   */
  default void requireLegalFor(Order order) {
    boolean isLegal =
        switch (this) {
          case Touch touch -> true;
          case StatusChange change ->
              order.status() == change.status() || order.status().canBecome(change.status());
          case PaymentStatusChange change ->
              order.paymentStatus() == change.status()
                  || order.paymentStatus().canBecome(change.status());
          case RefundFailure failure -> order.paymentStatus().canBecomeAgain(failure.status());
          case FulfillmentStatusChange change ->
              isLegal(order.goodsOf(change.owner()).status(), change.status());
          case Cancellation cancellation ->
              order.status().canBecome(OrderStatus.CANCELED)
                  && order.paymentStatus().canBecome(PaymentStatus.CANCELED)
                  && isLegal(order.fulfillmentStatus(), FulfillmentStatus.CANCELED);
          case SwapPaymentChange change ->
              isLegal(order.findSwap(change.swapId()).orElseThrow(), change.status());
          case SwapCancellation cancellation -> {
            Swap swap = order.findSwap(cancellation.swapId()).orElseThrow();
            yield isLegal(swap, SwapPaymentStatus.CANCELED)
                && isLegal(swap.fulfillmentStatus(), FulfillmentStatus.CANCELED);
          }
          case ShippingMethodChange change -> !order.isCanceled();
          case LineChange change ->
              !order.isCanceled() && isLegal(order.fulfillmentStatus(), change.status());
          case Correction correction -> !order.isCanceled();
        };
    if (!isLegal) {
      throw new IllegalStateException(
          "Order %s (%s, %s, %s) allows no %s"
              .formatted(
                  order.id(),
                  order.status().wireName(),
                  order.paymentStatus().wireName(),
                  order.fulfillmentStatus().wireName(),
                  this));
    }
  }

  private static boolean isLegal(Swap swap, SwapPaymentStatus after) {
    return swap.paymentStatus() == after || swap.paymentStatus().canBecome(after);
  }

  private static boolean isLegal(FulfillmentStatus before, FulfillmentStatus after) {
    return before == after || before.canBecome(after);
  }
}

package dev.tradewind.order.model;

import dev.tradewind.api.address.Address;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Change of an order, written with its events in one statement. */
public sealed interface OrderMutation {

  record StatusChange(OrderStatus status) implements OrderMutation {}

  /** Also where the status stays: a payment has changed, so the order gets another version. */
  record PaymentStatusChange(PaymentStatus status) implements OrderMutation {}

  /** Ends the order and everything that it still waited for. */
  record Cancellation(Instant at) implements OrderMutation {}

  /**
   * Correction of what may still change. An absent part stays as it is.
   *
   * @param metadata is merged; an empty text takes its key away
   */
  record Correction(
      @Nullable String email,
      @Nullable Boolean noNotification,
      @Nullable JsonObject metadata,
      @Nullable Address shippingAddress,
      @Nullable Address billingAddress)
      implements OrderMutation {}

  /**
   * @throws IllegalStateException where the status of the order has no such successor; operations
   *     refuse that before they get here
   */
  default void requireLegalFor(Order order) {
    boolean isLegal =
        switch (this) {
          case StatusChange change -> order.status().canBecome(change.status());
          case PaymentStatusChange change ->
              order.paymentStatus() == change.status()
                  || order.paymentStatus().canBecome(change.status());
          case Cancellation cancellation ->
              order.status().canBecome(OrderStatus.CANCELED)
                  && order.paymentStatus().canBecome(PaymentStatus.CANCELED)
                  && (order.fulfillmentStatus() == FulfillmentStatus.CANCELED
                      || order.fulfillmentStatus().canBecome(FulfillmentStatus.CANCELED));
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
}

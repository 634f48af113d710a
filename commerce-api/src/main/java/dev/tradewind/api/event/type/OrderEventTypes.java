package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of orders and draft orders. */
final class OrderEventTypes {

  private static final PayloadSchema ORDER_PLACED =
      PayloadSchema.of("OrderPlaced", "A placed order and the cart it was placed from.")
          .with("id", Kind.TEXT, "Order id.")
          .with("cart_id", Kind.TEXT, "Id of the completed cart.")
          .noNotification();

  private static final PayloadSchema ORDER_CHANGED =
      PayloadSchema.of("OrderChanged", "A changed order.")
          .with("id", Kind.TEXT, "Order id.")
          .noNotification();

  private static final PayloadSchema ORDER_PAYMENT_CAPTURE_FAILED =
      PayloadSchema.of("OrderPaymentCaptureFailed", "A failed capture.")
          .with("id", Kind.TEXT, "Order id.")
          .with("payment_id", Kind.TEXT, "Id of the payment that was not captured.")
          .with("error", Kind.TEXT, "Message for staff.")
          .noNotification();

  private static final PayloadSchema ORDER_REFUND_CREATED =
      PayloadSchema.of("OrderRefundCreated", "A refund.")
          .with("id", Kind.TEXT, "Order id.")
          .with("refund_id", Kind.TEXT, "Refund id.")
          .noNotification();

  private static final PayloadSchema ID_AND_ORDER =
      PayloadSchema.of("IdAndOrder", "An aggregate that became an order.")
          .with("id", Kind.TEXT, "Id of the aggregate.")
          .with("order_id", Kind.TEXT, "Id of the order.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.ORDER,
              "order.placed",
              "An order was placed. Published once per order.",
              ORDER_PLACED),
          EventType.of(
              Topics.ORDER,
              "order.updated",
              "An order, one of its payments or its archive state changed.",
              ORDER_CHANGED),
          EventType.of(
              Topics.ORDER, "order.completed", "An order was completed by staff.", ORDER_CHANGED),
          EventType.of(Topics.ORDER, "order.canceled", "An order was canceled.", ORDER_CHANGED),
          EventType.of(
              Topics.ORDER,
              "order.payment_captured",
              "All payments of an order are captured.",
              ORDER_CHANGED),
          EventType.of(
              Topics.ORDER,
              "order.payment_capture_failed",
              "The provider did not confirm the capture of a payment.",
              ORDER_PAYMENT_CAPTURE_FAILED),
          EventType.of(
              Topics.ORDER, "order.refund_created", "A refund was created.", ORDER_REFUND_CREATED),
          EventType.of(
              Topics.DRAFT_ORDER,
              "draft_order.created",
              "A draft order was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.DRAFT_ORDER,
              "draft_order.updated",
              "The notification setting of a draft order changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.DRAFT_ORDER,
              "draft_order.completed",
              "A draft order was paid and became an order.",
              ID_AND_ORDER),
          EventType.of(
              Topics.DRAFT_ORDER,
              "draft_order.deleted",
              "A draft order was deleted.",
              PayloadSchema.ID));

  private OrderEventTypes() {}
}

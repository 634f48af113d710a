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

  private static final PayloadSchema ORDER_FULFILLMENT_CHANGED =
      PayloadSchema.of("OrderFulfillmentChanged", "A change of a fulfillment.")
          .with("id", Kind.TEXT, "Order id.")
          .with("fulfillment_id", Kind.TEXT, "Fulfillment id.")
          .noNotification();

  private static final PayloadSchema ORDER_RETURN =
      PayloadSchema.of("OrderReturn", "A return of an order.")
          .with("id", Kind.TEXT, "Order id.")
          .with("return_id", Kind.TEXT, "Return id.")
          .noNotification();

  private static final PayloadSchema ORDER_CLAIM =
      PayloadSchema.of("OrderClaim", "A claim of orders with one e-mail address.")
          .with("id", Kind.TEXT, "Id of the claim.")
          .with("new_customer_id", Kind.TEXT, "Customer who claims the orders.")
          .with("orders", Kind.TEXTS, "Ids of the orders.");

  private static final PayloadSchema SWAP =
      PayloadSchema.of("Swap", "A swap, in the sequence of the events of its order.")
          .with("id", Kind.TEXT, "Swap id.")
          .with("order_id", Kind.TEXT, "Id of the order.")
          .noNotification();

  private static final PayloadSchema SWAP_FULFILLMENT_CHANGED =
      PayloadSchema.of("SwapFulfillmentChanged", "A change of a fulfillment of a swap.")
          .with("id", Kind.TEXT, "Swap id.")
          .with("order_id", Kind.TEXT, "Id of the order.")
          .with("fulfillment_id", Kind.TEXT, "Fulfillment id.")
          .noNotification();

  private static final PayloadSchema ORDER_PART =
      PayloadSchema.of("OrderPart", "A part of an order, in the sequence of its events.")
          .with("id", Kind.TEXT, "Id of the part.")
          .with("order_id", Kind.TEXT, "Id of the order.");

  private static final PayloadSchema DELETED_ITEM_CHANGES =
      PayloadSchema.of("DeletedItemChanges", "Changes that were taken back.")
          .with("id", Kind.TEXT, "Id of the order edit.")
          .with("ids", Kind.TEXTS, "Ids of the changes.")
          .with("order_id", Kind.TEXT, "Id of the order.");

  private static final PayloadSchema CLAIM =
      PayloadSchema.of("Claim", "A claim, in the sequence of the events of its order.")
          .with("id", Kind.TEXT, "Claim id.")
          .with("order_id", Kind.TEXT, "Id of the order.")
          .noNotification();

  private static final PayloadSchema CLAIM_FULFILLMENT_CHANGED =
      PayloadSchema.of("ClaimFulfillmentChanged", "A change of a fulfillment of a claim.")
          .with("id", Kind.TEXT, "Claim id.")
          .with("order_id", Kind.TEXT, "Id of the order.")
          .with("fulfillment_id", Kind.TEXT, "Fulfillment id.")
          .noNotification();

  private static final PayloadSchema CLAIM_ITEM =
      PayloadSchema.of("ClaimItem", "Claimed units of a line item.")
          .with("id", Kind.TEXT, "Id of the claim item.")
          .with("claim_order_id", Kind.TEXT, "Claim id.")
          .with("order_id", Kind.TEXT, "Id of the order.")
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
              Topics.ORDER,
              "order.fulfillment_created",
              "A fulfillment was created.",
              ORDER_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "order.fulfillment_canceled",
              "A fulfillment was canceled; its units can be fulfilled again.",
              ORDER_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "order.shipment_created",
              "A fulfillment was shipped.",
              ORDER_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "order.return_requested",
              "A return was requested by staff or the customer.",
              ORDER_RETURN),
          EventType.of(
              Topics.ORDER,
              "order.items_returned",
              "A return was received and is refunded.",
              ORDER_RETURN),
          EventType.of(
              Topics.ORDER,
              "order.return_action_required",
              "The refund of a received return is above the refundable amount or refused; left to"
                  + " staff.",
              ORDER_RETURN),
          EventType.of(
              Topics.ORDER, "order.return_canceled", "A return was canceled.", ORDER_RETURN),
          EventType.of(
              Topics.ORDER,
              "swap.created",
              "A swap was created: units come back in exchange for others.",
              SWAP),
          EventType.of(
              Topics.ORDER,
              "swap.payment_completed",
              "The customer confirmed a swap by completing its cart.",
              SWAP),
          EventType.of(
              Topics.ORDER, "swap.payment_captured", "What a swap costs was captured.", SWAP),
          EventType.of(
              Topics.ORDER,
              "swap.payment_capture_failed",
              "The capture of what a swap costs failed.",
              SWAP),
          EventType.of(
              Topics.ORDER,
              "swap.refund_processed",
              "What a swap is cheaper was refunded, if anything.",
              SWAP),
          EventType.of(
              Topics.ORDER,
              "swap.process_refund_failed",
              "The refund of what a swap is cheaper failed.",
              SWAP),
          EventType.of(Topics.ORDER, "swap.received", "The return of a swap was received.", SWAP),
          EventType.of(
              Topics.ORDER,
              "swap.fulfillment_created",
              "The goods of a swap were handed to a fulfillment provider.",
              SWAP_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "swap.fulfillment_canceled",
              "A fulfillment of a swap was canceled.",
              SWAP_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "swap.shipment_created",
              "A fulfillment of a swap left.",
              SWAP_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "claim.created",
              "A claim was created: goods are refunded or replaced.",
              CLAIM),
          EventType.of(
              Topics.ORDER, "claim_item.created", "Units of a line item were claimed.", CLAIM_ITEM),
          EventType.of(
              Topics.ORDER,
              "claim.updated",
              "An item, a shipping method or the metadata of a claim changed.",
              CLAIM),
          EventType.of(
              Topics.ORDER,
              "claim.canceled",
              "A claim was canceled, or withdrawn because the provider refused its refund.",
              CLAIM),
          EventType.of(
              Topics.ORDER,
              "claim.refund_processed",
              "The whole amount of a claim is refunded.",
              CLAIM),
          EventType.of(
              Topics.ORDER,
              "claim.fulfillment_created",
              "Additional items of a claim were handed to their fulfillment provider.",
              CLAIM_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "claim.fulfillment_canceled",
              "A fulfillment of a claim was canceled; its units can be fulfilled again.",
              CLAIM_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "claim.shipment_created",
              "A fulfillment of a claim was shipped.",
              CLAIM_FULFILLMENT_CHANGED),
          EventType.of(
              Topics.ORDER,
              "order-edit.created",
              "An edit of the line items of an order was created.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit.updated",
              "The note or a line item of an order edit changed.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit.requested",
              "The customer was asked to confirm an order edit.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit.confirmed",
              "An order edit was confirmed: the order has its line items.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit.declined",
              "The customer declined an order edit.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER, "order-edit.canceled", "Staff canceled an order edit.", ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit.deleted",
              "Staff deleted an order edit that was not requested.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit-item-change.CREATED",
              "A line item was added to, changed or removed in an order edit.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "order-edit-item-change.DELETED",
              "Changes of an order edit were taken back.",
              DELETED_ITEM_CHANGES),
          EventType.of(
              Topics.ORDER,
              "payment-collection.created",
              "A payment collection was created for the amount due.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment-collection.updated",
              "The amount, the sessions or a note of a payment collection changed.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment-collection.payment_authorized",
              "A session of a payment collection was authorized, or the collection was marked so.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment-collection.canceled",
              "A payment collection was canceled with its order edit.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment-collection.deleted",
              "A payment collection was deleted; nothing was authorized.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment.payment_captured",
              "A payment was captured on its own.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment.payment_capture_failed",
              "The provider did not confirm the capture of a payment.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment.payment_refund_created",
              "A payment was refunded on its own.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment.payment_refund_failed",
              "The provider refused the refund of a payment, or a refund failed after it was"
                  + " accepted: its money is back.",
              ORDER_PART),
          EventType.of(
              Topics.ORDER,
              "payment.payment_disputed",
              "The payer disputes a payment, or the dispute has changed at the provider.",
              ORDER_PART),
          EventType.of(
              Topics.CUSTOMER,
              "order-update-token.created",
              "A customer with an account claimed orders of a guest. The token is published on the"
                  + " notification topic only.",
              ORDER_CLAIM),
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

package dev.tradewind.order.store;

import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.PaymentView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** JSON form of the parts of an order that its row, its stored snapshot and its views share. */
public final class OrderDocument {

  private OrderDocument() {}

  /** Own fields, which are also the columns of its row. */
  public static JsonObject own(Order order) {
    return new JsonObject()
        .put("id", order.id())
        .put("created_at", Timestamps.format(order.createdAt()))
        .put("updated_at", Timestamps.format(order.updatedAt()))
        .put("status", order.status().wireName())
        .put("fulfillment_status", order.fulfillmentStatus().wireName())
        .put("payment_status", order.paymentStatus().wireName())
        .put("display_id", order.displayId())
        .put("cart_id", order.cartId())
        .put("customer_id", order.customerId())
        .put("email", order.email())
        .put("region_id", order.regionId())
        .put("currency_code", order.currencyCode())
        .put("tax_rate", order.taxRate())
        .put("draft_order_id", order.draftOrderId())
        .put("canceled_at", PaymentView.time(order.canceledAt()))
        .put("metadata", order.metadata())
        .put("no_notification", order.noNotification())
        .put("idempotency_key", order.idempotencyKey())
        .put("external_id", order.externalId())
        .put("sales_channel_id", order.salesChannelId());
  }

  /** Discounts without their usage, which goes on after the sale. */
  public static JsonArray discounts(OrderSnapshot snapshot) {
    JsonArray discounts = new JsonArray();
    for (ResourceDocument discount : snapshot.discounts()) {
      JsonObject shown = discount.json().copy();
      shown.remove("usage_count");
      discounts.add(shown);
    }
    return discounts;
  }

  /** Gift card charges; the wire calls them transactions. */
  public static JsonArray transactions(OrderSnapshot snapshot, String orderId) {
    JsonArray transactions = new JsonArray();
    snapshot
        .giftCardCharges()
        .forEach(charge ->
            transactions.add(
                new JsonObject()
                    .put("id", charge.id())
                    .put("gift_card_id", charge.giftCardId())
                    .put("order_id", orderId)
                    .put("amount", charge.amount())
                    .put("created_at", Timestamps.format(charge.createdAt()))
                    .put("is_taxable", charge.isTaxable())
                    .put("tax_rate", charge.taxRate())));
    return transactions;
  }

  public static JsonObject amounts(OrderAmounts amounts) {
    return new JsonObject()
        .put("subtotal", amounts.subtotal())
        .put("discount_total", amounts.discountTotal())
        .put("raw_discount_total", amounts.rawDiscountTotal())
        .put("shipping_total", amounts.shippingTotal())
        .put("item_tax_total", amounts.itemTaxTotal())
        .put("shipping_tax_total", amounts.shippingTaxTotal())
        .put("gift_card_total", amounts.giftCardTotal())
        .put("gift_card_tax_total", amounts.giftCardTaxTotal())
        .put("tax_total", amounts.taxTotal())
        .put("total", amounts.total());
  }
}

package dev.tradewind.customer.schema;

import static dev.tradewind.kernel.resource.read.Relation.embedded;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.read.FetchContext;
import dev.tradewind.kernel.resource.read.RelatedRow;
import dev.tradewind.kernel.resource.read.Selection;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;

/** The orders of customers, as the order verticle answers them: one request for a whole page. */
final class CustomerOrders {

  private static final Resource ITEM =
      Resource.table("line_item")
          .base()
          .text(
              "cart_id",
              "order_id",
              "swap_id",
              "claim_order_id",
              "original_item_id",
              "order_edit_id",
              "title",
              "description",
              "thumbnail")
          .booleans("is_return", "is_giftcard", "should_merge", "allow_discounts", "has_shipping")
          .bigints("unit_price")
          .text("variant_id")
          .integers("quantity", "fulfilled_quantity", "returned_quantity", "shipped_quantity")
          .json("metadata")
          .booleans("includes_tax")
          .build();

  private static final Resource ADDRESS = CustomerResources.address().build();

  static final Resource ORDER =
      Resource.table("order")
          .text("object")
          .base()
          .text("status", "fulfillment_status", "payment_status")
          .integers("display_id")
          .text(
              "cart_id",
              "customer_id",
              "email",
              "billing_address_id",
              "shipping_address_id",
              "region_id",
              "currency_code")
          .numbers("tax_rate")
          .text("draft_order_id")
          .timestamps("canceled_at")
          .json("metadata")
          .booleans("no_notification")
          .text("idempotency_key", "external_id", "sales_channel_id")
          .relation(embedded("items", () -> ITEM, true))
          .relation(embedded("shipping_address", () -> ADDRESS, false))
          .relation(embedded("billing_address", () -> ADDRESS, false))
          .build();

  private CustomerOrders() {}

  static Future<List<RelatedRow>> fetchByCustomer(
      FetchContext reach, Selection selection, List<String> ids) {
    List<String> relations =
        Stream.of("items", "shipping_address", "billing_address")
            .filter(name -> selection.relation(name).isPresent())
            .toList();
    return new OrderClient(reach.bus())
        .findOrdersOfCustomers(reach.context(), ids, relations)
        .map(orders ->
            orders.stream()
                .map(order -> new RelatedRow(order.getString("customer_id"), selection.of(order)))
                .toList());
  }
}

package dev.tradewind.customer.schema;

import static dev.tradewind.kernel.resource.Relation.embedded;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;

/** Orders of customers, read from the order verticle with one request per page. */
final class CustomerOrders {

  private static final Resource ITEM =
      Resource.table("line_item").columns(OrderColumns.LINE_ITEM).build();

  private static final Resource ADDRESS = CustomerResources.address().build();

  private static final Columns SHOWN =
      Columns.none()
          .text("object")
          .and(
              OrderColumns.ORDER.insertedAfter(
                  "email", Columns.none().text("billing_address_id", "shipping_address_id")));

  static final Resource ORDER =
      Resource.table("order")
          .columns(SHOWN)
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

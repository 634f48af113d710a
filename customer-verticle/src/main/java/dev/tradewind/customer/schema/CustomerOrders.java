package dev.tradewind.customer.schema;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import java.util.List;

/** Orders of customers, read from the order verticle with one request per page. */
final class CustomerOrders {

  private CustomerOrders() {}

  static Future<List<RelatedRow>> fetchByCustomer(
      FetchContext reach, Selection selection, List<String> ids) {
    return new OrderClient(reach.bus())
        .findOrdersOfCustomers(reach.context(), ids, selection.relations().keySet(), reach.most())
        .map(found ->
            found.orders().stream()
                .map(order -> {
                  String customer = order.getString("customer_id");
                  return new RelatedRow(
                      customer, selection.of(order), found.counts().getLong(customer));
                })
                .toList());
  }
}

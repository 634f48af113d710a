package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import java.util.List;

/** Types of whole products, customers and orders on compacted topics. */
public final class StateTypes {

  public static final String PRODUCT = "product.state_changed";
  public static final String CUSTOMER = "customer.state_changed";
  public static final String ORDER = "order.state_changed";

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.PRODUCT_STATE,
              PRODUCT,
              "State of a product after a change of it or its variants; no value when deleted.",
              PayloadSchema.representation(
                  "WholeProduct",
                  "Product",
                  "A product as GET /admin/products/{id} returns it, without categories.")),
          EventType.of(
              Topics.CUSTOMER_STATE,
              CUSTOMER,
              "State of a customer after a change; no value when deleted.",
              PayloadSchema.representation(
                  "WholeCustomer",
                  "Customer",
                  "A customer as GET /admin/customers/{id} returns it, with groups and without"
                      + " orders.")),
          EventType.of(
              Topics.ORDER_STATE,
              ORDER,
              "State of an order after a change.",
              PayloadSchema.representation(
                  "WholeOrder",
                  "Order",
                  "An order as GET /admin/orders lists it, without data of providers, idempotency keys"
                      + " and gift card codes.")));

  private StateTypes() {}
}

package dev.tradewind.api.order;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the order verticle, called through {@link OrderClient}. */
public enum OrderOperation implements InternalOperation {
  PLACE_ORDER("placeOrder"),
  CONFIRM_SWAP("confirmSwap"),
  REQUIRE_OPEN_SWAP("requireOpenSwap"),
  FIND_COMPLETION("findCompletion"),
  RECORD_DRAFT_CART("noteDraftCart"),
  LIST_ORDERS_OF_CUSTOMER("listOrdersOfCustomer"),
  FIND_ORDERS_OF_CUSTOMERS("findOrdersOfCustomers"),
  CREATE_RESERVATION("createReservation"),
  CHANGE_RESERVATION("changeReservation"),
  FIND_CUSTOMERS("findCustomersWithOrders"),
  FIND_RELATED("findRelated"),
  ANNOUNCE_EVENTS("announceEvents"),
  EXPORT_ORDERS("exportOrders"),
  ERASE_PERSONAL_DATA("eraseOrders"),
  EXPORT_PERSONAL_DATA("exportPersonalOrders");

  private final String id;

  OrderOperation(String id) {
    this.id = id;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String address() {
    return OrderClient.ADDRESS;
  }
}

package dev.tradewind.api.order;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the order verticle, called through {@link OrderClient}. */
public enum OrderOperation implements InternalOperation {
  PLACE_ORDER,
  CONFIRM_SWAP,
  REQUIRE_OPEN_SWAP,
  FIND_COMPLETION,
  SETTLE_PAYMENT,
  NOTE_DRAFT_CART,
  LIST_ORDERS_OF_CUSTOMER,
  FIND_ORDERS_OF_CUSTOMERS,
  CREATE_RESERVATION,
  CHANGE_RESERVATION,
  FIND_CUSTOMERS_WITH_ORDERS,
  FIND_RELATED,
  ANNOUNCE_EVENTS,
  EXPORT_ORDERS,
  ERASE_ORDERS,
  EXPORT_PERSONAL_ORDERS;

  @Override
  public String address() {
    return OrderClient.ADDRESS;
  }
}

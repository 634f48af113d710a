package dev.tradewind.api.customer;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the customer verticle, called through {@link CustomerClient}. */
public enum CustomerOperation implements InternalOperation {
  ENSURE_GUEST("ensureGuest"),
  FIND_CUSTOMERS("findCustomers"),
  FIND_ADDRESS("findAddress"),
  AUTHENTICATE("authenticate"),
  FIND_REFERENCES("findReferences"),
  FIND_RELATED("findRelated"),
  SEARCH_GROUPS("searchGroups"),
  RECORD_REFUSALS("recordRefusals");

  private final String id;

  CustomerOperation(String id) {
    this.id = id;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String address() {
    return CustomerClient.ADDRESS;
  }
}

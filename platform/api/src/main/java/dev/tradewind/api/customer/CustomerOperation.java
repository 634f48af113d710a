package dev.tradewind.api.customer;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the customer verticle, called through {@link CustomerClient}. */
public enum CustomerOperation implements InternalOperation {
  ENSURE_GUEST,
  FIND_CUSTOMERS,
  FIND_ADDRESS,
  FIND_PROVIDER_CUSTOMER,
  RECORD_PROVIDER_CUSTOMER,
  AUTHENTICATE,
  FIND_REFERENCES,
  FIND_RELATED,
  SEARCH_GROUPS,
  RECORD_REFUSALS,
  RECORD_FORWARDED_WRITE;

  @Override
  public String address() {
    return CustomerClient.ADDRESS;
  }
}

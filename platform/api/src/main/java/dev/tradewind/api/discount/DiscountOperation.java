package dev.tradewind.api.discount;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the discount verticle, called through {@link DiscountClient}. */
public enum DiscountOperation implements InternalOperation {
  EVALUATE_DISCOUNTS,
  FIND_DISCOUNTS,
  FIND_GIFT_CARDS,
  FIND_CONDITION_RESOURCES,
  FIND_RELATED;

  @Override
  public String address() {
    return DiscountClient.ADDRESS;
  }
}

package dev.tradewind.api.discount;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the discount verticle, called through {@link DiscountClient}. */
public enum DiscountOperation implements InternalOperation {
  EVALUATE("evaluateDiscounts"),
  FIND_DISCOUNTS("findDiscounts"),
  FIND_GIFT_CARDS("findGiftCards"),
  FIND_CONDITION_RESOURCES("findConditionResources"),
  FIND_RELATED("findRelated");

  private final String id;

  DiscountOperation(String id) {
    this.id = id;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String address() {
    return DiscountClient.ADDRESS;
  }
}

package dev.tradewind.api.cart;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the cart verticle, called through {@link CartClient}. */
public enum CartOperation implements InternalOperation {
  FIND_PRICE_CONTEXT,
  FIND_CHANGED_DRAFT_CARTS,
  CREATE_DRAFT_CART,
  CHANGE_DRAFT_CART,
  ADD_DRAFT_LINE,
  CHANGE_DRAFT_LINE,
  REMOVE_DRAFT_LINE,
  PAY_DRAFT_CART,
  PREPARE_SWAP_CART,
  RECORD_PAYMENT_NOTICE,
  FIND_CUSTOMERS_WITH_CARTS,
  FIND_RELATED,
  ERASE_CARTS,
  EXPORT_PERSONAL_CARTS;

  @Override
  public String address() {
    return CartClient.ADDRESS;
  }
}

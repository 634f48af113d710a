package dev.tradewind.api.cart;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the cart verticle, called through {@link CartClient}. */
public enum CartOperation implements InternalOperation {
  FIND_PRICE_CONTEXT("findPriceContext"),
  FIND_CHANGED_DRAFT_CARTS("findChangedDraftCarts"),
  CREATE_DRAFT_CART("createDraftCart"),
  CHANGE_DRAFT_CART("changeDraftCart"),
  ADD_DRAFT_LINE("addDraftLine"),
  CHANGE_DRAFT_LINE("changeDraftLine"),
  REMOVE_DRAFT_LINE("removeDraftLine"),
  PAY_DRAFT_CART("payDraftCart"),
  PREPARE_SWAP_CART("prepareSwapCart"),
  FIND_CUSTOMERS("findCustomersWithCarts"),
  FIND_RELATED("findRelated"),
  ERASE_PERSONAL_DATA("eraseCarts"),
  EXPORT_PERSONAL_DATA("exportPersonalCarts");

  private final String id;

  CartOperation(String id) {
    this.id = id;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String address() {
    return CartClient.ADDRESS;
  }
}

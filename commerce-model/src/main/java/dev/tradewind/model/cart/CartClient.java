package dev.tradewind.model.cart;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationBus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Asks the cart verticle. */
public final class CartClient {

  public static final String ADDRESS = "cart";
  public static final String FIND_PRICE_CONTEXT = "findPriceContext";

  private final OperationBus bus;

  public CartClient(OperationBus bus) {
    this.bus = bus;
  }

  /**
   * What decides prices in a cart: {@code region_id}, {@code sales_channel_id} and {@code
   * customer_id}. An unknown cart is {@code NotFound}.
   */
  public Future<JsonObject> findPriceContext(CallContext context, String cartId) {
    return bus.call(ADDRESS, FIND_PRICE_CONTEXT, context, new JsonObject().put("cart_id", cartId));
  }
}

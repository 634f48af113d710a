package dev.tradewind.order.fulfillment;

import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/**
 * Kind of operation at a fulfillment provider: its call, and what its outcome changes. Outcomes are
 * recorded once, under the lock of the order.
 */
public interface FulfillmentOperationHandler {

  /** Calls the provider; returns its data. */
  Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation);

  /**
   * Puts back the stock that the outcome sets free.
   *
   * @param isAccepted whether the provider has done it
   */
  default Future<Void> restoreStock(
      StockTransaction tx, FulfillmentOperation operation, boolean isAccepted) {
    return Future.succeededFuture();
  }

  /** Decides after the provider has done it; writes that the decision depends on come before. */
  Future<Change<Void>> accepted(
      OrderTransaction tx, FulfillmentOperation operation, JsonObject data);

  /** Decides after the provider has refused it. */
  Future<Change<Void>> refused(OrderTransaction tx, FulfillmentOperation operation);
}

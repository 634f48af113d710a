package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.model.Order;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;

/**
 * Kind of operation at a fulfillment provider: its call, and what its outcome changes. Outcomes are
 * recorded once, under the lock of the order.
 */
public interface FulfillmentOperationHandler {

  /** Calls the provider; returns its data. */
  Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation);

  /**
   * Puts back the stock that the outcome sets free. Called first in the transaction that records
   * the outcome, because stock is locked before the order.
   *
   * @param isAccepted whether the provider has done it
   */
  default Future<Void> restoreStock(
      CallContext context,
      SqlClient db,
      FulfillmentOperation operation,
      boolean isAccepted,
      Instant now) {
    return Future.succeededFuture();
  }

  /** Records that the provider has done it. */
  Future<Void> accepted(
      CallContext context,
      SqlClient db,
      Order order,
      FulfillmentOperation operation,
      JsonObject data,
      Instant now);

  /** Records that the provider has refused it. */
  Future<Void> refused(SqlClient db, Order order, FulfillmentOperation operation, Instant now);
}

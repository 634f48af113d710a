package dev.tradewind.order;

import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.order.OrderClient;
import io.vertx.sqlclient.Pool;

/** Owns the orders schema and answers every operation of the order verticle. */
public final class OrderVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("orders");

  public OrderVerticle(NodeServices node) {
    super(OrderClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    OrderStore store = new OrderStore();
    new OrderService(pool, store).bind(operations, internal);
    new TotalsExplanation(pool, store).bind(operations);
    new PlaceOrder(vertx.eventBus(), pool, store, node().clock()).bind(internal);
  }
}

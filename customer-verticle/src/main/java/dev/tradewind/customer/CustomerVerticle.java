package dev.tradewind.customer;

import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.sqlclient.Pool;

/** Owns the customer schema and answers every operation of the customer verticle. */
public final class CustomerVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("customer");

  public CustomerVerticle(NodeServices node) {
    super(CustomerClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    new CustomerService(pool, new CustomerStore(), node().clock()).bind(internal);
  }
}

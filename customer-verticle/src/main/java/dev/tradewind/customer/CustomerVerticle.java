package dev.tradewind.customer;

import dev.tradewind.customer.access.Access;
import dev.tradewind.customer.reference.UserReferences;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

/** Owns the customer schema and answers every operation of the customer verticle. */
public final class CustomerVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("customer");

  private final CustomerConfig config;
  private @Nullable Access access;

  public CustomerVerticle(NodeServices node, CustomerConfig config) {
    super(CustomerClient.ADDRESS, SCHEMA, node);
    this.config = config;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    new CustomerService(pool, new CustomerStore(), node().clock()).bind(internal);
    new UserReferences(pool).bind(internal);
    Access letting = new Access(vertx, pool, bus, config, node().clock());
    letting.bind(operations, internal);
    access = letting;
  }

  @Override
  protected Future<?> startWork(Pool pool, OperationBus bus) {
    if (access != null) {
      access.start();
    }
    return Future.succeededFuture();
  }

  @Override
  protected Future<?> stopWork() {
    if (access != null) {
      access.stop();
    }
    return Future.succeededFuture();
  }
}

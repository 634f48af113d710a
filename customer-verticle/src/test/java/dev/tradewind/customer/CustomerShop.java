package dev.tradewind.customer;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.token.TokenKeys;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.customer.CustomerClient;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The customer verticle, deployed over a database of its own. */
final class CustomerShop implements AutoCloseable {

  final Vertx vertx = Vertx.vertx();
  final Pool pool;
  final CustomerClient customers = new CustomerClient(new OperationBus(vertx, Clock.systemUTC()));

  CustomerShop() {
    DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 4);
    new Migrations(database).run(List.of(CustomerVerticle.SCHEMA));
    pool = SchemaPool.open(vertx, database, CustomerVerticle.SCHEMA);
    await(
        vertx.deployVerticle(
            new CustomerVerticle(
                new NodeServices(
                    "node", database, events -> Future.succeededFuture(), Clock.systemUTC()),
                CustomerConfig.of(TokenKeys.random()))));
  }

  CallContext context() {
    return CallContext.system(Clock.systemUTC(), Duration.ofSeconds(15));
  }

  long count(String from) {
    return await(pool.query("SELECT count(*) FROM " + from).execute()).iterator().next().getLong(0);
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public void close() {
    await(pool.close());
    await(vertx.close());
  }
}

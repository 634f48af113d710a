package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/**
 * A domain verticle's operations, served over a pool that a test chooses, without the verticle's
 * background tasks: nothing happens that the test did not ask for.
 */
public final class BoundVerticle {

  private BoundVerticle() {}

  /** Serves the operations of the verticle, public and internal ones, on the bus of that Vert.x. */
  public static Future<?> serve(DomainVerticle verticle, Vertx vertx, Pool pool, Clock clock) {
    verticle.init(vertx, vertx.getOrCreateContext());
    Operations operations = new Operations();
    Operations internal = new Operations();
    verticle.bind(operations, internal, pool, new OperationClient(vertx, clock));
    return operations
        .serve(vertx, verticle.address(), clock)
        .compose(served ->
            internal.serve(vertx, OperationClient.internalAddress(verticle.address()), clock));
  }
}

package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/**
 * Operations of a domain verticle over a pool of the test, without background tasks, so that only
 * requested work runs.
 */
public final class BoundVerticle {

  private BoundVerticle() {}

  /**
   * Serves the public and internal operations of the verticle on the bus of that Vert.x instance.
   */
  public static Future<?> serve(DomainVerticle verticle, Vertx vertx, Pool pool, Clock clock) {
    verticle.init(vertx, vertx.getOrCreateContext());
    verticle.askOn(pool);
    Operations operations = new Operations();
    Operations internal = new Operations();
    verticle.bind(operations, internal, pool, new OperationClient(vertx, clock));
    return operations
        .serve(vertx, verticle.address(), clock)
        .compose(served ->
            internal.serve(vertx, OperationClient.internalAddress(verticle.address()), clock));
  }

  /** Tasks of a verticle that is deployed. */
  public static List<BackgroundTask> tasks(DomainVerticle verticle) {
    return verticle.tasks();
  }

  /** Tasks that a verticle adds when it binds its features. */
  public static List<BackgroundTask> boundTasks(
      DomainVerticle verticle, Vertx vertx, Pool pool, Clock clock) {
    verticle.init(vertx, vertx.getOrCreateContext());
    verticle.askOn(pool);
    verticle.bind(new Operations(), new Operations(), pool, new OperationClient(vertx, clock));
    return verticle.tasks();
  }

  /** Runs a background task of a verticle that is served. */
  public static Future<?> run(DomainVerticle verticle, String task) {
    return verticle.tasks().stream()
        .filter(each -> each.name().equals(task))
        .findFirst()
        .orElseThrow()
        .work()
        .get();
  }
}

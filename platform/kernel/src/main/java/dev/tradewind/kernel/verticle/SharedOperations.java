package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.operation.Operations;
import io.vertx.sqlclient.Pool;

/**
 * Operations that every verticle of the nodes serves at an address of its own, so that they are
 * available as long as any verticle is.
 */
@FunctionalInterface
public interface SharedOperations {

  SharedOperations NONE = (operations, pool) -> {};

  /** The bus address at which a verticle serves them. */
  static String address(String verticle) {
    return verticle + ".shared";
  }

  /**
   * Binds the operations for one verticle.
   *
   * @param pool of its schema
   */
  void bind(Operations operations, Pool pool);
}

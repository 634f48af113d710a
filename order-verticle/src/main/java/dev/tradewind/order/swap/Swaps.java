package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.SwapStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Look-up of swaps within their order. */
final class Swaps {

  private Swaps() {}

  /** Requires that the order of the path has the swap of the path. */
  static Future<Void> requireOf(SqlClient db, String orderId, String id) {
    return SwapStore.find(db, id)
        .map(found -> {
          if (!found.orElseThrow(Swaps::unknown).orderId().equals(orderId)) {
            throw foreign(orderId, id);
          }
          return null;
        });
  }

  /** Swap of the order. */
  static Swap require(Order order, String id) {
    return order.findSwap(id).orElseThrow(() -> foreign(order.id(), id));
  }

  static RuntimeException unknown() {
    return Problem.notFound("Swap was not found");
  }

  private static RuntimeException foreign(String orderId, String id) {
    return Problem.notFound(
        "no swap was found with the id: %s related to order: %s".formatted(id, orderId));
  }
}

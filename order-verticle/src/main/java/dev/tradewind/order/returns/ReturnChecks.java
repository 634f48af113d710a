package dev.tradewind.order.returns;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.returns.ReturnRules.Units;
import dev.tradewind.order.store.OrderPartStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Objects;

/** Checks of a requested return by further reads than its order. */
final class ReturnChecks {

  private final Pool pool;

  ReturnChecks(Pool pool) {
    this.pool = pool;
  }

  /**
   * Refuses line items of other orders; whether unknown ones exist is not asked otherwise.
   *
   * @param canceled refusal of a line item whose order is canceled
   */
  Future<Void> requireOwnLines(Order order, List<Units> units, RuntimeException canceled) {
    ReturnRules rules = new ReturnRules(order);
    List<String> rest =
        units.stream().map(Units::lineId).filter(id -> rules.line(id).isEmpty()).toList();
    return Futures.unlessEmpty(
        rest,
        () ->
            OrderPartStore.findOrdersOfLines(pool, rest)
                .map(found -> {
                  for (String id : rest) {
                    if (!found.containsKey(id)) {
                      throw ReturnRules.unknownLine(id);
                    }
                  }
                  if (order.isCanceled() || found.containsValue(true)) {
                    throw canceled;
                  }
                  throw ReturnRules.foreignLine();
                }));
  }

  Future<Void> requireReasons(List<Units> units) {
    List<String> ids =
        units.stream().map(Units::reasonId).filter(Objects::nonNull).distinct().toList();
    return ReturnStore.findReasons(pool, ids)
        .map(found -> {
          for (String reason : ids) {
            Boolean isCategory = found.get(reason);
            if (isCategory == null) {
              throw Problem.notFound("Return_reason with reason_id " + reason + " does not exist.");
            }
            if (isCategory) {
              throw Problem.invalidData("Cannot apply return reason category");
            }
          }
          return null;
        });
  }
}

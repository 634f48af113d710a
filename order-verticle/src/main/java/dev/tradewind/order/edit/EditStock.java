package dev.tradewind.order.edit;

import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderSnapshot;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Stock that an edit takes and gives back: the difference of each variant between the lines of the
 * order and those of the edit.
 */
final class EditStock {

  private final Map<String, Long> difference = new TreeMap<>();

  private EditStock() {}

  static EditStock of(OrderSnapshot snapshot, OrderEditContent content) {
    EditStock stock = new EditStock();
    content.lines().forEach(line -> stock.add(line, 1));
    snapshot.lines().forEach(line -> stock.add(line, -1));
    return stock;
  }

  private void add(OrderLine line, int sign) {
    if (line.variantId() != null) {
      difference.merge(line.variantId(), sign * line.quantity(), Long::sum);
    }
  }

  /** Variants whose stock changes. */
  Set<String> variantIds() {
    return difference.entrySet().stream()
        .filter(variant -> variant.getValue() != 0)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * Moves the stock in the transaction that confirms the edit. Like in placement, stock is locked
   * before the order.
   *
   * @return fails with 409 if a variant is short
   */
  Future<Void> move(SqlClient db, CallContext context, String editId, Instant now) {
    JsonArray taken = new JsonArray();
    JsonArray returned = new JsonArray();
    difference.forEach((variantId, units) -> {
      if (units > 0) {
        taken.add(OrderEditStore.unit(variantId, units));
      } else if (units < 0) {
        returned.add(OrderEditStore.unit(variantId, -units));
      }
    });
    return OrderEditStore.takeStock(db, context, editId, taken, now)
        .recover(failure -> Future.failedFuture(explained(failure)))
        .compose(done -> OrderEditStore.returnStock(db, context, editId, returned, now));
  }

  private static Throwable explained(Throwable failure) {
    if (!PgErrors.hasState(failure, PlacementSqlState.OUT_OF_STOCK.code())
        || !(failure instanceof PgException database)) {
      return failure;
    }
    List<String> details =
        new JsonArray(database.getDetail())
            .stream()
                .map(each ->
                    "Variant with id: %s does not have the required inventory"
                        .formatted(((JsonObject) each).getString("variant_id")))
                .toList();
    return ShopProblems.outOfStock(String.join(", ", details), details).toException();
  }
}

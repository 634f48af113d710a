package dev.tradewind.order.edit;

import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Stock that an edit takes and gives back: the units of each line that it adds or removes, and
 * those left to fulfill.
 */
record EditStock(JsonArray lines) {

  static EditStock of(Order order, OrderEditContent content) {
    JsonArray lines = new JsonArray();
    for (OrderLine line : content.lines()) {
      OrderLine original = original(order, line);
      add(lines, line, original, line.quantity());
    }
    for (OrderLine line : order.snapshot().lines()) {
      if (content.lines().stream()
          .noneMatch(copy -> line.id().equals(copy.details().originalItemId()))) {
        add(lines, line, line, 0);
      }
    }
    return new EditStock(lines);
  }

  private static @Nullable OrderLine original(Order order, OrderLine copy) {
    return order.snapshot().lines().stream()
        .filter(line -> line.id().equals(copy.details().originalItemId()))
        .findFirst()
        .orElse(null);
  }

  private static void add(
      JsonArray lines, OrderLine line, @Nullable OrderLine original, long quantity) {
    if (line.variantId() == null) {
      return;
    }
    long fulfilled = original == null ? 0 : original.progress().fulfilledUnits();
    lines.add(
        new JsonObject()
            .put("line_item_id", line.id())
            .put("previous_id", original == null ? null : original.id())
            .put("variant_id", line.variantId())
            .put("change", quantity - (original == null ? 0 : original.quantity()))
            .put("open_quantity", Math.max(quantity - fulfilled, 0)));
  }

  /**
   * Moves the stock in the transaction that confirms the edit.
   *
   * @return fails with 409 if a variant is short
   */
  Future<Void> move(StockTransaction tx, Order order) {
    return StockStore.change(tx, order.salesChannelId(), lines)
        .recover(failure -> Future.failedFuture(StockStore.explained(failure)));
  }
}

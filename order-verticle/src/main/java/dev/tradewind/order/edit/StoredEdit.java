package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.OrderEdit;
import io.vertx.core.json.JsonObject;

/**
 * Order edit with its content.
 *
 * @param basis digest of what the amounts of the order were computed from when it was changed last
 */
record StoredEdit(OrderEdit own, OrderEditContent content, String basis) {

  static StoredEdit of(JsonObject row) {
    return new StoredEdit(
        OrderEdit.CODEC.read(row),
        OrderEditContent.parse(row.getJsonObject("content")),
        row.getString("basis"));
  }

  String id() {
    return own.id();
  }

  String orderId() {
    return own.orderId();
  }

  /** Refuses the change of an edit that is not active. */
  void requireActive(String refusal) {
    if (!own.status().isActive()) {
      throw Problem.notAllowed(refusal.formatted(own.status().wireName()));
    }
  }
}

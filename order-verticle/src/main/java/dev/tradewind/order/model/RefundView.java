package dev.tradewind.order.model;

import io.vertx.core.json.JsonObject;

/** A refund as answers show it. */
final class RefundView {

  private RefundView() {}

  /** From the row as {@code to_jsonb} or a list gives it. */
  static JsonObject of(JsonObject row) {
    return new JsonObject()
        .put("id", row.getString("id"))
        .put("created_at", PaymentView.time(row.getString("created_at")))
        .put("updated_at", PaymentView.time(row.getString("updated_at")))
        .put("order_id", row.getString("order_id"))
        .put("payment_id", row.getString("payment_id"))
        .put("amount", row.getLong("amount"))
        .put("note", row.getString("note"))
        .put("reason", row.getString("reason"))
        .put("metadata", row.getJsonObject("metadata"))
        .put("idempotency_key", row.getString("idempotency_key"));
  }
}

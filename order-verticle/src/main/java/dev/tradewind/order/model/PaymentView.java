package dev.tradewind.order.model;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A payment as answers show it. */
public final class PaymentView {

  private PaymentView() {}

  /** From the row as {@code to_jsonb} gives it. */
  public static JsonObject of(JsonObject row) {
    return new JsonObject()
        .put("id", row.getString("id"))
        .put("created_at", time(row.getString("created_at")))
        .put("updated_at", time(row.getString("updated_at")))
        .put("swap_id", null)
        .put("cart_id", row.getString("cart_id"))
        .put("order_id", row.getString("order_id"))
        .put("amount", row.getLong("amount"))
        .put("currency_code", row.getString("currency_code"))
        .put("amount_refunded", row.getLong("amount_refunded"))
        .put("provider_id", row.getString("provider_id"))
        .put("data", row.getJsonObject("data"))
        .put("captured_at", time(row.getString("captured_at")))
        .put("canceled_at", time(row.getString("canceled_at")))
        .put("metadata", row.getJsonObject("metadata"))
        .put("idempotency_key", row.getString("idempotency_key"));
  }

  static @Nullable String time(@Nullable String stored) {
    return stored == null ? null : Timestamps.format(OffsetDateTime.parse(stored).toInstant());
  }
}

package dev.tradewind.model.order;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.model.address.PostalAddress;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Address of an order, a copy of its own under the id that it had in the cart.
 *
 * @param customerId customer from whose addresses it was copied
 */
public record OrderAddress(
    String id,
    Instant createdAt,
    Instant updatedAt,
    @Nullable String customerId,
    PostalAddress postal) {

  /** The form of the wire, which is also the stored one. */
  public JsonObject toJson() {
    return postal.writeTo(
        new JsonObject()
            .put("id", id)
            .put("created_at", Timestamps.format(createdAt))
            .put("updated_at", Timestamps.format(updatedAt))
            .putNull("deleted_at")
            .put("customer_id", customerId));
  }

  public static OrderAddress parse(JsonObject json) {
    return new OrderAddress(
        json.getString("id"),
        Timestamps.parse(json.getString("created_at")),
        Timestamps.parse(json.getString("updated_at")),
        json.getString("customer_id"),
        PostalAddress.parse(json));
  }
}

package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.line.OrderShippingMethod;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Operation at a fulfillment provider. It is committed before the provider is called, and retried
 * under the same key until its outcome is known.
 *
 * @param subjectId id of the fulfillment, or of the return for {@link Kind#RETURN}
 * @param details {@code method_data} of the shipping method, for a new fulfillment; {@value
 *     #STOCK_OWNER} of the goods of a swap or claim
 */
public record FulfillmentOperation(
    String orderId, Kind kind, String subjectId, String providerId, JsonObject details) {

  private static final String STOCK_OWNER = "stock_taker";

  public enum Kind {
    /** Prepares the goods of a fulfillment. */
    CREATE,
    /** Cancels a fulfillment that is not shipped. */
    CANCEL,
    /** Arranges the shipment of a return. */
    RETURN;

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind of(String stored) {
      return valueOf(stored.toUpperCase(Locale.ROOT));
    }
  }

  static FulfillmentOperation create(Fulfillment fulfillment, JsonObject methodData) {
    return new FulfillmentOperation(
        fulfillment.orderId(),
        Kind.CREATE,
        fulfillment.id(),
        fulfillment.providerId(),
        details(fulfillment).put("method_data", methodData));
  }

  static FulfillmentOperation cancel(Fulfillment fulfillment) {
    return new FulfillmentOperation(
        fulfillment.orderId(),
        Kind.CANCEL,
        fulfillment.id(),
        fulfillment.providerId(),
        details(fulfillment));
  }

  private static JsonObject details(Fulfillment fulfillment) {
    if (fulfillment.owner().equals(PartOwner.ORDER)) {
      return new JsonObject();
    }
    return new JsonObject().put(STOCK_OWNER, fulfillment.owner().idWithin(fulfillment.orderId()));
  }

  /** Owner of the stock of its units: the order, a swap or a claim. */
  String stockOwner() {
    return details.getString(STOCK_OWNER, orderId);
  }

  /**
   * Arrangement of the shipment of a return by the provider of its shipping option; none without a
   * shipping method.
   */
  public static List<FulfillmentOperation> arrangementsOf(Return returned) {
    OrderShippingMethod method = returned.shippingMethod();
    if (method == null) {
      return List.of();
    }
    return List.of(
        new FulfillmentOperation(
            returned.orderId(),
            Kind.RETURN,
            returned.id(),
            Objects.requireNonNull(method.providerId()),
            new JsonObject()));
  }

  /** Idempotency key at the provider, and id of the stored operation. */
  String key() {
    return subjectId + ":" + kind.stored();
  }

  JsonObject row(Instant now) {
    return new JsonObject()
        .put("id", key())
        .put("order_id", orderId)
        .put(kind == Kind.RETURN ? "return_id" : "fulfillment_id", subjectId)
        .put("kind", kind.stored())
        .put("provider_id", providerId)
        .put("status", "asked")
        .put("details", details)
        .put("created_at", Timestamps.format(now))
        .put("updated_at", Timestamps.format(now));
  }
}

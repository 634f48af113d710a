package dev.tradewind.api.discount;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Current state of a gift card.
 *
 * @param balance in the smallest unit of its region's currency
 * @param taxRate percentage; null if the card is not taxed
 * @param isExpired by the clock of the database
 * @param document the card as embedded in carts
 */
public record GiftCard(
    String id,
    String code,
    long value,
    long balance,
    String regionId,
    @Nullable BigDecimal taxRate,
    boolean isDisabled,
    boolean isExpired,
    @Nullable Instant endsAt,
    JsonObject document) {

  /** The card of a document. */
  public static GiftCard of(JsonObject document, boolean isExpired) {
    Number taxRate = document.getNumber("tax_rate");
    String endsAt = document.getString("ends_at");
    return new GiftCard(
        document.getString("id"),
        document.getString("code"),
        document.getLong("value"),
        document.getLong("balance"),
        document.getString("region_id"),
        taxRate == null ? null : new BigDecimal(taxRate.toString()),
        document.getBoolean("is_disabled"),
        isExpired,
        endsAt == null ? null : Timestamps.parse(endsAt),
        document);
  }

  /**
   * The document of a card with the order in which it was bought. A customer who pays with a card
   * need not have bought it: only staff may see more of that order than its id.
   */
  public static JsonObject withOrder(JsonObject document, boolean isForStaff) {
    String orderId = document.getString("order_id");
    if (orderId == null) {
      return document.putNull("order");
    }
    return isForStaff ? document : document.put("order", new JsonObject().put("id", orderId));
  }

  public JsonObject toJson() {
    return new JsonObject().put("document", document).put("expired", isExpired);
  }

  static GiftCard parse(JsonObject json) {
    return of(json.getJsonObject("document"), json.getBoolean("expired"));
  }
}

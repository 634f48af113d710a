package dev.tradewind.api.discount;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Current state of a gift card.
 *
 * @param document the card as embedded in carts
 * @param isExpired by the clock of the database
 */
public record GiftCard(JsonObject document, @JsonName("expired") boolean isExpired) {

  private static final RecordCodec<GiftCard> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), GiftCard.class);

  public String id() {
    return document.getString("id");
  }

  public String code() {
    return document.getString("code");
  }

  public long value() {
    return document.getLong("value");
  }

  /** In the smallest unit of its region's currency. */
  public long balance() {
    return document.getLong("balance");
  }

  public String regionId() {
    return document.getString("region_id");
  }

  /** Percentage; null if the card is not taxed. */
  public @Nullable BigDecimal taxRate() {
    Number taxRate = document.getNumber("tax_rate");
    return taxRate == null ? null : new BigDecimal(taxRate.toString());
  }

  public boolean isDisabled() {
    return document.getBoolean("is_disabled");
  }

  public @Nullable Instant endsAt() {
    String endsAt = document.getString("ends_at");
    return endsAt == null ? null : Timestamps.parse(endsAt);
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

  static GiftCard parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}

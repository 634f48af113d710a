package dev.tradewind.totals;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A gift card that pays for a cart.
 *
 * @param balance in the smallest unit of the currency
 * @param taxRate percentage; absent where no tax was paid when the card was bought
 * @param endsAt absent where it does not end
 */
public record AppliedGiftCard(
    String id, long balance, @Nullable BigDecimal taxRate, @Nullable Instant endsAt) {

  /** Cards that end soon are used up first, and of those the smaller ones. */
  static final Comparator<AppliedGiftCard> ORDER_OF_USE =
      Comparator.comparing(
              AppliedGiftCard::endsAt, Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
          .thenComparingLong(AppliedGiftCard::balance);

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("balance", balance)
        .put("tax_rate", taxRate)
        .put("ends_at", endsAt == null ? null : Timestamps.format(endsAt));
  }

  static AppliedGiftCard parse(JsonObject json) {
    Number taxRate = json.getNumber("tax_rate");
    String endsAt = json.getString("ends_at");
    return new AppliedGiftCard(
        json.getString("id"),
        json.getLong("balance"),
        taxRate == null ? null : new BigDecimal(taxRate.toString()),
        endsAt == null ? null : Timestamps.parse(endsAt));
  }
}

package dev.tradewind.totals;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Gift card applied to a cart.
 *
 * @param balance in the smallest unit of the currency
 * @param taxRate percentage; absent if no tax was paid when the card was bought
 * @param endsAt absent if it does not expire
 */
public record AppliedGiftCard(
    String id, long balance, @Nullable BigDecimal taxRate, @Nullable Instant endsAt) {

  /** Order of charging: earliest expiry first, then smallest balance. */
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

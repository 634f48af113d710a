package dev.tradewind.order.model;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.GiftCardUse;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Amount charged to a gift card for an order; the wire calls it a gift card transaction.
 *
 * @param amount in the smallest unit of the currency
 * @param isTaxable absent in orders older than this field
 * @param taxRate of the card, a percentage
 */
public record GiftCardCharge(
    String id,
    String giftCardId,
    long amount,
    Instant createdAt,
    @Nullable Boolean isTaxable,
    @Nullable BigDecimal taxRate) {

  private static final Ids IDS = Ids.of("gct");

  static GiftCardCharge of(GiftCardUse use, Instant now) {
    return new GiftCardCharge(
        IDS.next(), use.giftCardId(), use.amount(), now, use.taxRate() != null, use.taxRate());
  }

  /** Form for the totals engine. */
  public GiftCardTransaction transaction() {
    return new GiftCardTransaction(giftCardId, amount, isTaxable, taxRate, null);
  }
}

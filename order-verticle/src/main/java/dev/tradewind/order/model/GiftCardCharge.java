package dev.tradewind.order.model;

import dev.tradewind.kernel.Ids;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.GiftCardUse;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Amount that a gift card paid for an order; the wire calls it a gift card transaction.
 *
 * @param amount in the smallest unit of the currency
 * @param isTaxable absent in orders that are older than this mark
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

  /** As the totals see it. */
  public GiftCardTransaction transaction() {
    return new GiftCardTransaction(giftCardId, amount, isTaxable, taxRate, null);
  }
}

package dev.tradewind.totals;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a gift card has paid for an order.
 *
 * @param isTaxable absent in orders that are older than this mark
 * @param taxRate of the card when it paid
 * @param presentRate what counts where the mark is absent: the card's rate, else the region's where
 *     it taxes gift cards
 */
public record GiftCardTransaction(
    String giftCardId,
    long amount,
    @Nullable Boolean isTaxable,
    @Nullable BigDecimal taxRate,
    @Nullable BigDecimal presentRate) {

  /** How the transaction of a new order is written. */
  public static GiftCardTransaction of(GiftCardUse use) {
    return new GiftCardTransaction(
        use.giftCardId(), use.amount(), use.taxRate() != null, use.taxRate(), null);
  }

  private @Nullable BigDecimal rate() {
    if (isTaxable == null) {
      return presentRate;
    }
    return isTaxable ? taxRate : null;
  }

  Fraction tax() {
    BigDecimal rate = rate();
    return rate == null ? Fraction.ZERO : Fraction.ofPercent(rate).multiply(amount);
  }
}

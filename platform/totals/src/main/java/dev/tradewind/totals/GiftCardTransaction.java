package dev.tradewind.totals;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Payment of an order by one gift card.
 *
 * @param isTaxable absent in orders older than this flag
 * @param taxRate of the card when it was charged
 * @param presentRate rate if the flag is absent: the card's rate, else the region's if it taxes
 *     gift cards
 */
public record GiftCardTransaction(
    String giftCardId,
    long amount,
    @Nullable Boolean isTaxable,
    @Nullable BigDecimal taxRate,
    @Nullable BigDecimal presentRate) {

  /** The transaction of a new order. */
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

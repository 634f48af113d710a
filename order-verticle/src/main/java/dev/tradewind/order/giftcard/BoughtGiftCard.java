package dev.tradewind.order.giftcard;

import dev.tradewind.totals.Fraction;

/**
 * Gift card that was bought in an order, as of one moment. All amounts are net, as cards pay.
 *
 * @param withdrawn what refunds and returns of the order took from the balance; what swaps and
 *     claims exchanged counts as spent
 */
public record BoughtGiftCard(String id, long value, long balance, long withdrawn) {

  /** Whether its whole value can be spent. */
  boolean isIntact() {
    return balance == value;
  }

  /** Part of its price for what is left on it; the rest of a division is not credited. */
  long creditOf(long price) {
    return share(price, balance);
  }

  /** Part of its price for what paid for other orders or was exchanged. */
  long spentOf(long price) {
    return price - share(price, balance + withdrawn);
  }

  /** Amount that a credit takes from the balance. */
  long taken(long credit, long price) {
    if (credit >= creditOf(price)) {
      return balance;
    }
    return Math.min(balance, -Fraction.of(-value, price).multiply(credit).floor());
  }

  private long share(long price, long amount) {
    return value == 0 ? price : Fraction.of(price, value).multiply(Math.min(amount, value)).floor();
  }
}

package dev.tradewind.spi.testing;

/**
 * Money of a payment at the service behind its provider, in the smallest unit of the currency.
 *
 * @param held authorized, neither captured nor released
 * @param captured in total, including what was refunded
 * @param refunded in total
 */
public record Money(long held, long captured, long refunded) {

  /** No movement of money. */
  public static final Money NONE = new Money(0, 0, 0);

  public static Money held(long amount) {
    return new Money(amount, 0, 0);
  }

  public static Money captured(long amount) {
    return new Money(0, amount, 0);
  }

  /** Captured and not refunded. */
  public long kept() {
    return captured - refunded;
  }
}

package dev.tradewind.catalog.price;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Price with its tax, whether added or included.
 *
 * @param tax rounded once, half up
 * @param inclusive amount to pay
 */
public record TaxedPrice(long tax, long inclusive) {

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** Amount to pay for a price that does not include taxes. */
  public static long inclusive(long amount, BigDecimal taxPercent) {
    return of(new PriceCandidate(amount, false, null, null, null, null), taxPercent).inclusive();
  }

  static TaxedPrice of(PriceCandidate price, BigDecimal taxPercent) {
    BigDecimal share = BigDecimal.valueOf(price.amount()).multiply(taxPercent);
    BigDecimal whole = price.includesTax() ? HUNDRED.add(taxPercent) : HUNDRED;
    long tax = share.divide(whole, 0, RoundingMode.HALF_UP).longValueExact();
    return new TaxedPrice(tax, price.includesTax() ? price.amount() : price.amount() + tax);
  }
}

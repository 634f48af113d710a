package dev.tradewind.model.totals;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * A rate that applies to a line or a shipping method.
 *
 * @param percent 20 means twenty percent
 */
public record TaxRate(BigDecimal percent, String name, @Nullable String code) {

  public TaxRate {
    // One form for equal rates, and never an exponent on the wire.
    percent = percent.stripTrailingZeros();
    percent = percent.scale() < 0 ? percent.setScale(0) : percent;
  }

  BigFraction fraction() {
    return BigFraction.of(percent.unscaledValue(), BigInteger.TEN.pow(percent.scale() + 2));
  }
}

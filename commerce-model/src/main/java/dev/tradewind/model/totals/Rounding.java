package dev.tradewind.model.totals;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/** The one way amounts are rounded: to the nearest integer, halves towards positive infinity. */
final class Rounding {

  private static final BigFraction HALF = BigFraction.of(1, 2);

  private Rounding() {}

  static long round(BigFraction amount) {
    BigFraction shifted = amount.add(HALF);
    BigInteger numerator = shifted.getNumerator();
    BigInteger denominator = shifted.getDenominator();
    if (denominator.signum() < 0) {
      numerator = numerator.negate();
      denominator = denominator.negate();
    }
    BigInteger[] parts = numerator.divideAndRemainder(denominator);
    return (parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0]).longValueExact();
  }
}

package dev.tradewind.totals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.apache.commons.numbers.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * Exact rational number, with the only rounding of amounts. It computes with {@code long} and falls
 * back to big integers on overflow, which amounts of a shop do not reach.
 */
public final class Fraction implements Comparable<Fraction> {

  public static final Fraction ZERO = new Fraction(0, 1, null);
  public static final Fraction ONE = new Fraction(1, 1, null);

  /** Whole numbers up to here have a double. */
  private static final long MAX_EXACT = 1L << 53;

  private final long numerator;
  private final long denominator;
  private final @Nullable BigFraction large;

  private Fraction(long numerator, long denominator, @Nullable BigFraction large) {
    this.numerator = numerator;
    this.denominator = denominator;
    this.large = large;
  }

  public static Fraction of(long whole) {
    return whole == 0 ? ZERO : new Fraction(whole, 1, null);
  }

  /**
   * @param denominator above zero
   */
  public static Fraction of(long numerator, long denominator) {
    if (denominator <= 0) {
      throw new ArithmeticException("A denominator is above zero, not " + denominator);
    }
    return reduced(numerator, denominator);
  }

  /** That many hundredths. */
  public static Fraction ofPercent(BigDecimal percent) {
    BigDecimal rate = percent.movePointLeft(2);
    if (rate.precision() <= 18 && rate.scale() >= 0 && rate.scale() <= 18) {
      long denominator = 1;
      for (int i = 0; i < rate.scale(); i++) {
        denominator *= 10;
      }
      return reduced(rate.unscaledValue().longValueExact(), denominator);
    }
    if (rate.scale() < 0) {
      return of(BigFraction.of(rate.toBigIntegerExact()));
    }
    return of(BigFraction.of(rate.unscaledValue(), BigInteger.TEN.pow(rate.scale())));
  }

  /** As {@link #toString} writes it. */
  public static Fraction parse(String text) {
    return of(BigFraction.parse(text));
  }

  private static Fraction of(BigFraction value) {
    BigInteger top = value.getNumerator();
    BigInteger bottom = value.getDenominator();
    if (bottom.signum() < 0) {
      top = top.negate();
      bottom = bottom.negate();
    }
    if (top.bitLength() < Long.SIZE && bottom.bitLength() < Long.SIZE) {
      return new Fraction(top.longValueExact(), bottom.longValueExact(), null);
    }
    return new Fraction(0, 1, value);
  }

  private static Fraction reduced(long numerator, long denominator) {
    if (numerator == 0) {
      return ZERO;
    }
    long a = Math.abs(numerator % denominator);
    long b = denominator;
    while (a != 0) {
      long rest = b % a;
      b = a;
      a = rest;
    }
    return new Fraction(numerator / b, denominator / b, null);
  }

  private BigFraction big() {
    return large == null ? BigFraction.of(numerator, denominator) : large;
  }

  private boolean isSmall(Fraction other) {
    return large == null && other.large == null;
  }

  public Fraction add(Fraction other) {
    if (isSmall(other)) {
      try {
        if (denominator == other.denominator) {
          return reduced(Math.addExact(numerator, other.numerator), denominator);
        }
        return reduced(
            Math.addExact(
                Math.multiplyExact(numerator, other.denominator),
                Math.multiplyExact(other.numerator, denominator)),
            Math.multiplyExact(denominator, other.denominator));
      } catch (ArithmeticException overflow) {
        // Computed with big integers below.
      }
    }
    return of(big().add(other.big()));
  }

  public Fraction subtract(Fraction other) {
    return add(other.negate());
  }

  public Fraction negate() {
    if (large == null && numerator != Long.MIN_VALUE) {
      return new Fraction(-numerator, denominator, null);
    }
    return of(big().negate());
  }

  public Fraction multiply(Fraction other) {
    if (isSmall(other)) {
      try {
        return reduced(
            Math.multiplyExact(numerator, other.numerator),
            Math.multiplyExact(denominator, other.denominator));
      } catch (ArithmeticException overflow) {
        // Computed with big integers below.
      }
    }
    return of(big().multiply(other.big()));
  }

  public Fraction multiply(long factor) {
    return multiply(of(factor));
  }

  public Fraction divide(Fraction divisor) {
    if (isSmall(divisor) && divisor.numerator > 0) {
      return multiply(new Fraction(divisor.denominator, divisor.numerator, null));
    }
    return of(big().divide(divisor.big()));
  }

  public Fraction min(Fraction other) {
    return compareTo(other) <= 0 ? this : other;
  }

  public Fraction max(Fraction other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public int signum() {
    return large == null ? Long.signum(numerator) : large.signum();
  }

  /** The largest whole number that is not greater. */
  public long floor() {
    if (large == null) {
      return Math.floorDiv(numerator, denominator);
    }
    return floorAndRest(large)[0].longValueExact();
  }

  /** The nearest whole number, halves towards positive infinity. */
  public long round() {
    if (large != null) {
      BigInteger[] parts = floorAndRest(large.add(BigFraction.of(1, 2)));
      return parts[0].longValueExact();
    }
    long floor = Math.floorDiv(numerator, denominator);
    long rest = numerator - floor * denominator;
    return rest >= denominator - rest ? Math.addExact(floor, 1) : floor;
  }

  private static BigInteger[] floorAndRest(BigFraction value) {
    BigInteger top = value.getNumerator();
    BigInteger bottom = value.getDenominator();
    if (bottom.signum() < 0) {
      top = top.negate();
      bottom = bottom.negate();
    }
    BigInteger[] parts = top.divideAndRemainder(bottom);
    if (parts[1].signum() < 0) {
      return new BigInteger[] {parts[0].subtract(BigInteger.ONE), parts[1].add(bottom)};
    }
    return parts;
  }

  public boolean isWhole() {
    return large == null && denominator == 1;
  }

  /** The JSON number: an integer if it is whole. */
  public Number number() {
    return isWhole() ? (Number) numerator : (Number) doubleValue();
  }

  public double doubleValue() {
    if (large != null) {
      return large.doubleValue();
    }
    return Math.abs(numerator) <= MAX_EXACT && denominator <= MAX_EXACT
        ? (double) numerator / denominator
        // Both would be rounded before the division.
        : BigDecimal.valueOf(numerator)
            .divide(BigDecimal.valueOf(denominator), MathContext.DECIMAL128)
            .doubleValue();
  }

  @Override
  public int compareTo(Fraction other) {
    if (isSmall(other)) {
      if (denominator == other.denominator) {
        return Long.compare(numerator, other.numerator);
      }
      try {
        return Long.compare(
            Math.multiplyExact(numerator, other.denominator),
            Math.multiplyExact(other.numerator, denominator));
      } catch (ArithmeticException overflow) {
        // Compared with big integers below.
      }
    }
    return of(big().subtract(other.big())).signum();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Fraction that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return large == null ? Long.hashCode(31 * numerator + denominator) : large.hashCode();
  }

  @Override
  public String toString() {
    if (isWhole()) {
      return Long.toString(numerator);
    }
    return large == null ? numerator + "/" + denominator : large.toString().replace(" ", "");
  }
}

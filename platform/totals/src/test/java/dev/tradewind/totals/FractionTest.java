package dev.tradewind.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FractionTest {

  @ParameterizedTest
  @CsvSource({
    "1, 2, 1",
    "-1, 2, 0",
    "-3, 2, -1",
    "3, 2, 2",
    "10, 4, 3",
    "7, 3, 2",
    "8, 3, 3",
    "-8, 3, -3",
    "0, 7, 0",
    "9223372036854775807, 1, 9223372036854775807",
    "9223372036854775807, 2, 4611686018427387904"
  })
  void halvesAreRoundedTowardsPositiveInfinity(long numerator, long denominator, long rounded) {
    assertThat(Fraction.of(numerator, denominator).round()).isEqualTo(rounded);
  }

  @ParameterizedTest
  @CsvSource({
    "20, 1/5",
    "8.875, 71/800",
    "0, 0",
    "100, 1",
    "2E+2, 2",
    "1E-20, 1/10000000000000000000000"
  })
  void percentagesAreHundredths(BigDecimal percent, String fraction) {
    assertThat(Fraction.ofPercent(percent)).isEqualTo(Fraction.parse(fraction));
  }

  @Test
  void computesLikeBigFractionsHoweverLargeTheNumbers() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      long a = random.nextLong() >> random.nextInt(64);
      long b = 1 + (random.nextLong() >>> 1 >> random.nextInt(63)) / 2;
      long c = random.nextLong() >> random.nextInt(64);
      long d = 1 + (random.nextLong() >>> 1 >> random.nextInt(63)) / 2;
      Fraction x = Fraction.of(a, b);
      Fraction y = Fraction.of(c, d);
      BigFraction bigX = BigFraction.of(a, b);
      BigFraction bigY = BigFraction.of(c, d);

      assertThat(big(x.add(y))).isEqualTo(bigX.add(bigY));
      assertThat(big(x.subtract(y))).isEqualTo(bigX.subtract(bigY));
      assertThat(big(x.multiply(y))).isEqualTo(bigX.multiply(bigY));
      if (c != 0) {
        assertThat(big(x.divide(y))).isEqualTo(bigX.divide(bigY));
      }
      assertThat(Integer.signum(x.compareTo(y))).isEqualTo(bigX.subtract(bigY).signum());
      assertThat(big(x.multiply(y).add(x))).isEqualTo(bigX.multiply(bigY).add(bigX));
    }
  }

  @Test
  void isWrittenAsANumberOnTheWire() {
    assertThat(Fraction.of(6, 3).number()).isEqualTo(2L);
    assertThat(Fraction.of(1, 4).number()).isEqualTo(0.25);
    assertThat(Fraction.parse("100/3")).hasToString("100/3");
  }

  @Test
  void aDecimalNumberIsShownAsItWasRecorded() {
    for (String number : List.of("208.42240273621206", "66.66666666666667", "464.2988", "0.1")) {
      assertThat(Fraction.ofPercent(new BigDecimal(number).movePointRight(2)).number())
          .isEqualTo(Double.valueOf(number));
    }
  }

  private static BigFraction big(Fraction fraction) {
    return BigFraction.parse(fraction.toString());
  }
}

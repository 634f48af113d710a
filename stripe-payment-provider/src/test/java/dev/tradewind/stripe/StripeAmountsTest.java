package dev.tradewind.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.spi.RefusedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeAmountsTest {

  @ParameterizedTest
  @CsvSource({
    "eur, '', 1999, 1999",
    "usd, '', 50, 50",
    "jpy, '', 500, 500",
    "krw, '', 12000, 12000",
    "twd, '', 1950, 1950",
    "kwd, '', 5120, 5120",
    "huf, huf=0, 1500, 150000",
    "huf, huf=2, 150000, 150000",
    "isk, isk=0, 5, 500",
    "isk, isk=2, 500, 500",
    "ugx, 'huf=0, ugx=0', 5, 500",
    "vuv, vuv=2, 700, 7",
    "lyd, lyd=3, 5120, 512",
  })
  void anAmountIsConvertedExactly(String currency, String exponents, long own, long stripe) {
    StripeAmounts amounts = StripeAmounts.of(exponents);

    assertThat(amounts.toStripe(own, currency)).isEqualTo(stripe);
    assertThat(amounts.fromStripe(stripe, currency)).isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource({
    "kwd, '', 5124",
    "isk, isk=2, 550",
    "vuv, vuv=2, 750",
    "lyd, lyd=3, 5124",
  })
  void aSmallerPartThanStripeTakesIsRefused(String currency, String exponents, long own) {
    assertThatThrownBy(() -> StripeAmounts.of(exponents).toStripe(own, currency))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(currency);
  }

  @ParameterizedTest
  @ValueSource(strings = {"huf", "isk", "ugx", "cop", "idr", "lyd", "vuv", "xpf"})
  void aCurrencyWithTwoExponentsNeedsASetting(String currency) {
    assertThatThrownBy(() -> StripeAmounts.of("").toStripe(1_000, currency))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("TRADEWIND_STRIPE_CURRENCY_EXPONENTS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"huf", "huf=4", "huf=0;isk=0", "=0", "huf=0,"})
  void aMalformedListIsRefused(String exponents) {
    assertThatThrownBy(() -> StripeAmounts.of(exponents))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TRADEWIND_STRIPE_CURRENCY_EXPONENTS");
  }
}

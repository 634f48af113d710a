package dev.tradewind.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.spi.RefusedException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("declares digits of currencies for the whole process")
class StripeAmountsTest {

  @AfterEach
  void declareNothing() {
    CurrencyDigits.declare(Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "eur, 1999, 1999",
    "usd, 50, 50",
    "jpy, 500, 500",
    "krw, 12000, 12000",
    "twd, 1950, 1950",
    "kwd, 5120, 5120",
    "lyd, 5120, 512",
    "huf, 150000, 150000",
    "isk, 500, 500",
    "ugx, 500, 500",
    "afn, 5, 500",
    "zmw, 5, 500",
    "vuv, 7, 7",
  })
  void anAmountIsConvertedExactly(String currency, long own, long stripe) {
    assertThat(StripeAmounts.toStripe(own, currency)).isEqualTo(stripe);
    assertThat(StripeAmounts.fromStripe(stripe, currency)).isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource({"huf, 1500, 150000", "isk, 5, 500", "vuv, 700, 7"})
  void aConversionStartsFromTheDigitsOfTheShop(String currency, long own, long stripe) {
    CurrencyDigits.declare(Map.of("huf", 0, "isk", 0, "vuv", 2));

    assertThat(StripeAmounts.toStripe(own, currency)).isEqualTo(stripe);
    assertThat(StripeAmounts.fromStripe(stripe, currency)).isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource({"kwd, 5124", "isk, 550", "ugx, 550", "lyd, 5124"})
  void aSmallerPartThanStripeTakesIsRefused(String currency, long own) {
    assertThatThrownBy(() -> StripeAmounts.toStripe(own, currency))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(currency);
  }

  @Test
  void aPartThatTheCurrencyDoesNotHaveAtStripeIsRefused() {
    CurrencyDigits.declare(Map.of("vuv", 2));

    assertThatThrownBy(() -> StripeAmounts.toStripe(750, "vuv"))
        .isInstanceOf(RefusedException.class)
        .hasMessage("Stripe cannot charge 7.50 vuv: the amount has a smaller part than it takes");
  }
}

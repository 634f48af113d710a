package dev.tradewind.storefront.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceUnitsTest {

  @ParameterizedTest
  @CsvSource({
    "eur, 1999, 19.99",
    "eur, 9480, 94.80",
    "eur, 1, 0.01",
    "jpy, 1650, 1650",
    "kwd, 1500, 1.500"
  })
  void aPriceIsInUnitsOfTheCurrencyAndItsOwnBound(String currency, long price, String shown) {
    PriceUnits prices = new PriceUnits(currency);

    assertThat(prices.shown(price)).isEqualTo(shown);
    assertThat(prices.atLeast(new BigDecimal(shown))).isEqualTo(price);
    assertThat(prices.atMost(new BigDecimal(shown))).isEqualTo(price);
  }

  @Test
  void finerPricesThanTheCurrencyHasAreWithinTheBounds() {
    PriceUnits prices = new PriceUnits("jpy");

    assertThat(prices.atLeast(new BigDecimal("10.5"))).isEqualTo(11);
    assertThat(prices.atMost(new BigDecimal("10.5"))).isEqualTo(10);
    assertThat(prices.entered(new BigDecimal("10.5"), RoundingMode.CEILING)).isEqualTo("11");
    assertThat(prices.entered(new BigDecimal("10.5"), RoundingMode.FLOOR)).isEqualTo("10");
    assertThat(new PriceUnits("eur").entered(BigDecimal.TEN, RoundingMode.CEILING))
        .isEqualTo("10.00");
  }
}

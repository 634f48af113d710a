package dev.tradewind.batch.product;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalAmountTest {

  @ParameterizedTest
  @CsvSource({
    "1050, eur, 10.5",
    "1000, eur, 10",
    "5, usd, 0.05",
    "0, usd, 0",
    "100000, eur, 1000",
    "1234, jpy, 1234",
    "9007199254740991, eur, 90071992547409.91",
  })
  void anAmountIsShownInItsShortestForm(long amount, String currency, String shown) {
    assertThat(DecimalAmount.format(amount, currency)).isEqualTo(shown);
    assertThat(DecimalAmount.parse(shown, currency)).contains(amount);
  }

  @ParameterizedTest
  @CsvSource({
    "10.50, eur, 1050",
    "10.505, eur, 1051",
    "10.504, eur, 1050",
    ".5, eur, 50",
    "3., eur, 300",
    "12.5, jpy, 13",
    "' 7 ', krw, 7",
  })
  void anAmountIsReadAndHalvesAreRoundedUp(String text, String currency, long amount) {
    assertThat(DecimalAmount.parse(text, currency)).contains(amount);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "-1", "1,50", "1e3", "ten", "NaN", "99999999999999999", "1.2.3"})
  void invalidAmountsAreRefused(String text) {
    assertThat(DecimalAmount.parse(text, "eur")).isEmpty();
  }
}

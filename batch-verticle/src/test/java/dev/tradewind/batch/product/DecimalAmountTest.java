package dev.tradewind.batch.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
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
    "499000, huf, 4990",
    "1250, kwd, 1.25",
    "4990, afn, 4990",
    "9007199254740991, eur, 90071992547409.91",
  })
  void anAmountIsShownInItsShortestForm(long amount, String currency, String shown) {
    assertThat(DecimalAmount.format(amount, currency)).isEqualTo(shown);
    assertThat(DecimalAmount.parse(shown, currency)).isEqualTo(amount);
  }

  @ParameterizedTest
  @CsvSource({
    "10.50, eur, 1050",
    "10.500, eur, 1050",
    ".5, eur, 50",
    "3., eur, 300",
    "0.000, eur, 0",
    "12.0, jpy, 12",
    "1000000, eur, 100000000",
    "' 7 ', krw, 7",
    "1.299, kwd, 1299",
  })
  void anAmountIsRead(String text, String currency, long amount) {
    assertThat(DecimalAmount.parse(text, currency)).isEqualTo(amount);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "-1", "1,50", "1e3", "ten", "NaN", "99999999999999999", "1.2.3"})
  void invalidAmountsAreRefused(String text) {
    assertThatThrownBy(() -> DecimalAmount.parse(text, "eur"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"1.299, eur, 2", "0.001, eur, 2", "12.5, jpy, 0", "1.2995, kwd, 3"})
  void moreDigitsThanTheCurrencyHasAreRefused(String text, String currency, int digits) {
    assertThatThrownBy(() -> DecimalAmount.parse(text, currency))
        .hasMessage(
            "must be an amount with at most %d digits after the point, without separators", digits);
  }

  @Test
  void anAmountThatJsonDoesNotRepresentIsRefused() {
    assertThatThrownBy(() -> DecimalAmount.parse("90071992547409.92", "eur"))
        .hasMessage("must be at most 90071992547409.91");
  }
}

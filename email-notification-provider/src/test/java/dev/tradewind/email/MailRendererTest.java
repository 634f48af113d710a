package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailRendererTest {

  /** As Medusa v1 counts; ISO 4217 has two digits for the forint and the Colombian peso. */
  @ParameterizedTest
  @CsvSource({
    "eur, 54.90",
    "twd, 54.90",
    "jpy, '5,490'",
    "huf, '5,490'",
    "COP, '5,490'",
    "kwd, 5.490",
    "lyd, 5.490"
  })
  void anAmountHasTheDigitsOfItsCurrency(String currency, String number) {
    String money = MailRenderer.money(5_490L, currency, Locale.ENGLISH);

    assertThat(money.replaceAll("[^0-9.,]", "")).isEqualTo(number);
  }
}

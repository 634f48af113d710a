package dev.tradewind.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineRefundTest {

  @ParameterizedTest
  @CsvSource({
    // unit price, quantity, returned, includes tax, discount, rates, refundable
    "1000, 2, 0, false, 0/1, 20, 2400",
    "1000, 2, 1, false, 0/1, 20, 1200",
    "1000, 2, 2, false, 0/1, 20, 0",
    "1000, 3, 0, true, 0/1, 19, 2999",
    "1000, 1, 0, false, 0/1, 12.5 2.5, 1150",
    "1000, 3, 0, false, 100/3, 20, 3560",
    "0, 5, 0, false, 0/1, 20, 0",
    "1000, 1, 0, false, 0/1, 0, 1000",
    "103, 2, 0, true, 165/1, 25, 0",
  })
  void goodsAndTheirTaxGoBack(
      long unitPrice,
      long quantity,
      long returned,
      boolean includesTax,
      String discount,
      String rates,
      long refundable) {
    TaxableLine line =
        new TaxableLine("item", unitPrice, quantity, includesTax, rates(rates), true);

    assertThat(LineRefund.of(line, Fraction.parse(discount), returned)).isEqualTo(refundable);
  }

  private static List<TaxRate> rates(String percentages) {
    return Arrays.stream(percentages.split(" "))
        .map(percent -> new TaxRate(new BigDecimal(percent), "default", "default"))
        .toList();
  }
}

package dev.tradewind.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReturnShippingCostTest {

  /** Several rates are rounded one by one, each of the net price. */
  @ParameterizedTest
  @CsvSource({
    "300, false, 20, 360",
    "300, true, 20, 300",
    "99, true, 12.5, 99",
    "100, false, 12.5 2.5, 116",
    "105, true, 12.5 2.5, 104",
    "0, false, 20, 0",
    "180, false, 17.5, 212",
    "250, false, '', 250",
  })
  void theNetPriceAndTheTaxOfEveryRateAreAdded(
      long price, boolean includesTax, String rates, long cost) {
    List<TaxRate> applied =
        Arrays.stream(rates.split(" "))
            .filter(rate -> !rate.isEmpty())
            .map(rate -> new TaxRate(new BigDecimal(rate), "default", "default"))
            .toList();

    assertThat(ReturnShippingCost.of(new TaxableMethod("sm_1", price, includesTax, applied)))
        .isEqualTo(cost);
  }
}

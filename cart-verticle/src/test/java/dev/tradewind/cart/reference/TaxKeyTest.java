package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cached tax rates: a product and a shipping option of one id, and one id in two regions. */
class TaxKeyTest {

  private static final JsonObject REGION = new JsonObject().put("id", "reg_1").put("tax_rate", 20);

  private static TaxRate rate(String percent) {
    return new TaxRate(new BigDecimal(percent), percent, percent);
  }

  /** Rates of {@code id=percent+percent id=percent}. */
  private static Map<String, List<TaxRate>> rates(String linked) {
    Map<String, List<TaxRate>> rates = new LinkedHashMap<>();
    for (String each : words(linked)) {
      String[] parts = each.split("=");
      rates.put(parts[0], Arrays.stream(parts[1].split("\\+")).map(TaxKeyTest::rate).toList());
    }
    return rates;
  }

  private static List<String> words(String text) {
    return text == null ? List.of() : List.of(text.split(" "));
  }

  private static String percents(List<TaxRate> rates) {
    return rates.stream().map(TaxRate::code).collect(Collectors.joining("+"));
  }

  /** The region has 20 percent. */
  @ParameterizedTest(name = "{0}, {1} asked as {4} {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p1    |       | p1=7        |             | product | p1 | 7
          p1    |       | p1=7+2      |             | product | p1 | 7+2
          p1    |       |             |             | product | p1 | default
          p1 p2 |       | p1=7 p2=5   |             | product | p1 | 7
          p1 p2 |       | p1=7 p2=5   |             | product | p2 | 5
          p1 p2 |       | p1=7        |             | product | p2 | default
          p1    | o1    | p1=7        | o1=3        | product | p1 | 7
          p1    | o1    | p1=7        | o1=3        | option  | o1 | 3
          p1    | o1    | p1=7        |             | option  | o1 | default
                | o1    |             | o1=3+1      | option  | o1 | 3+1
          same  | same  | same=7      | same=3      | product | same | 7
          same  | same  | same=7      | same=3      | option  | same | 3
          same  | same  | same=7      |             | option  | same | default
          same  | same  |             | same=3      | product | same | default
          p1    |       | p1=7 p9=5   |             | product | p9 | default
          p1    |       | p1=0        |             | product | p1 | 0
          """)
  void anIdHasTheRatesThatAreLinkedToItElseThoseOfTheRegion(
      String productIds,
      String optionIds,
      String products,
      String options,
      String kind,
      String id,
      String percents) {
    Set<TaxKey> keys = TaxKey.of("reg_1", words(productIds), words(optionIds));
    ApplicableTaxRates found = new ApplicableTaxRates(REGION, rates(products), rates(options));

    CartTaxes taxes = TaxReferences.cartTaxes(REGION, TaxKey.linked(keys, found));

    Map<String, List<TaxRate>> ofKind = kind.equals("product") ? taxes.products() : taxes.options();
    List<TaxRate> linked = ofKind.getOrDefault(id, List.of());
    assertThat(percents(linked.isEmpty() ? List.of(taxes.regionRate()) : linked))
        .isEqualTo(percents);
  }

  /** Ids that are asked of the owner. */
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p1       |          | 1 | p1      |
          p1 p2 p1 |          | 2 | p1 p2   |
                   | o1       | 1 |         | o1
          p1       | o1 o2 o1 | 3 | p1      | o1 o2
          same     | same     | 2 | same    | same
                   |          | 0 |         |
          """)
  void everyIdIsAskedOnceForItsKind(
      String productIds, String optionIds, int count, String products, String options) {
    Set<TaxKey> keys = TaxKey.of("reg_1", words(productIds), words(optionIds));

    assertThat(keys).hasSize(count);
    assertThat(TaxKey.ids(keys, TaxKey.Target.PRODUCT))
        .containsExactlyInAnyOrderElementsOf(words(products));
    assertThat(TaxKey.ids(keys, TaxKey.Target.SHIPPING_OPTION))
        .containsExactlyInAnyOrderElementsOf(words(options));
  }

  @Test
  void aKeyWithoutLinkedRatesIsCachedToo() {
    Set<TaxKey> keys = TaxKey.of("reg_1", List.of("p1"), List.of("o1"));

    assertThat(TaxKey.linked(keys, new ApplicableTaxRates(REGION, Map.of(), Map.of())))
        .containsOnlyKeys(keys);
  }
}

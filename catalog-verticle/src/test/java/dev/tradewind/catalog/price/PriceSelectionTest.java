package dev.tradewind.catalog.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceSelectionTest {

  private static final BigDecimal TWENTY = new BigDecimal(20);

  @Test
  void theLowestPriceOfRegionAndCurrencyIsSelected() {
    PriceSelection selection =
        select(List.of(price(1000).in("here"), price(900), price(800).in("elsewhere")), null);

    assertThat(amount(selection)).isEqualTo(900);
    assertThat(selection.original().orElseThrow().amount()).isEqualTo(1000);
  }

  @Test
  void anOverrideAboveTheDefaultIsNotUsed() {
    assertThat(amount(select(List.of(price(1000), price(1200).of("override")), null)))
        .isEqualTo(1000);
  }

  @Test
  void atTheSamePriceTheDefaultIsNamed() {
    PriceSelection selection = select(List.of(price(1000).of("sale"), price(1000)), null);

    assertThat(selection.calculated().orElseThrow().isDefault()).isTrue();
  }

  @ParameterizedTest(name = "for quantity {0} each unit costs {1}")
  @CsvSource({"1, 1000", "9, 1000", "10, 800", "99, 800", "100, 700", ", 1000"})
  void quantitiesDecide(Integer quantity, long expected) {
    PriceSelection selection =
        select(
            List.of(price(1000), price(800).between(10, 99), price(700).between(100, null)),
            quantity);

    assertThat(amount(selection)).isEqualTo(expected);
  }

  @Test
  void aPriceWithOnlyAMaximumIsListed() {
    assertThat(amount(select(List.of(price(1000), price(950).between(null, 5)), null)))
        .isEqualTo(950);
  }

  @Test
  void pricesWithAndWithoutTaxAreComparedByTheirGrossAmount() {
    PriceSelection selection = select(List.of(price(1000), price(1150).taxed()), null);

    assertThat(amount(selection)).isEqualTo(1150);
  }

  @Test
  void withoutAPriceThereIsNone() {
    assertThat(select(List.of(price(1).in("elsewhere")), 1).calculated()).isEmpty();
  }

  @ParameterizedTest(name = "{0} at {1} %: tax {2}, with it {3}")
  @CsvSource({
    "1000, 20, false, 200, 1200",
    "1000, 20, true, 167, 1000",
    "100, 12.5, false, 13, 113",
    "14, 12, true, 2, 14",
    "180, 17.5, false, 32, 212",
    "0, 20, false, 0, 0"
  })
  void taxIsRoundedOnceHalvesUp(
      long amount, BigDecimal percent, boolean includesTax, long tax, long inclusive) {
    PriceCandidate price = new PriceCandidate(amount, includesTax, null, null, null, null);

    assertThat(TaxedPrice.of(price, percent)).isEqualTo(new TaxedPrice(tax, inclusive));
  }

  private static PriceSelection select(List<Some> prices, Integer quantity) {
    return PriceSelection.of(
        prices.stream().map(Some::candidate).toList(), "here", quantity, TWENTY);
  }

  private static long amount(PriceSelection selection) {
    return selection.calculated().orElseThrow().amount();
  }

  private static Some price(long amount) {
    return new Some(new PriceCandidate(amount, false, null, null, null, null));
  }

  private record Some(PriceCandidate candidate) {

    Some in(String region) {
      return new Some(new PriceCandidate(candidate.amount(), false, region, null, null, null));
    }

    Some of(String listType) {
      return new Some(new PriceCandidate(candidate.amount(), false, null, listType, null, null));
    }

    Some between(Integer least, Integer most) {
      return new Some(new PriceCandidate(candidate.amount(), false, null, null, least, most));
    }

    Some taxed() {
      return new Some(new PriceCandidate(candidate.amount(), true, null, null, null, null));
    }
  }
}

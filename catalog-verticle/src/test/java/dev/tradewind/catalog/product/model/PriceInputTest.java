package dev.tradewind.catalog.product.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceInputTest {

  @ParameterizedTest(name = "region {0} and currency {1}: {2}")
  @CsvSource({", , false", "reg, , true", ", eur, true", "reg, eur, false"})
  void aPriceHasOnePlace(@Nullable String region, @Nullable String currency, boolean isAccepted) {
    PriceInput price = new PriceInput(null, currency, region, 100, null, null);

    if (isAccepted) {
      assertThatCode(price::requireOnePlace).doesNotThrowAnyException();
    } else {
      assertThatCode(price::requireOnePlace).hasMessageContaining("Failed XOR relation");
    }
  }

  @ParameterizedTest(name = "region {0} and currency {1} is in {2}")
  @CsvSource({"reg, , usd", ", eur, eur", ", EUR, eur", "reg, eur, usd"})
  void thePriceOfARegionIsInItsCurrency(
      @Nullable String region, @Nullable String currency, String expected) {
    Price price = new PriceInput(null, currency, region, 100, null, null).resolved(of -> "usd");

    assertThat(price.currencyCode()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'amount':5,'currency_code':'eur'}     | PriceInput[id=null, currencyCode=eur, regionId=null, amount=5, minQuantity=null, maxQuantity=null]
          {'amount':5.0,'region_id':'r'}         | PriceInput[id=null, currencyCode=null, regionId=r, amount=5, minQuantity=null, maxQuantity=null]
          {'id':'ma','amount':9007199254740991,'currency_code':'eur','min_quantity':2,'max_quantity':3.0} | PriceInput[id=ma, currencyCode=eur, regionId=null, amount=9007199254740991, minQuantity=2, maxQuantity=3]
          """)
  void pricesAreReadByName(String json, String expected) {
    assertThat(PriceInput.of(new JsonObject(json.replace('\'', '"')))).hasToString(expected);
  }

  @ParameterizedTest(name = "{0}, {1}, {2}, {3}: {4}")
  @CsvSource({
    "eur, , , , true",
    "usd, , , , false",
    "eur, reg, , , false",
    "eur, , 2, , false",
    "eur, , , 9, false"
  })
  void thePlaceOfAPriceIsItsCurrencyRegionAndQuantities(
      String currency,
      @Nullable String region,
      @Nullable Integer min,
      @Nullable Integer max,
      boolean expected) {
    Price stored = new Price("eur", null, 100, null, null);

    assertThat(stored.hasPlaceOf(new Price(currency, region, 200, min, max))).isEqualTo(expected);
    assertThat(new Price(currency, region, 1, min, max).isForAnyQuantity())
        .isEqualTo(min == null && max == null);
  }
}

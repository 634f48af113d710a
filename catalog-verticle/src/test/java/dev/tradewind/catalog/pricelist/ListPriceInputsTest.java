package dev.tradewind.catalog.pricelist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListPriceInputsTest {

  private static final Map<String, String> CURRENCIES = Map.of("reg_fr", "eur");

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'currency_code':'eur'                                             | ''
          'region_id':'reg_fr'                                              | ''
          'region_id':'reg_fr','currency_code':'eur'                        | Failed XOR
          'amount':1                                                        | Failed XOR
          'id':'ma','amount':1                                              | ''
          'id':'ma','region_id':'reg_fr'                                    | ''
          'id':'ma','region_id':'reg_fr','currency_code':'eur'              | Failed XOR
          'currency_code':'eur','min_quantity':2,'max_quantity':2           | ''
          'currency_code':'eur','min_quantity':3,'max_quantity':2           | quantity
          'currency_code':'eur','min_quantity':3,'max_quantity':0           | ''
          'currency_code':'eur','min_quantity':3                            | ''
          'currency_code':'eur','max_quantity':2                            | ''
          """)
  void aPriceHasOnePlaceAndBoundsThatAQuantityMeets(String price, String message) {
    if (message.isEmpty()) {
      inputs("{" + price + "}");
    } else {
      assertThatThrownBy(() -> inputs("{" + price + "}")).hasMessageContaining(message);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'variant_id':'v','currency_code':'eur'},{'variant_id':'v','currency_code':'usd'} | ''
          {'variant_id':'v','currency_code':'eur'},{'variant_id':'w','currency_code':'eur'} | ''
          {'variant_id':'v','currency_code':'eur'},{'variant_id':'v','region_id':'reg_fr'}  | ''
          {'variant_id':'v','currency_code':'eur'},{'variant_id':'v','currency_code':'eur','min_quantity':2} | ''
          {'variant_id':'v','currency_code':'eur'},{'variant_id':'v','currency_code':'eur','max_quantity':2} | ''
          {'variant_id':'v','currency_code':'eur'},{'variant_id':'v','currency_code':'eur'} | Several prices of variant v have the same place and quantities.
          {'id':'ma','currency_code':'eur'},{'id':'mb','currency_code':'eur'}               | ''
          {'id':'ma','currency_code':'eur'},{'id':'ma','currency_code':'usd'}               | Several changes of price ma are given.
          """)
  void aPlaceHasOnePrice(String prices, String message) {
    if (message.isEmpty()) {
      assertThat(inputs(prices).isEmpty()).isFalse();
    } else {
      assertThatThrownBy(() -> inputs(prices)).hasMessage(message);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'variant_id':'v','currency_code':'usd','amount':5}  | usd
          {'variant_id':'v','region_id':'reg_fr','amount':5}   | eur
          """)
  void aNewPriceIsInTheCurrencyOfItsPlace(String price, String currency) {
    JsonObject row = inputs(price).rows(CURRENCIES).getJsonObject(0);

    assertThat(row.getString("currency_code")).isEqualTo(currency);
    assertThat(row.getString("id")).startsWith("ma_");
    assertThat(row.getLong("amount")).isEqualTo(5);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'amount':5                | 'is_moved':false,'currency_code':null,'region_id':null,'amount':5,'has_min':false,'min_quantity':null,'has_max':false,'max_quantity':null
          'region_id':'reg_fr'      | 'is_moved':true,'currency_code':'eur','region_id':'reg_fr','amount':null,'has_min':false,'min_quantity':null,'has_max':false,'max_quantity':null
          'currency_code':'usd'     | 'is_moved':true,'currency_code':'usd','region_id':null,'amount':null,'has_min':false,'min_quantity':null,'has_max':false,'max_quantity':null
          'min_quantity':null       | 'is_moved':false,'currency_code':null,'region_id':null,'amount':null,'has_min':true,'min_quantity':null,'has_max':false,'max_quantity':null
          'max_quantity':9          | 'is_moved':false,'currency_code':null,'region_id':null,'amount':null,'has_min':false,'min_quantity':null,'has_max':true,'max_quantity':9
          """)
  void aChangeTellsWhatIsMentioned(String price, String row) {
    assertThat(inputs("{'id':'ma'," + price + "}").changes(CURRENCIES).getJsonObject(0))
        .isEqualTo(new JsonObject(("{'id':'ma'," + row + "}").replace('\'', '"')));
  }

  private static ListPriceInputs inputs(String prices) {
    return ListPriceInputs.of(new JsonArray(("[" + prices + "]").replace('\'', '"')));
  }
}

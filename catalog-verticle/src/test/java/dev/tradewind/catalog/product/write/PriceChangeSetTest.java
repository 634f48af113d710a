package dev.tradewind.catalog.product.write;

import static dev.tradewind.catalog.product.write.ProductCases.SHIRT;
import static dev.tradewind.catalog.product.write.ProductCases.column;
import static dev.tradewind.catalog.product.write.ProductCases.json;
import static dev.tradewind.catalog.product.write.ProductCases.writing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceChangeSetTest {

  private static final String EUR = "{'currency_code':'eur','amount':100}";
  private static final String US = "{'region_id':'reg_us','amount':200}";
  private static final String TEN = "{'currency_code':'eur','amount':80,'min_quantity':10}";

  private final ProductChangeSet writing = writing();

  @ParameterizedTest(name = "[{0}]: new {1}, changed {2}, deleted {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          EUR,US,TEN                                                           | ''  | ''  | ''
          TEN,US,EUR                                                           | ''  | ''  | ''
          EUR,US                                                               | ''  | ''  | ma_ten
          EUR                                                                  | ''  | ''  | ma_us,ma_ten
          ''                                                                   | ''  | ''  | ''
          {'currency_code':'EUR','amount':100},US,TEN                          | ''  | ''  | ''
          {'currency_code':'eur','amount':90},US,TEN                           | ''  | 90  | ''
          {'currency_code':'usd','amount':200},EUR,TEN                         | 200 | ''  | ma_us
          {'region_id':'reg_fr','amount':100},US,TEN                           | 100 | ''  | ma_eur
          {'currency_code':'eur','amount':80,'min_quantity':11},EUR,US         | 80  | ''  | ma_ten
          {'currency_code':'eur','amount':80,'min_quantity':10,'max_quantity':20},EUR,US | 80 | '' | ma_ten
          {'id':'ma_eur','currency_code':'usd','amount':5},US,TEN              | ''  | 5   | ''
          {'id':'ma_eur','currency_code':'eur','amount':100},EUR,US,TEN        | 100 | ''  | ''
          EUR,EUR,US,TEN                                                       | 100 | ''  | ''
          """)
  void pricesReplaceTheStoredOnes(String prices, String added, String changed, String deleted) {
    update(prices);

    assertThat(column(writing, Part.NEW_PRICE, "amount")).isEqualTo(added);
    assertThat(column(writing, Part.CHANGED_PRICE, "amount")).isEqualTo(changed);
    assertThat(String.join(",", writing.rows().removedPrices())).isEqualTo(deleted);
  }

  @ParameterizedTest(name = "[{0}]: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'id':'ma_x','currency_code':'eur','amount':1} | Money amount with id: ma_x was not found
          {'region_id':'reg_x','amount':1}               | Region with reg_x was not found
          """)
  void unknownReferencesAreRefused(String prices, String message) {
    assertThatThrownBy(() -> update(prices)).hasMessage(message);
  }

  private void update(String prices) {
    String listed = prices.replace("EUR,", EUR + ",").replaceAll("EUR$", EUR);
    VariantInput input =
        VariantInput.ofRequest(
            json("{'prices':[" + listed.replace("US", US).replace("TEN", TEN) + "]}"));
    writing.variants().update(SHIRT, SHIRT.variants().getFirst(), input, -1);
  }
}

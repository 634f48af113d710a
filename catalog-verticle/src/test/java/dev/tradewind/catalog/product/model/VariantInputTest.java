package dev.tradewind.catalog.product.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantInputTest {

  @ParameterizedTest(name = "{0} mentions {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                        | ''
          {'id':'variant'}                          | ''
          {'id':'variant','sku':null}               | sku
          {'prices':[],'id':'variant','title':'S'}  | prices,title
          """)
  void theIdIsNoField(String body, String fields) {
    assertThat(String.join(",", VariantInput.ofRequest(json(body)).fields())).isEqualTo(fields);
  }

  @ParameterizedTest(name = "{0} writes {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'S','weight':4.0,'prices':[]}      | {'title':'S','weight':4}
          {'variant_rank':3,'product_id':'p'}         | {}
          {'sku':null,'metadata':{'a':''}}            | {'sku':null,'metadata':{'a':''}}
          """)
  void rankAndProductAreNotInRequests(String body, String columns) {
    assertThat(VariantInput.ofRequest(json(body)).columns()).isEqualTo(json(columns));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"{}", "{'prices':null}", "{'prices':[]}"})
  void absentPricesStay(String body) {
    assertThat(VariantInput.ofRequest(json(body)).prices()).isNull();
  }

  @ParameterizedTest(name = "with prices: {0}")
  @CsvSource({"true, 'title,prices,options'", "false, 'title,options'"})
  void anImportAlwaysMentionsOptions(boolean hasPrices, String fields) {
    VariantInput input =
        VariantInput.ofImport("variant", json("{'title':'S'}"), hasPrices ? List.of() : null);

    assertThat(String.join(",", input.fields())).isEqualTo(fields);
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}

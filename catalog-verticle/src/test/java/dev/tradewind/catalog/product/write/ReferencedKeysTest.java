package dev.tradewind.catalog.product.write;

import static dev.tradewind.catalog.product.write.ProductCases.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.product.model.ProductInput;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferencedKeysTest {

  @ParameterizedTest(name = "{0}: types {1}, tags {2}, collections {3}, channels {4}, regions {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                        | []  | []    | []    | []  | []
          {'type':{'value':'T'}}                                                    | [T] | []    | []    | []  | []
          {'type':null,'collection_id':null}                                        | []  | []    | []    | []  | []
          {'tags':[{'value':'b'},{'value':'a'},{'value':'b'}]}                      | []  | [a, b]| []    | []  | []
          {'collection_id':'c'}                                                     | []  | []    | [c]   | []  | []
          {'sales_channels':[{'id':'s'}]}                                           | []  | []    | []    | [s] | []
          {'variants':[{'prices':[{'region_id':'r','amount':1}]}]}                  | []  | []    | []    | []  | [r]
          {'variants':[{'prices':[{'currency_code':'eur','amount':1}]}]}            | []  | []    | []    | []  | []
          """)
  void keysAreCollectedOnce(
      String body, String types, String tags, String collections, String channels, String regions) {
    ReferencedKeys keys = ReferencedKeys.ofProducts(List.of(ProductInput.ofRequest(json(body))));

    assertThat(keys.types).hasToString(types);
    assertThat(keys.tags).hasToString(tags);
    assertThat(keys.collections).hasToString(collections);
    assertThat(keys.salesChannels).hasToString(channels);
    assertThat(keys.regions).hasToString(regions);
    assertThat(keys.hasLabels()).isEqualTo(!types.equals("[]") || !tags.equals("[]"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {"{'amount':1}", "{'amount':1,'region_id':'r','currency_code':'eur'}"})
  void aPriceHasOnePlace(String price) {
    ProductInput product =
        ProductInput.ofRequest(json("{'variants':[{'prices':[" + price + "]}]}"));

    assertThatThrownBy(() -> ReferencedKeys.ofProducts(List.of(product)))
        .hasMessageContaining("Failed XOR relation");
  }
}

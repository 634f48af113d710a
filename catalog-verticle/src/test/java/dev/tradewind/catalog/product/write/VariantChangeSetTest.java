package dev.tradewind.catalog.product.write;

import static dev.tradewind.catalog.product.write.ProductCases.SHIRT;
import static dev.tradewind.catalog.product.write.ProductCases.column;
import static dev.tradewind.catalog.product.write.ProductCases.events;
import static dev.tradewind.catalog.product.write.ProductCases.json;
import static dev.tradewind.catalog.product.write.ProductCases.rows;
import static dev.tradewind.catalog.product.write.ProductCases.writing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantChangeSetTest {

  private static final String LARGE =
      "'title':'L','options':[{'option_id':'opt_size','value':'L'},"
          + "{'option_id':'opt_color','value':'Red'}],'prices':[]";

  private final ProductChangeSet writing = writing();
  private final VariantChangeSet variants = writing.variants();

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                                                                                     | Product options length does not match variant options length. Product has 2 and variant has 0.
          [{'option_id':'opt_size','value':'L'}]                                                 | Product options length does not match variant options length. Product has 2 and variant has 1.
          [{'option_id':'opt_size','value':'L'},{'option_id':'opt_size','value':'M'}]            | Variant options do not contain value for Color
          [{'option_id':'opt_x','value':'L'},{'option_id':'opt_color','value':'Red'}]            | Variant options do not contain value for Size
          [{'option_id':'opt_size','value':'S'},{'option_id':'opt_color','value':'Red'}]         | Variant with title L with provided options already exists
          [{'option_id':'opt_color','value':'Red'},{'option_id':'opt_size','value':'M'}]         | Variant with title L with provided options already exists
          """)
  void aNewVariantHasItsOwnValueForEachOption(String options, String message) {
    VariantInput input = input("{'title':'L','options':" + options + "}");

    assertThatThrownBy(() -> variants.append(SHIRT, input)).hasMessage(message);
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          product_id         | prod_1
          variant_rank       | 2
          inventory_quantity | 0
          allow_backorder    | false
          manage_inventory   | true
          title              | L
          """)
  void aNewVariantHasDefaultsAndIsTheLast(String column, String value) {
    variants.append(SHIRT, input("{" + LARGE + ",'allow_backorder':null,'sku':null}"));

    assertThat(column(writing, Part.NEW_VARIANT, column)).isEqualTo(value);
    assertThat(rows(writing, Part.NEW_VARIANT).getFirst().containsKey("sku")).isFalse();
    assertThat(column(writing, Part.NEW_VALUE, "value")).isEqualTo("L,Red");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{'value':'S'}],[{'value':'M'}]   | ''
          [{'value':'S'}],[{'value':'S'}]   | already exists
          [{'value':'S'}],[]                | Product has 1 and variant has 0
          [{'value':'S'},{'value':'M'}],[]  | Product has 1 and variant has 2
          """)
  void valuesOfANewProductFollowItsOptions(String options, String message) {
    String listed = options.replace("],[", "]},{'title':'V','options':[");
    ProductInput product =
        ProductInput.ofRequest(
            json(
                "{'title':'Cup','options':[{'title':'Size'}],'variants':[{'title':'V','options':"
                    + listed
                    + "}]}"));

    if (message.isEmpty()) {
      writing.create(product);
      assertThat(column(writing, Part.NEW_VARIANT, "variant_rank")).isEqualTo("0,1");
      assertThat(column(writing, Part.NEW_VALUE, "value")).isEqualTo("S,M");
    } else {
      assertThatThrownBy(() -> writing.create(product)).hasMessageContaining(message);
    }
  }

  @ParameterizedTest(name = "[{0}]: changed {1}, ranks {2}, new {3}, deleted {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'id':'v_s'},{'id':'v_m'}   | v_s,v_m | 0,1 | ''  | ''
          {'id':'v_m'},{'id':'v_s'}   | v_m,v_s | 0,1 | ''  | ''
          {'id':'v_m'}                | v_m     | 0   | ''  | v_s
          LARGE,{'id':'v_s'}          | v_s     | 1   | 0   | v_m
          {'id':'v_s'},LARGE          | v_s     | 0   | 1   | v_m
          """)
  void aListOfVariantsReplacesTheStoredOnes(
      String listed, String changed, String ranks, String created, String deleted) {
    variants.replaceAll(SHIRT, inputs("[" + listed.replace("LARGE", "{" + LARGE + "}") + "]"));

    assertThat(column(writing, Part.CHANGED_VARIANT, "id")).isEqualTo(changed);
    assertThat(column(writing, Part.CHANGED_VARIANT, "variant_rank")).isEqualTo(ranks);
    assertThat(column(writing, Part.NEW_VARIANT, "variant_rank")).isEqualTo(created);
    assertThat(String.join(",", writing.rows().removedVariants())).isEqualTo(deleted);
  }

  @Test
  void anEmptyListDeletesAllVariants() {
    variants.replaceAll(SHIRT, List.of());

    assertThat(writing.rows().removedVariants()).containsExactly("v_s", "v_m");
    assertThat(writing.rows().eventsOfRemovals().encode())
        .contains("\"metadata\":{\"k\":\"v\"}")
        .contains("\"metadata\":null");
  }

  @Test
  void variantsOfOtherProductsAreRefused() {
    assertThatThrownBy(
            () -> variants.replaceAll(SHIRT, inputs("[{'id':'v_x'},{'id':'v_s'},{'id':'v_y'}]")))
        .hasMessage("Variants with id: v_x, v_y are not associated with this product");
  }

  @Test
  void theValuesOfADeletedVariantAreFree() {
    variants.replaceAll(SHIRT, inputs("[{" + LARGE.replace("'L'},", "'S'},") + "}]"));

    assertThat(column(writing, Part.NEW_VALUE, "value")).isEqualTo("S,Red");
  }

  @Test
  void theValuesOfAChangedVariantAreTaken() {
    List<VariantInput> inputs = inputs("[{'id':'v_s'},{" + LARGE.replace("'L'},", "'S'},") + "}]");

    assertThatThrownBy(() -> variants.replaceAll(SHIRT, inputs))
        .hasMessage("Variant with title L with provided options already exists");
  }

  @ParameterizedTest(name = "{0}: new {1}, changed {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{'option_id':'opt_size','value':'S'}]                                         | ''  | ''
          [{'option_id':'opt_size','value':'XS'}]                                        | ''  | XS
          [{'option_id':'opt_color','value':'Blue'},{'option_id':'opt_size','value':'S'}] | ''  | Blue
          []                                                                             | ''  | ''
          """)
  void onlyOtherValuesAreWritten(String options, String added, String changed) {
    update("{'options':" + options + "}");

    assertThat(column(writing, Part.NEW_VALUE, "value")).isEqualTo(added);
    assertThat(column(writing, Part.CHANGED_VALUE, "value")).isEqualTo(changed);
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThatThrownBy(() -> update("{'options':[{'option_id':'opt_x','value':'S'}]}"))
        .hasMessage("Option with id: opt_x does not exist");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                          | ''
          {'id':'v_s'}                | ''
          {'sku':null}                | {"id":"v_s","product_id":"prod_1","fields":["sku"]}
          {'title':'S','options':[]}  | {"id":"v_s","product_id":"prod_1","fields":["title","options"]}
          """)
  void anUpdateNamesItsFields(String body, String data) {
    update(body);

    assertThat(events(writing))
        .isEqualTo(data.isEmpty() ? List.of() : List.of("product-variant.updated " + data));
    assertThat(column(writing, Part.CHANGED_VARIANT, "variant_rank"))
        .isEqualTo(data.isEmpty() ? "" : "null");
  }

  private void update(String body) {
    variants.update(SHIRT, SHIRT.variants().getFirst(), input(body), VariantChangeSet.SAME_RANK);
  }

  private static VariantInput input(String body) {
    return VariantInput.ofRequest(json(body));
  }

  private static List<VariantInput> inputs(String bodies) {
    return JsonArrays.objects(new JsonArray(bodies.replace('\'', '"'))).stream()
        .map(VariantInput::ofRequest)
        .toList();
  }
}

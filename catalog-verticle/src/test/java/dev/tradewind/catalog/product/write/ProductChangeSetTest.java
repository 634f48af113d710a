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
import dev.tradewind.catalog.product.model.ProductLinks;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductChangeSetTest {

  private final ProductChangeSet writing = writing();

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'Cup'}                                              | sc_default | sp_default
          {'title':'Cup','sales_channels':[]}                          | sc_default | sp_default
          {'title':'Cup','sales_channels':[{'id':'a'},{'id':'b'}]}     | a,b        | sp_default
          {'title':'Cup','sales_channels':[{'id':'a'},{'id':'a'}]}     | a          | sp_default
          {'title':'Card','is_giftcard':true}                          | sc_default | sp_gift
          """)
  void aNewProductIsInAChannelAndAProfile(String body, String channels, String profile) {
    writing.create(input(body));

    assertThat(column(writing, Part.PRODUCT_SALES_CHANNEL, "sales_channel_id")).isEqualTo(channels);
    assertThat(column(writing, Part.PRODUCT_SHIPPING_PROFILE, "profile_id")).isEqualTo(profile);
  }

  @ParameterizedTest(name = "{0}: type {1}, collection {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'type':{'value':'Cups'}}    | ptyp_cups | null
          {'type':null}                | null      | null
          {'collection_id':'pcol_1'}   | null      | pcol_1
          """)
  void referencesAreWrittenByTheirIds(String body, String type, String collection) {
    writing.update(SHIRT, input(body));

    assertThat(rows(writing, Part.CHANGED_PRODUCT))
        .singleElement()
        .satisfies(row -> {
          assertThat(String.valueOf(row.getJsonObject("columns").getValue("type_id")))
              .isEqualTo(type);
          assertThat(String.valueOf(row.getJsonObject("columns").getValue("collection_id")))
              .isEqualTo(collection);
        });
  }

  @Test
  void anUnknownCollectionIsRefused() {
    assertThatThrownBy(() -> writing.update(SHIRT, input("{'collection_id':'pcol_2'}")))
        .hasMessage("Product_collection with collection_id pcol_2 does not exist.");
  }

  @ParameterizedTest(name = "images {0}: new {1}, linked {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ['b','a']         | ''  | img_b,img_a
          ['a','c']         | c   | img_a,*
          ['c','c','a']     | c   | *,img_a
          []                | ''  | ''
          """)
  void aStoredImageKeepsItsId(String images, String added, String linked) {
    writing.update(SHIRT, input("{'images':" + images + "}"));

    assertThat(column(writing, Part.NEW_IMAGE, "url")).isEqualTo(added);
    assertThat(column(writing, Part.PRODUCT_IMAGE, "image_id").replaceAll("img_[0-9A-Z]{26}", "*"))
        .isEqualTo(linked);
    assertThat(replaced(Part.PRODUCT_IMAGE)).isEqualTo("[\"prod_1\"]");
  }

  @ParameterizedTest(name = "{0} replaces {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'tags':[{'value':'new'},{'value':'old'}]}  | PRODUCT_TAGGING          | ptag_new,ptag_old
          {'tags':[{'value':'new'},{'value':'new'}]}  | PRODUCT_TAGGING          | ptag_new
          {'tags':[]}                                 | PRODUCT_TAGGING          | ''
          {'sales_channels':[]}                       | PRODUCT_SALES_CHANNEL    | ''
          {'sales_channels':[{'id':'a'}]}             | PRODUCT_SALES_CHANNEL    | a
          {'categories':[{'id':'c'},{'id':'d'}]}      | PRODUCT_CATEGORY_PRODUCT | c,d
          """)
  void aListReplacesTheStoredLinks(String body, Part part, String linked) {
    writing.update(SHIRT, input(body));

    assertThat(rows(writing, part).stream().map(ProductChangeSetTest::other))
        .containsExactlyElementsOf(linked.isEmpty() ? List.of() : List.of(linked.split(",")));
    assertThat(replaced(part)).isEqualTo("[\"prod_1\"]");
  }

  private static String other(JsonObject link) {
    return link.stream()
        .filter(member -> !member.getKey().equals("product_id"))
        .map(member -> (String) member.getValue())
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest(name = "{0} leaves {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'Cup'}             | PRODUCT_IMAGE
          {'images':null}             | PRODUCT_IMAGE
          {'title':'Cup'}             | PRODUCT_TAGGING
          {'tags':null}               | PRODUCT_TAGGING
          {'sales_channels':null}     | PRODUCT_SALES_CHANNEL
          {'categories':null}         | PRODUCT_CATEGORY_PRODUCT
          """)
  void absentListsStay(String body, Part part) {
    writing.update(SHIRT, input(body));

    assertThat(replaced(part)).isEqualTo("[]");
  }

  @ParameterizedTest(name = "{0} publishes {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'Cup'}             | product.updated {"id":"prod_1","fields":["title"]}
          {'images':[],'title':'Cup'} | product.updated {"id":"prod_1","fields":["images","title"]}
          {'metadata':{'a':''}}       | product.updated {"id":"prod_1","fields":["metadata"]}
          """)
  void anUpdateNamesItsFields(String body, String event) {
    writing.update(SHIRT, input(body));

    assertThat(events(writing)).containsExactly(event);
  }

  @Test
  void withoutFieldsNothingIsWritten() {
    writing.update(SHIRT, input("{}"));

    assertThat(writing.rows().writesNothing()).isTrue();
    assertThat(events(writing)).isEmpty();
  }

  @Test
  void aDeletedProductLosesItsVariantsWithOneEvent() {
    writing.delete(SHIRT);

    assertThat(writing.rows().removedProducts()).containsExactly("prod_1");
    assertThat(writing.rows().removedVariants()).containsExactly("v_s", "v_m");
    assertThat(writing.rows().eventsOfRemovals()).hasSize(1);
  }

  @Test
  void aNewProductKeepsTheIdOfAnImport() {
    ProductInput imported =
        ProductInput.ofImport(
            "prod_7",
            json("{'title':'Cup'}"),
            null,
            null,
            new ProductLinks(null, null, null, null),
            List.of("Size"));

    assertThat(writing.create(imported, List.of())).isEqualTo("prod_7");
    assertThat(column(writing, Part.NEW_OPTION, "title")).isEqualTo("Size");
    assertThat(column(writing, Part.NEW_OPTION, "product_id")).isEqualTo("prod_7");
    assertThat(events(writing)).containsExactly("product.created {\"id\":\"prod_7\"}");
  }

  private String replaced(Part part) {
    return writing.rows().writes().getJsonArray("replaced_" + part.key()).encode();
  }

  private static ProductInput input(String body) {
    return ProductInput.ofRequest(json(body));
  }
}

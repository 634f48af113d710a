package dev.tradewind.catalog.product.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.product.model.ProductInput.ReferenceChange;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductInputTest {

  @ParameterizedTest(name = "{0} gets {1} = {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'Blue Mug'}                                        | status       | draft
          {'title':'Blue Mug','status':'published'}                   | status       | published
          {'title':'Blue Mug','status':null}                          | status       | draft
          {'title':'Blue Mug'}                                        | handle       | blue-mug
          {'title':'Blue Mug','handle':''}                            | handle       | blue-mug
          {'title':'Blue Mug','handle':'mug'}                         | handle       | mug
          {'title':'!!!'}                                             | handle       | prod-1
          {'title':'?','handle':''}                                   | handle       | prod-1
          {'title':'Blue Mug'}                                        | is_giftcard  | false
          {'title':'Blue Mug','is_giftcard':true}                     | is_giftcard  | true
          {'title':'Blue Mug'}                                        | discountable | true
          {'title':'Blue Mug','discountable':null}                    | discountable | true
          {'title':'Blue Mug','discountable':false}                   | discountable | false
          {'title':'Blue Mug','is_giftcard':true}                     | discountable | false
          {'title':'Blue Mug','is_giftcard':true,'discountable':true} | discountable | false
          {'title':'Blue Mug'}                                        | thumbnail    |
          {'title':'Blue Mug','images':[]}                            | thumbnail    |
          {'title':'Blue Mug','images':['a','b']}                     | thumbnail    | a
          {'title':'Blue Mug','images':['a'],'thumbnail':''}          | thumbnail    | a
          {'title':'Blue Mug','images':['a'],'thumbnail':'t'}         | thumbnail    | t
          {'title':'Blue Mug','weight':12.0}                          | weight       | 12
          {'title':'Blue Mug','metadata':{'a':''}}                    | metadata     | {"a":""}
          """)
  void aNewProductHasDefaults(String body, String column, @Nullable String value) {
    Object found = ProductInput.ofRequest(json(body)).newColumns("prod_1").getValue(column);

    assertThat(found == null ? null : found.toString()).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0} changes {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                | {}
          {'title':'Cup'}                   | {'title':'Cup'}
          {'subtitle':null}                 | {'subtitle':null}
          {'handle':''}                     | {}
          {'handle':null}                   | {}
          {'is_giftcard':true}              | {}
          {'height':3.0}                    | {'height':3}
          {'thumbnail':'t'}                 | {'thumbnail':'t'}
          {'thumbnail':''}                  | {'thumbnail':''}
          {'thumbnail':'','images':['a']}   | {'thumbnail':''}
          {'thumbnail':'t','images':['a']}  | {'thumbnail':'t'}
          {'thumbnail':'','images':[]}      | {'thumbnail':''}
          {'metadata':{'a':1}}              | {}
          """)
  void aChangeHasTheMentionedColumnsOnly(String body, String columns) {
    ProductChange change = ProductInput.ofRequest(json(body)).change("prod", new JsonObject());

    assertThat(change.columns()).isEqualTo(json(columns));
  }

  @ParameterizedTest(name = "{0} offers the image {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                    |
          {'images':[]}                         |
          {'images':['a','b']}                  | a
          {'images':['a'],'thumbnail':null}     |
          {'images':['a'],'thumbnail':''}       |
          {'images':['a'],'thumbnail':'t'}      |
          """)
  void theFirstImageIsTheThumbnailOfAProductThatHasNone(String body, @Nullable String image) {
    assertThat(ProductInput.ofRequest(json(body)).change("prod", new JsonObject()).firstImage())
        .isEqualTo(image);
  }

  @ParameterizedTest(name = "of {0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                | false
          {'sales_channels':null}           | false
          {'sales_channels':[]}             | false
          {'sales_channels':[{'id':'sc'}]}  | true
          """)
  void onlyNamedChannelsReplaceTheDefaultOne(String body, boolean expected) {
    assertThat(ProductInput.ofRequest(json(body)).setsSalesChannels()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {1}, {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                         |              |
          {'type':{'value':'Cups'}}  | Cups         |
          {'type':null}              | none         |
          {'collection_id':'col'}    |              | col
          {'collection_id':null}     |              | none
          """)
  void nullRemovesAReferenceAndAbsenceKeepsIt(
      String body, @Nullable String type, @Nullable String collection) {
    ProductInput input = ProductInput.ofRequest(json(body));

    assertThat(text(input.type())).isEqualTo(type);
    assertThat(text(input.collection())).isEqualTo(collection);
  }

  private static @Nullable String text(@Nullable ReferenceChange change) {
    return change == null ? null : change.key() == null ? "none" : change.key();
  }

  @ParameterizedTest(name = "{0} is refused")
  @CsvSource(
      delimiter = '|',
      value = {"{'weight':1.5}", "{'title':'Mug','length':0.1}"})
  void fractionsAreRefused(String body) {
    assertThatThrownBy(() -> ProductInput.ofRequest(json(body)))
        .hasMessageContaining("must be an integer number");
  }

  @Test
  void linksAreReadByTheirKeys() {
    ProductInput input =
        ProductInput.ofRequest(
            json(
                "{'images':['i'],'tags':[{'id':'x','value':'t'}],"
                    + "'sales_channels':[{'id':'s'}],'categories':[{'id':'c'}]}"));

    assertThat(input.links())
        .isEqualTo(new ProductLinks(List.of("i"), List.of("t"), List.of("s"), List.of("c")));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'Mug','handle':'mug'}       | title,handle,type,tags,images,sales_channels,categories
          {'handle':'mug','thumbnail':null}    | handle,thumbnail,type,tags,images,sales_channels,categories
          """)
  void anImportMentionsItsColumnsAndLinksInTheirOrder(String columns, String fields) {
    ProductInput input =
        ProductInput.ofImport(
            "prod",
            json(columns),
            new ReferenceChange("Cups"),
            null,
            new ProductLinks(List.of("i"), List.of(), List.of(), List.of()),
            List.of());

    assertThat(String.join(",", input.fields())).isEqualTo(fields);
  }

  @ParameterizedTest(name = "thumbnail of {0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'title':'Mug'}                     | i
          {'title':'Mug','thumbnail':null}    |
          {'title':'Mug','thumbnail':'t'}     | t
          """)
  void anEmptyThumbnailOfAnImportStaysEmpty(String columns, @Nullable String thumbnail) {
    ProductInput input =
        ProductInput.ofImport(
            null,
            json(columns),
            null,
            null,
            new ProductLinks(List.of("i"), null, null, null),
            List.of());

    assertThat(input.newColumns("prod_1").getString("thumbnail")).isEqualTo(thumbnail);
  }

  @Test
  void anImportWithNoChannelsDoesNotGetTheDefaultOne() {
    ProductLinks none = new ProductLinks(null, null, List.of(), null);
    ProductLinks unchanged = new ProductLinks(null, null, null, null);

    assertThat(imported(none).setsSalesChannels()).isTrue();
    assertThat(imported(unchanged).setsSalesChannels()).isFalse();
  }

  private static ProductInput imported(ProductLinks links) {
    return ProductInput.ofImport(null, new JsonObject(), null, null, links, List.of());
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}

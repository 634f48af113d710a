package dev.tradewind.catalog.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.bulk.ImportReferenceStore.StoredOptions;
import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportValidatorTest {

  private static final ExistingCatalog KNOWN =
      ExistingCatalog.of(
          json(
              """
              {'products':[
                {'id':'prod_1','handle':'shirt','is_deleted':false,'options':['Size']},
                {'id':'prod_2','handle':'shoe','is_deleted':false,'options':[]},
                {'id':'prod_old','handle':'hat','is_deleted':true,'options':[]}],
               'variants':[
                {'id':'variant_1','product_id':'prod_1','sku':'S1','barcode':'B1','is_deleted':false},
                {'id':'variant_2','product_id':'prod_2','sku':null,'barcode':null,'is_deleted':false},
                {'id':'variant_old','product_id':'prod_1','sku':'S9','barcode':'B9','is_deleted':true}],
               'collections':[{'id':'pcol_1','handle':'summer'}],
               'categories':[{'id':'pcat_1','handle':'tops'}],
               'sales_channels':[{'id':'sc_1','name':'Web'},{'id':'sc_2','name':'Web'}]}
              """));

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'handle':'cup'                                    | 'title':'Cup' | ''
          'handle':'cup'                                    | ''            | product.title: must not be empty
          'handle':'cup','id':'prod_new'                    | 'title':'Cup' | ''
          'handle':'cup','id':'cup-1'                       | 'title':'Cup' | product.id: cup-1 is not the id of a product
          'handle':'cup','id':'prod_'                       | 'title':'Cup' | product.id: prod_ is not the id of a product
          'handle':'cup','id':'prod_old'                    | 'title':'Cup' | product.id: prod_old was deleted; without an id it is made anew
          'handle':'shirt'                                  | 'title':'Cup' | product.handle: Product with handle shirt already exists.
          'handle':'shirt','id':'prod_1'                    | ''            | ''
          'handle':'shoe','id':'prod_1'                     | ''            | product.handle: Product with handle shoe already exists.
          'handle':'cup','id':'prod_1'                      | ''            | ''
          'handle':'hat'                                    | 'title':'Hat' | ''
          'handle':'cup','collection_handle':'summer'       | 'title':'Cup' | ''
          'handle':'cup','collection_handle':null           | 'title':'Cup' | ''
          'handle':'cup','collection_handle':'winter'       | 'title':'Cup' | product.collection_handle: there is no collection winter
          'handle':'cup','categories':['tops']              | 'title':'Cup' | ''
          'handle':'cup','categories':['x','tops','y']      | 'title':'Cup' | Product Category Handle: there is no category x; Product Category Handle: there is no category y
          'handle':'cup','sales_channels':[{'name':'none'}] | 'title':'Cup' | ''
          """)
  void aProductNamesRowsThatExist(String fields, String columns, String errors) {
    ImportValidator check =
        check("{'line':1," + fields + ",'body':{" + columns + "},'variants':[]}");

    assertThat(messages(check)).isEqualTo(errors);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'options':{'Size':'L'}                             | 'title':'L'   | ''
          'options':{'Size':'L'}                             | ''            | variant.title: must not be empty
          'options':{}                                       | 'title':'L'   | Option Value: there is no value for the option Size
          'options':{'Size':'L','Fit':'A'}                   | 'title':'L'   | Option Name: the product has no option Fit
          'options':{},'id':'variant_1'                      | ''            | ''
          'options':{'Fit':'A'},'id':'variant_1'             | ''            | Option Name: the product has no option Fit
          'options':{},'id':'variant_2'                      | ''            | variant.id: variant_2 is a variant of another product
          'options':{},'id':'variant_old'                    | ''            | variant.id: variant_old was deleted; without an id it is made anew
          'options':{'Size':'L'},'id':'variant_new'          | 'title':'L'   | ''
          'options':{'Size':'L'},'id':'v1'                   | 'title':'L'   | variant.id: v1 is not the id of a variant
          'options':{'Size':'L'}                             | 'title':'L','sku':'S1' | variant.sku: Product_variant with sku S1 already exists.
          'options':{},'id':'variant_1'                      | 'sku':'S1'    | ''
          'options':{'Size':'L'}                             | 'title':'L','sku':'S9' | ''
          'options':{'Size':'L'}                             | 'title':'L','barcode':'B1' | variant.barcode: Product_variant with barcode B1 already exists.
          'options':{},'id':'variant_1'                      | 'barcode':'B1' | ''
          'options':{'Size':'L'},'same_options_as':3         | 'title':'L'   | Option Value: line 3 has the same options
          """)
  void aVariantFitsItsProduct(String fields, String columns, String errors) {
    assertThat(messages(check(shirt("{'line':2," + fields + ",'body':{" + columns + "}}"))))
        .isEqualTo(errors);
  }

  @Test
  void twoLinesHaveDifferentOptions() {
    ImportValidator check =
        check(
            shirt(
                "{'line':2,'options':{'Size':'L'},'body':{'title':'a'}},"
                    + "{'line':3,'options':{'Size':'L'},'body':{'title':'b'}}"));

    assertThat(check.errors().encode())
        .isEqualTo(
            "[{\"line\":3,\"field\":\"Option Value\","
                + "\"message\":\"another line has the same options\"}]");
  }

  @ParameterizedTest(name = "stored {0}, changed to {1}, new {2}: {3}")
  @CsvSource({"S, , L, true", "S, , S, false", "S, M, S, true", "S, M, M, false"})
  void newVariantsAreComparedWithTheStoredOnesAfterTheImport(
      String stored, String changed, String created, boolean isAccepted) {
    String change =
        changed == null
            ? ""
            : "{'line':2,'id':'variant_1','options':{'Size':'" + changed + "'},'body':{}},";
    ImportValidator check =
        check(
            shirt(change + "{'line':3,'options':{'Size':'" + created + "'},'body':{'title':'n'}}"));

    assertThat(check.growing()).containsExactly("prod_1");
    check.compare(
        List.of(
            new StoredOptions("prod_1", "variant_1", Map.of("Size", stored)),
            new StoredOptions("prod_2", "variant_2", Map.of("Size", created))));
    assertThat(check.errors().isEmpty()).isEqualTo(isAccepted);
  }

  @ParameterizedTest(name = "{0} beforehand {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shirt | false | ''
          later | true  | ''
          later | false | product.handle: the product of an earlier line is gone
          """)
  void aContinuedProductExistsWhenItIsApplied(String handle, boolean isBeforehand, String errors) {
    ImportValidator check =
        ImportValidator.of(
            List.of(
                document(
                    "{'line':9,'is_continued':true,'handle':'"
                        + handle
                        + "','body':{},'variants':[]}")),
            KNOWN,
            isBeforehand);

    assertThat(messages(check)).isEqualTo(errors);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'line':1,'handle':'c','body':{'title':'C'},'variants':[{'line':1,'body':{'title':'V'},'options':{}}]} | 1,0,1,0
          {'line':1,'handle':'shoe','id':'prod_2','body':{},'variants':[{'line':1,'id':'variant_2','body':{},'options':{}}]} | 0,1,0,1
          {'line':1,'handle':'shoe','id':'prod_2','body':{},'variants':[{'line':1,'body':{'title':'V'},'options':{}}]} | 0,1,1,0
          {'line':1,'handle':'shoe','is_continued':true,'body':{},'variants':[{'line':1,'body':{'title':'V'},'options':{}}]} | 0,0,1,0
          """)
  void effectsAreCounted(String document, String counts) {
    JsonObject counted = check(document).counts();

    assertThat(
            "%s,%s,%s,%s"
                .formatted(
                    counted.getValue("PRODUCT_CREATE"),
                    counted.getValue("PRODUCT_UPDATE"),
                    counted.getValue("VARIANT_CREATE"),
                    counted.getValue("VARIANT_UPDATE")))
        .isEqualTo(counts);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'sales_channels':[{'id':'sc_2'}]                | [sc_2]
          'sales_channels':[{'name':'Web'}]               | [sc_1]
          'sales_channels':[{'id':'sc_x','name':'Web'}]   | [sc_1]
          'sales_channels':[{'id':'sc_2','name':'Web'}]   | [sc_2]
          'sales_channels':[{'name':'Shop'}]              | []
          'sales_channels':[]                             | []
          'type':'T'                                      | null
          """)
  void aSalesChannelIsFoundByIdOrName(String fields, String channels) {
    assertThat(String.valueOf(input(fields).links().salesChannels())).isEqualTo(channels);
  }

  @ParameterizedTest(name = "{0}: type {1}, collection {2}, tags {3}, images {4}, categories {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'type':'T'                       | T    | stays  | null | null | null
          'type':null                      | null | stays  | null | null | null
          'collection_handle':'summer'     | null | pcol_1 | null | null | null
          'collection_handle':null         | null | null   | null | null | null
          'tags':['a']                     | null | stays  | [a]  | null | null
          'images':[]                      | null | stays  | null | []   | null
          'categories':['tops']            | null | stays  | null | null | [pcat_1]
          """)
  void absentColumnsOfTheFileStay(
      String fields,
      String type,
      String collection,
      String tags,
      String images,
      String categories) {
    ProductInput input = input(fields);

    assertThat(input.type() == null ? "null" : input.type().key()).isEqualTo(type);
    assertThat(input.collection() == null ? "stays" : String.valueOf(input.collection().key()))
        .isEqualTo(collection);
    assertThat(String.valueOf(input.links().tags())).isEqualTo(tags);
    assertThat(String.valueOf(input.links().images())).isEqualTo(images);
    assertThat(String.valueOf(input.links().categories())).isEqualTo(categories);
  }

  private static ProductInput input(String fields) {
    ImportValidator check =
        check("{'line':1,'handle':'cup','body':{'title':'Cup'},'variants':[]," + fields + "}");
    return Objects.requireNonNull(check.imported().getFirst().input());
  }

  private static ImportValidator check(String document) {
    return ImportValidator.of(List.of(document(document)), KNOWN, false);
  }

  private static String shirt(String variants) {
    return "{'line':2,'handle':'shirt','id':'prod_1','body':{},'variants':[" + variants + "]}";
  }

  private static ImportDocument document(String text) {
    return ImportDocument.of(json(text));
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static String messages(ImportValidator check) {
    return String.join(
        "; ",
        JsonArrays.objects(check.errors()).stream()
            .map(error -> error.getString("field") + ": " + error.getString("message"))
            .toList());
  }
}

package dev.tradewind.acceptance.field;

import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.catalog.CsvAdminClient;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declared fields in files of products and orders. */
class FieldFilesIT {

  private static final String FIELDS = "/admin/tradewind/fields";

  private static Shop shop;
  private static StaffClient staff;
  private static CsvAdminClient office;

  private final List<String> declared = new ArrayList<>();

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    staff = new StaffClient(shop);
    office = new CsvAdminClient(shop.storefront(), staff.credentials());
    staff.post(FIELDS, "{'resource': 'product', 'name': 'mass', 'type': 'number'}");
    staff.post(FIELDS, "{'resource': 'product', 'name': 'marks', 'type': 'list'}");
    staff.post(
        FIELDS,
        "{'resource': 'product', 'name': 'cost', 'type': 'money', 'currency_code': 'eur',"
            + " 'staff_only': true}");
    staff.post(FIELDS, "{'resource': 'variant', 'name': 'fragile', 'type': 'boolean'}");
    staff.post(FIELDS, "{'resource': 'order', 'name': 'desk', 'type': 'text'}");
    staff.post(FIELDS, "{'resource': 'order', 'name': 'weight', 'type': 'number'}");
    staff.post(
        FIELDS, "{'resource': 'order', 'name': 'marks', 'type': 'list', 'staff_only': true}");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static JsonObject product(String handle) {
    return staff.get("/admin/products?handle=" + handle).getJsonArray("products").getJsonObject(0);
  }

  @Test
  void anImportSetsFieldsAndAnExportHasThem() {
    JsonObject job =
        office.imported(
            """
            Product Handle;Product Title;Variant Title;Product Metadata mass;Product Metadata marks;\
            Product Staff Metadata cost;Variant Metadata fragile;Product Metadata free
            vase;Vase;Blue;12.50;eco, new;1999;true;kept
            """);

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    JsonObject vase = product("vase");
    assertThat(vase.getJsonObject("metadata"))
        .isEqualTo(
            json(
                "{'mass': 12.5, 'marks': ['eco', 'new'], '_staff': {'cost': 1999}, 'free': 'kept'}"));
    assertThat(vase.getJsonArray("variants").getJsonObject(0).getJsonObject("metadata"))
        .isEqualTo(json("{'fragile': true}"));

    String exported = export("vase");
    assertThat(exported)
        .contains(
            ";Product Staff Metadata cost;Product Metadata marks;Product Metadata mass;",
            ";Variant Metadata fragile",
            ";1999;\"eco,new\";12.50;true");
    assertThat(office.imported(exported).getString("status")).isEqualTo("completed");
    assertThat(product("vase").getJsonObject("metadata")).isEqualTo(vase.getJsonObject("metadata"));
  }

  private static String export(String handle) {
    return office.exported(
        new JsonObject().put("filterable_fields", new JsonObject().put("handle", handle)));
  }

  @ParameterizedTest
  @CsvSource({
    "'', true",
    "'id,metadata', true",
    "display_id, false",
  })
  void anExportOfOrdersHasThemUnlessOtherColumnsAreSelected(String selected, boolean hasThem) {
    Storefront door = shop.storefront();
    String order =
        door.post("/store/carts/" + door.readyCart() + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");
    staff.post(
        "/admin/orders/" + order,
        "{'metadata': {'desk': 'north', 'weight': '20.50', '_staff': {'marks': 'vip, new'}}}");
    JsonObject context =
        new JsonObject().put("filterable_fields", new JsonObject().put("id", order));

    JsonObject job =
        office.completed(
            office
                .create(
                    "order-export",
                    selected.isEmpty() ? context : context.put("fields", selected),
                    false)
                .getString("id"));

    List<String> lines =
        office.download(job.getJsonObject("result").getString("file_key")).lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(
            lines
                .getFirst()
                .endsWith(";Order Metadata desk;Order Staff Metadata marks;Order Metadata weight"))
        .isEqualTo(hasThem);
    assertThat(lines.getLast().endsWith(";north;\"vip,new\";20.50")).isEqualTo(hasThem);
  }

  @Test
  void anOrderWithoutValuesHasEmptyCells() {
    Storefront door = shop.storefront();
    String order =
        door.post("/store/carts/" + door.readyCart() + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");
    JsonObject context =
        new JsonObject()
            .put("fields", "id,metadata")
            .put("filterable_fields", new JsonObject().put("id", order));

    JsonObject job =
        office.completed(office.create("order-export", context, false).getString("id"));

    assertThat(office.download(job.getJsonObject("result").getString("file_key")))
        .startsWith("Order_ID;")
        .contains("\r\n" + order + ";")
        .endsWith(";;;\r\n");
  }

  @Test
  void aCellThatIsEmptyRemovesTheValueAndKeepsOthersOfStaff() {
    staff.post(
        "/admin/products",
        "{'title': 'Bowl', 'handle': 'bowl', 'options': [{'title': 'Size'}],"
            + " 'variants': [{'title': 'S', 'options': [{'value': 'S'}], 'prices': []}],"
            + " 'metadata': {'mass': 3, '_staff': {'cost': 5, 'shelf': 'B2'}}}");
    String id = product("bowl").getString("id");

    JsonObject job =
        office.imported(
            """
            Product Id;Product Handle;Product Title;Variant Id;Variant Title;Option 1 Name;\
            Option 1 Value;Product Metadata mass;Product Staff Metadata cost
            %s;bowl;Bowl;%s;S;Size;S;;7
            """
                .formatted(
                    id, product("bowl").getJsonArray("variants").getJsonObject(0).getString("id")));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(product("bowl").getJsonObject("metadata"))
        .isEqualTo(json("{'_staff': {'cost': 7, 'shelf': 'B2'}}"));
  }

  @Test
  void anImportNamesLineAndColumnOfValuesThatADeclarationRefuses() {
    assertErrors(
        """
        Product Handle;Product Title;Variant Title;Product Metadata mass;\
        Product Staff Metadata cost;Variant Metadata fragile
        mug;Mug;Blue;1;2;true
        cup;Cup;Blue;heavy;1.5;maybe
        pot;Pot;Red;;;false
        """,
        "Line 3, column Product Metadata mass: must be a number",
        "Line 3, column Product Staff Metadata cost: must be an integer, in the smallest unit of eur",
        "Line 3, column Variant Metadata fragile: must be true or false");
  }

  @Test
  void anImportNamesTakenValuesAndThoseThatItRepeats() {
    declare("{'resource': 'product', 'name': 'code', 'type': 'text', 'unique': true}");
    declare("{'resource': 'variant', 'name': 'serial', 'type': 'number', 'unique': true}");
    for (String id : List.of("product.code", "variant.serial")) {
      until(() -> isReady(FIELDS + "/" + id));
    }
    staff.post("/admin/products", "{'title': 'Owner', 'metadata': {'code': 'A1'}}");
    StringBuilder others = new StringBuilder();
    for (int line = 4; line < 204; line++) {
      others.append("other-%1$d;Other;S;;%1$d\n".formatted(line));
    }

    assertErrors(
        """
        Product Handle;Product Title;Variant Title;Product Metadata code;Variant Metadata serial
        mug;Mug;Blue;A1;1
        cup;Cup;Blue;B2;2
        %scan;Can;Blue;B2;3
        pot;Pot;Blue;C3;2.0
        """
            .formatted(others),
        "Line 2, column Product Metadata code: is taken",
        "Line 204, column Product Metadata code: B2 is in line 3 already",
        "Line 205, column Variant Metadata serial: 2 is in line 3 already");
  }

  private static boolean isReady(String path) {
    return staff.get(path).getJsonObject("field").getString("index_status").equals("ready");
  }

  @Test
  void anImportNamesRequiredFieldsThatANewProductLacks() {
    staff
        .get("/admin/products?limit=200")
        .getJsonArray("products")
        .forEach(each ->
            staff.post(
                "/admin/products/" + ((JsonObject) each).getString("id"),
                "{'metadata': {'season': 'all'}}"));
    declare("{'resource': 'product', 'name': 'season', 'type': 'text', 'required': true}");
    JsonObject stored =
        staff
            .post("/admin/products", "{'title': 'Had', 'metadata': {'season': 'winter'}}")
            .getJsonObject("product");

    assertErrors(
        """
        Product Id;Product Handle;Product Title;Variant Title;Product Metadata season
        ;mug;Mug;S;
        %s;%s;Had;S;
        """
            .formatted(stored.getString("id"), stored.getString("handle")),
        "Line 2, column Product Metadata season: is required",
        "Line 3, column Product Metadata season: is required");
    JsonObject job =
        office.imported(
            """
            Product Id;Product Handle;Product Title;Variant Title
            %s;%s;Kept;S
            """
                .formatted(stored.getString("id"), stored.getString("handle")));
    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
  }

  @Test
  void anImportNamesReferencesToRowsThatNeitherTheShopNorTheFileHas() {
    declare(
        "{'resource': 'variant', 'name': 'gift', 'type': 'reference', 'references': 'product'}");

    assertErrors(
        """
        Product Id;Product Handle;Product Title;Variant Title;Variant Metadata gift
        prod_gift_1;mug;Mug;Blue;prod_gift_1
        prod_gift_2;cup;Cup;Blue;prod_gift_9
        """,
        "Line 3, column Variant Metadata gift: must be the id of a present product");
    JsonObject job =
        office.imported(
            """
            Product Id;Product Handle;Product Title;Variant Title;Variant Metadata gift
            prod_gift_1;mug-1;Mug;Blue;
            prod_gift_2;cup-1;Cup;Blue;prod_gift_1
            """);
    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
  }

  @Test
  void anImportRefersToRowsOfTheSameChunk() {
    declare(
        "{'resource': 'product', 'name': 'next', 'type': 'reference', 'references': 'product'}");
    declare(
        "{'resource': 'product', 'name': 'best', 'type': 'reference', 'references': 'variant'}");
    declare(
        "{'resource': 'variant', 'name': 'twin', 'type': 'reference', 'references': 'variant'}");

    JsonObject job =
        office.imported(
            """
            Product Id;Product Handle;Product Title;Variant Id;Variant Title;Product Metadata next;\
            Product Metadata best;Variant Metadata twin
            prod_ring_1;ring-1;Ring;variant_ring_1;S;prod_ring_2;variant_ring_1;variant_ring_2
            prod_ring_2;ring-2;Ring;variant_ring_2;S;prod_ring_2;variant_ring_1;variant_ring_1
            """);

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(product("ring-1").getJsonObject("metadata"))
        .isEqualTo(json("{'next': 'prod_ring_2', 'best': 'variant_ring_1'}"));
    assertThat(
            staff
                .tryPost("/admin/products/prod_ring_1", "{'metadata': {'next': 'prod_ring_3'}}")
                .text())
        .contains("metadata.next must be the id of a present product");
  }

  private void declare(String body) {
    declared.add(staff.post(FIELDS, body).getJsonObject("field").getString("id"));
  }

  @AfterEach
  void removeFields() {
    declared.forEach(id -> staff.delete(FIELDS + "/" + id));
  }

  /** The file is refused before its job asks to be confirmed. */
  private static void assertErrors(String file, String... expected) {
    JsonObject job = office.imported(file);

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getString("pre_processed_at")).as("%s", job).isNull();
    assertThat(job.getJsonObject("result").getJsonArray("errors"))
        .extracting(String::valueOf)
        .containsExactlyInAnyOrder(expected);
    assertThat(staff.get("/admin/products?handle=mug").getJsonArray("products")).isEmpty();
  }
}

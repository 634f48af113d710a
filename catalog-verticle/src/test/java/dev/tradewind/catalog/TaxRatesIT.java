package dev.tradewind.catalog;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.catalog.AdminApi.texts;
import static dev.tradewind.catalog.TestCatalog.context;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaxRatesIT {

  private static TestCatalog catalog;
  private static AdminApi staff;
  private static String europe;
  private static String america;
  private static String option;
  private static String americanOption;
  private static String product;
  private static String type;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    staff = new AdminApi(catalog);
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    america = catalog.id("SELECT id FROM region WHERE currency_code = 'usd'");
    option = catalog.id("SELECT id FROM shipping_option WHERE region_id = $1 LIMIT 1", europe);
    americanOption =
        catalog.id("SELECT id FROM shipping_option WHERE region_id = $1 LIMIT 1", america);
    product = catalog.id("SELECT id FROM product ORDER BY id LIMIT 1");
    type = catalog.id("SELECT id FROM product_type ORDER BY id LIMIT 1");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aNewRateShowsItsFieldsAndTheRequestedRelations() {
    JsonObject body =
        json(
            """
            {'code': 'RED', 'name': 'Reduced', 'region_id': '%s', 'rate': 7.5,
            'products': ['%s'], 'product_types': ['%s'], 'shipping_options': ['%s']}
            """,
            europe, product, type, option);

    JsonObject rate = create(NOTHING, body);

    assertThat(rate.fieldNames())
        .containsExactlyInAnyOrder(
            "id", "created_at", "updated_at", "rate", "code", "name", "region_id");
    assertThat(rate.getString("id")).matches("txr_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(rate.getDouble("rate")).isEqualTo(7.5);
    JsonObject whole =
        get(
            rate.getString("id"),
            json(
                """
                {'expand': ['products', 'product_types', 'shipping_options', 'region'],
                'fields': ['name', 'metadata', 'product_count', 'shipping_option_count']}
                """));
    assertThat(whole.fieldNames())
        .containsExactlyInAnyOrder(
            "id",
            "name",
            "metadata",
            "products",
            "product_types",
            "shipping_options",
            "region",
            "product_count",
            "shipping_option_count");
    assertThat(texts(whole.getJsonArray("products"), "id")).containsExactly(product);
    assertThat(texts(whole.getJsonArray("product_types"), "id")).containsExactly(type);
    assertThat(texts(whole.getJsonArray("shipping_options"), "id")).containsExactly(option);
    assertThat(whole.getJsonObject("region").getString("id")).isEqualTo(europe);
    assertThat(whole.getInteger("product_count")).isEqualTo(1);
    assertThat(
            await(catalog.client.findTaxRates(context(), europe, List.of(product), List.of(option)))
                .shippingOptions()
                .get(option))
        .anySatisfy(linked -> assertThat(linked.code()).isEqualTo("RED"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'region_id': 'reg_x'}             | 404 | not_found   | Region with region_id reg_x does not exist.",
        "{'products': ['prod_x']}           | 404 | not_found   | Product with product_id prod_x does not exist.",
        "{'product_types': ['ptyp_x']}      | 404 | not_found   | Product_type with product_type_id ptyp_x does not exist.",
        "{'shipping_options': ['so_x']}     | 404 | not_found   | Shipping_option with shipping_option_id so_x does not exist.",
      })
  void anInvalidRateIsRefused(String change, int status, String type, String message) {
    String id = newRate(europe);
    JsonObject body = json("{'code': 'A', 'name': 'A', 'region_id': '%s'}", europe);
    long before = count();

    assertRefused(
        staff.send("adminCreateTaxRate", NOTHING, body.mergeIn(json(change))),
        status,
        type,
        message);
    assertRefused(staff.send("adminUpdateTaxRate", path(id), json(change)), status, type, message);
    assertThat(count()).isEqualTo(before);
  }

  @Test
  void anOptionAndItsRateAreOfOneRegion() {
    String id = newRate(europe);
    String refusal =
        ("Shipping Option and Tax Rate must belong to the same Region to be associated. Shipping"
                + " Option with id: %s belongs to Region with id: %s and Tax Rate with id: %s"
                + " belongs to Region with id: %s")
            .formatted(americanOption, america, id, europe);

    for (String operation : List.of("adminAddShippingOptionsToTaxRate", "adminUpdateTaxRate")) {
      assertRefused(
          staff.send(operation, path(id), json("{'shipping_options': ['%s']}", americanOption)),
          400,
          "not_allowed",
          refusal);
    }
    staff.ok(
        "adminAddShippingOptionsToTaxRate", path(id), json("{'shipping_options': ['%s']}", option));
    assertThat(
            staff
                .send("adminUpdateTaxRate", path(id), json("{'region_id': '%s'}", america))
                .status())
        .as("its option would be left behind")
        .isEqualTo(400);
    staff.ok(
        "adminUpdateTaxRate",
        path(id),
        json("{'region_id': '%s', 'shipping_options': ['%s']}", america, americanOption));
  }

  @Test
  void linksAreAddedAndRemovedOneList() {
    String id = newRate(europe);
    String other = catalog.id("SELECT id FROM product ORDER BY id DESC LIMIT 1");
    JsonObject both = json("{'products': ['%s', '%s', '%s']}", product, other, product);
    JsonObject query = json("{'expand': ['products'], 'fields': ['product_count']}");

    JsonObject added =
        staff.ok("adminAddProductsToTaxRate", path(id), query, both).getJsonObject("tax_rate");
    staff.ok("adminAddProductsToTaxRate", path(id), json("{'products': ['%s']}", product));
    JsonObject removed =
        staff
            .ok(
                "adminRemoveProductsFromTaxRate",
                path(id),
                query,
                json("{'products': ['%s', 'prod_x']}", product))
            .getJsonObject("tax_rate");
    staff.ok("adminAddProductTypesToTaxRate", path(id), json("{'product_types': ['%s']}", type));
    staff.ok(
        "adminRemoveProductTypesFromTaxRate", path(id), json("{'product_types': ['%s']}", type));
    JsonObject replaced =
        staff
            .ok("adminUpdateTaxRate", path(id), query, json("{'products': [], 'rate': null}"))
            .getJsonObject("tax_rate");

    assertThat(added.getInteger("product_count")).isEqualTo(2);
    assertThat(texts(removed.getJsonArray("products"), "id")).containsExactly(other);
    assertThat(replaced.getJsonArray("products")).isEmpty();
    assertThat(get(id, NOTHING).getValue("rate")).isNull();
  }

  @Test
  void aDeletedRateIsGone() {
    String id = newRate(europe);

    for (int i = 0; i < 2; i++) {
      assertThat(staff.ok("adminDeleteTaxRate", path(id), null))
          .isEqualTo(json("{'id': '%s', 'object': 'tax-rate', 'deleted': true}", id));
    }
    JsonObject products = json("{'products': []}");
    for (Reply refused :
        List.of(
            staff.send("adminGetTaxRate", path(id), null),
            staff.send("adminUpdateTaxRate", path(id), NOTHING),
            staff.send("adminAddProductsToTaxRate", path(id), products),
            staff.send("adminRemoveProductsFromTaxRate", path(id), products))) {
      assertRefused(refused, 404, "not_found", "TaxRate with " + id + " was not found");
    }
  }

  @Test
  void ratesAreFilteredByNumberRegionAndName() {
    String low =
        create(
                NOTHING,
                json(
                    "{'code': 'F1', 'name': 'Filter low', 'region_id': '%s', 'rate': 2.5}", europe))
            .getString("id");
    String high =
        create(
                NOTHING,
                json(
                    "{'code': 'F2', 'name': 'Filter high', 'region_id': '%s', 'rate': 90}",
                    america))
            .getString("id");

    assertThat(ids("{'q': 'filter', 'order': 'rate'}")).containsExactly(low, high);
    assertThat(ids("{'q': 'filter', 'name': 'unmatched'}")).isEmpty();
    assertThat(ids("{'rate': 2.5}")).containsExactly(low);
    assertThat(ids("{'rate': {'gte': 50, 'lt': 91}}")).containsExactly(high);
    assertThat(ids("{'name': 'Filter low'}")).containsExactly(low);
    assertThat(ids("{'code': 'F2'}")).containsExactly(high);
    assertThat(ids("{'q': 'filter', 'region_id': '" + america + "'}")).containsExactly(high);
    assertThat(ids("{'q': 'filter', 'region_id': ['" + america + "', '" + europe + "']}"))
        .hasSize(2);
    assertThat(ids("{'q': 'filter', 'deleted_at': {'gt': '2001-01-01'}}")).isEmpty();
    assertThat(staff.page("adminListTaxRates", "{}").getInteger("limit")).isEqualTo(50);
    JsonObject counted =
        staff
            .page("adminListTaxRates", "{'code': 'F1', 'fields': ['product_type_count']}")
            .getJsonArray("tax_rates")
            .getJsonObject(0);
    assertThat(counted).isEqualTo(json("{'id': '%s', 'product_type_count': 0}", low));
    assertRefused(
        await(catalog.send("adminListTaxRates", NOTHING, json("{'fields': ['color']}"), null)),
        400,
        "invalid_data",
        "Requested fields [color] are not valid");
    assertRefused(
        await(
            catalog.send(
                "adminUpdateTaxRate", path(low), json("{'expand': ['x']}"), json("{'rate': 9}"))),
        400,
        "invalid_data",
        "Requested fields [x] are not valid");
    assertThat(get(low, NOTHING).getDouble("rate")).as("nothing was written").isEqualTo(2.5);
  }

  @Test
  void concurrentlyAddedLinksAreAllStored() {
    String id = newRate(europe);
    JsonArray products = new JsonArray();
    catalog
        .sql("SELECT id FROM product ORDER BY id LIMIT 8")
        .forEach(row -> products.add(row.getString(0)));

    List<Future<Reply>> replies = new ArrayList<>();
    products.forEach(one ->
        replies.add(
            staff.sending(
                "adminAddProductsToTaxRate", path(id), json("{'products': ['%s']}", one))));

    assertThat(replies).allSatisfy(reply -> assertThat(await(reply).status()).isEqualTo(200));
    assertThat(get(id, json("{'fields': ['product_count']}")).getInteger("product_count"))
        .isEqualTo(8);
  }

  private static List<String> ids(String query) {
    return texts(staff.page("adminListTaxRates", query).getJsonArray("tax_rates"), "id");
  }

  private static long count() {
    return catalog.sql("SELECT count(*) FROM tax_rate").iterator().next().getLong(0);
  }

  private static String newRate(String regionId) {
    return create(
            NOTHING, json("{'code': 'X', 'name': 'X', 'region_id': '%s', 'rate': 1}", regionId))
        .getString("id");
  }

  private static JsonObject create(JsonObject query, JsonObject body) {
    return staff.ok("adminCreateTaxRate", NOTHING, query, body).getJsonObject("tax_rate");
  }

  private static JsonObject get(String id, JsonObject query) {
    return staff.ok("adminGetTaxRate", path(id), query, null).getJsonObject("tax_rate");
  }
}

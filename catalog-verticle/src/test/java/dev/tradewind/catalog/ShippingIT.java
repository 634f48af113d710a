package dev.tradewind.catalog;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.catalog.AdminApi.texts;
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

class ShippingIT {

  private static final String FIELDS =
      "id created_at updated_at deleted_at name region_id profile_id provider_id price_type amount"
          + " is_return admin_only data metadata includes_tax";

  private static TestCatalog catalog;
  private static AdminApi staff;
  private static String europe;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    staff = new AdminApi(catalog);
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    catalog.sql("INSERT INTO region_fulfillment_provider VALUES ($1, 'trial')", europe);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  private static JsonObject flat() {
    return json(
        """
        {'name': 'Parcel', 'region_id': '%s', 'provider_id': 'manual', 'price_type': 'flat_rate',
        'amount': 1000, 'data': {'id': 'manual-fulfillment'}}
        """,
        europe);
  }

  @Test
  void aNewOptionIsInTheDefaultProfile() {
    JsonObject option =
        create(
            flat()
                .put("admin_only", "true")
                .put("is_return", "false")
                .put("metadata", json("{'a': 1}"))
                .put(
                    "requirements",
                    new JsonArray()
                        .add(json("{'type': 'max_subtotal', 'amount': 900}"))
                        .add(json("{'type': 'min_subtotal', 'amount': 100}"))));

    assertThat(option.getString("id")).matches("so_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(option.fieldNames())
        .containsExactlyInAnyOrder((FIELDS + " region profile requirements").split(" "));
    assertThat(option.getBoolean("admin_only")).isTrue();
    assertThat(option.getBoolean("is_return")).isFalse();
    assertThat(option.getJsonObject("region").getString("id")).isEqualTo(europe);
    assertThat(option.getJsonObject("profile").getString("type")).isEqualTo("default");
    assertThat(texts(option.getJsonArray("requirements"), "type"))
        .containsExactlyInAnyOrder("min_subtotal", "max_subtotal");
    assertThat(
            staff
                .ok("adminGetShippingOption", path(option.getString("id")), null)
                .getJsonObject("shipping_option"))
        .isEqualTo(option);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'amount': null}                                          | 400 | invalid_data | Shipping options of type `flat_rate` must have an `amount`",
        "{'amount': -1}                                            | 400 | invalid_data | Shipping options of type `flat_rate` must have an `amount`",
        "{'price_type': 'calculated'}                              | 400 | invalid_data | The fulfillment provider cannot calculate prices for this option",
        "{'provider_id': 'none'}                                   | 400 | invalid_data | The fulfillment provider is not available in the provided region",
        "{'provider_id': 'trial', 'data': {'invalid': true}}       | 400 | invalid_data | The fulfillment provider cannot validate the shipping option",
        "{'provider_id': 'trial', 'data': {'mode': 'breaks'}}      | 503 | unavailable  | The fulfillment provider trial is not available. Please retry.",
        "{'region_id': 'reg_x'}                                    | 404 | not_found    | Region with reg_x was not found",
        "{'profile_id': 'sp_x'}                                    | 404 | not_found    | Profile with id: sp_x was not found",
        "{'requirements': [{'type': 'min_subtotal', 'amount': 1}, {'type': 'min_subtotal', 'amount': 2}]} | 400 | invalid_data | Only one requirement of each type is allowed",
        "{'requirements': [{'type': 'min_subtotal', 'amount': 2}, {'type': 'max_subtotal', 'amount': 1}]} | 400 | invalid_data | Max. subtotal must be greater than Min. subtotal",
      })
  void anInvalidShippingOptionIsRefused(String change, int status, String type, String message) {
    long before = count();

    assertRefused(
        staff.send("adminCreateShippingOption", NOTHING, flat().mergeIn(json(change))),
        status,
        type,
        message);

    assertThat(count()).isEqualTo(before);
  }

  @Test
  void aProviderThatIsNoLongerInstalledIsNotFound() {
    catalog.sql("INSERT INTO fulfillment_provider VALUES ('gone', false) ON CONFLICT DO NOTHING");
    catalog.sql("INSERT INTO region_fulfillment_provider VALUES ($1, 'gone')", europe);

    assertRefused(
        staff.send("adminCreateShippingOption", NOTHING, flat().put("provider_id", "gone")),
        404,
        "not_found",
        "Could not find a fulfillment provider with id: gone");
    assertRefused(
        staff.send("adminListRegionFulfillmentOptions", path(europe), null),
        404,
        "not_found",
        "Could not find a fulfillment provider with id: gone");
    catalog.sql("DELETE FROM region_fulfillment_provider WHERE provider_id = 'gone'");
  }

  @Test
  void aCalculatedOptionHasNoAmount() {
    JsonObject option =
        create(
            flat()
                .put("provider_id", "trial")
                .put("price_type", "calculated")
                .put("amount", 5)
                .put("data", json("{'price': 70}")));
    String id = option.getString("id");

    assertThat(option.getValue("amount")).isNull();
    assertThat(update(id, "{'requirements': [], 'amount': 7}").getValue("amount")).isNull();
    assertRefused(
        staff.send(
            "adminUpdateShippingOption",
            path(id),
            json("{'requirements': [], 'price_type': 'flat_rate'}")),
        400,
        "invalid_data",
        "Shipping options of type `flat_rate` must have an `amount`");
    JsonObject flat = update(id, "{'requirements': [], 'price_type': 'flat_rate', 'amount': 8}");
    assertThat(flat.getInteger("amount")).isEqualTo(8);
    assertThat(update(id, "{'requirements': [], 'price_type': 'calculated'}").getValue("amount"))
        .isNull();
  }

  @Test
  void anUpdateReplacesTheRequirements() {
    JsonObject option =
        create(
            flat()
                .put(
                    "requirements",
                    new JsonArray().add(json("{'type': 'min_subtotal', 'amount': 100}"))));
    String id = option.getString("id");
    String requirement = option.getJsonArray("requirements").getJsonObject(0).getString("id");

    JsonObject updated =
        update(
            id,
            """
            {'name': 'Box', 'amount': 0, 'admin_only': true, 'includes_tax': true,
            'metadata': {'b': 2}, 'requirements': [
              {'id': '%s', 'type': 'min_subtotal', 'amount': 200},
              {'type': 'max_subtotal', 'amount': 300}]}
            """
                .formatted(requirement));

    assertThat(updated.getString("name")).isEqualTo("Box");
    assertThat(updated.getInteger("amount")).isZero();
    assertThat(updated.getBoolean("admin_only")).isTrue();
    assertThat(updated.getBoolean("includes_tax")).isTrue();
    assertThat(updated.getJsonArray("requirements"))
        .hasSize(2)
        .contains(
            json(
                """
                {'id': '%s', 'shipping_option_id': '%s', 'type': 'min_subtotal', 'amount': 200,
                'deleted_at': null}
                """,
                requirement, id));
    assertThat(update(id, "{'requirements': []}").getJsonArray("requirements")).isEmpty();
    assertRefused(
        staff.send(
            "adminUpdateShippingOption",
            path(id),
            json("{'requirements': [{'id': 'sor_x', 'type': 'min_subtotal', 'amount': 1}]}")),
        400,
        "invalid_data",
        "Shipping option requirement with id sor_x does not exist");
    assertRefused(
        staff.send(
            "adminUpdateShippingOption",
            path(id),
            json("{'requirements': [{'type': 'weight', 'amount': 1}]}")),
        400,
        "invalid_data",
        "Requirement type must be one of min_subtotal, max_subtotal");
    assertRefused(
        staff.send(
            "adminUpdateShippingOption",
            path(id),
            json("{'requirements': [], 'price_type': 'calculated'}")),
        400,
        "invalid_data",
        "The fulfillment provider cannot calculate prices for this option");
  }

  @Test
  void concurrentReplacementsOfTheRequirementsLeaveOneSet() {
    String id = create(flat()).getString("id");
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      replies.add(
          staff.sending(
              "adminUpdateShippingOption",
              path(id),
              json("{'requirements': [{'type': 'min_subtotal', 'amount': %d}]}", i)));
    }

    assertThat(replies).allSatisfy(reply -> assertThat(await(reply).status()).isEqualTo(200));
    assertThat(
            catalog.sql(
                "SELECT FROM shipping_option_requirement WHERE shipping_option_id = $1", id))
        .hasSize(1);
  }

  @Test
  void aDeletedOptionIsGone() {
    String id = create(flat()).getString("id");

    staff.ok("adminDeleteShippingOption", path(id), null);
    assertThat(staff.ok("adminDeleteShippingOption", path(id), null))
        .isEqualTo(json("{'id': '%s', 'object': 'shipping-option', 'deleted': true}", id));
    for (Reply refused :
        List.of(
            staff.send("adminGetShippingOption", path(id), null),
            staff.send(
                "adminUpdateShippingOption",
                path(id),
                json("{'requirements': [], 'price_type': 'calculated'}")),
            staff.send("adminUpdateShippingOption", path(id), json("{'requirements': []}")))) {
      assertRefused(refused, 404, "not_found", "Shipping Option with " + id + " was not found");
    }
    assertThat(texts(options("{'deleted_at': {'gt': '2001-01-01'}, 'id': '" + id + "'}"), "id"))
        .containsExactly(id);
  }

  @Test
  void optionsAreListedWithTheirTaxes() {
    String id = create(flat().put("name", "Priced")).getString("id");
    String inclusive =
        create(flat().put("name", "Priced inside").put("includes_tax", true)).getString("id");
    staff.ok(
        "adminCreateTaxRate",
        NOTHING,
        json(
            "{'code': 'S', 'name': 'Ship', 'region_id': '%s', 'rate': 10, 'shipping_options': ['%s']}",
            europe, id));

    JsonArray priced = options("{'q': 'priced', 'order': 'name'}");

    assertThat(priced.getJsonObject(0).fieldNames())
        .containsExactlyInAnyOrder(
            (FIELDS + " region profile requirements price_incl_tax tax_rates tax_amount")
                .split(" "));
    assertThat(priced.getJsonObject(0).getInteger("price_incl_tax")).isEqualTo(1100);
    assertThat(priced.getJsonObject(0).getInteger("tax_amount")).isEqualTo(100);
    assertThat(priced.getJsonObject(0).getJsonArray("tax_rates"))
        .isEqualTo(new JsonArray().add(json("{'rate': 10, 'name': 'Ship', 'code': 'S'}")));
    assertThat(priced.getJsonObject(1).getInteger("price_incl_tax")).isEqualTo(1000);
    assertThat(priced.getJsonObject(1).getInteger("tax_amount")).isEqualTo(167);
    assertThat(priced.getJsonObject(1).getJsonArray("tax_rates"))
        .isEqualTo(new JsonArray().add(json("{'rate': 20, 'name': 'default', 'code': 'default'}")));
    assertThat(
            options(
                "{'id': ['%s', 'so_x'], 'fields': 'name,tax_amount', 'expand': 'provider'}"
                    .formatted(inclusive)))
        .isEqualTo(
            new JsonArray()
                .add(
                    json(
                        """
                        {'id': '%s', 'name': 'Priced inside', 'tax_amount': 167,
                        'provider': {'id': 'manual', 'is_installed': true}}
                        """,
                        inclusive)));
    catalog.sql("UPDATE region SET automatic_taxes = false WHERE id = $1", europe);
    JsonObject untaxed = options("{'id': '" + id + "'}").getJsonObject(0);
    catalog.sql("UPDATE region SET automatic_taxes = true WHERE id = $1", europe);
    assertThat(untaxed.getInteger("price_incl_tax")).isEqualTo(1000);
    assertThat(untaxed.getJsonArray("tax_rates")).isEmpty();
  }

  @Test
  void shoppersSeeTheOptionsThatShipTheirProducts() {
    String product = catalog.id("SELECT id FROM product ORDER BY id LIMIT 1");
    String hidden = create(flat().put("admin_only", true)).getString("id");
    String back = create(flat().put("is_return", true)).getString("id");
    String gift =
        create(
                flat()
                    .put(
                        "profile_id",
                        catalog.id("SELECT id FROM shipping_profile WHERE type = 'gift_card'")))
            .getString("id");

    JsonArray all = shoppers("{}");
    assertThat(texts(all, "id")).contains(back, gift).doesNotContain(hidden);
    assertThat(all.getJsonObject(0).fieldNames())
        .containsExactlyInAnyOrder(
            (FIELDS + " requirements price_incl_tax tax_rates tax_amount").split(" "));
    assertThat(texts(shoppers("{'is_return': true}"), "id")).containsExactly(back);
    assertThat(texts(shoppers("{'is_return': false}"), "id")).doesNotContain(back);
    assertThat(texts(shoppers("{'product_ids': 'prod_x, " + product + "'}"), "id"))
        .contains(back)
        .doesNotContain(gift);
    assertThat(shoppers("{'product_ids': 'prod_x'}")).isEmpty();
    assertThat(shoppers("{'region_id': 'reg_x'}")).isEmpty();
    assertThat(
            shoppers("{'region_id': '" + europe + "'}").stream()
                .map(option -> ((JsonObject) option).getString("region_id")))
        .containsOnly(europe);
  }

  @Test
  void profilesTakeProductsAndOptionsIn() {
    String option = create(flat()).getString("id");
    String product = catalog.id("SELECT id FROM product ORDER BY id LIMIT 1");

    JsonObject created =
        staff
            .ok(
                "adminCreateShippingProfile",
                NOTHING,
                json("{'name': 'Bulky', 'type': 'custom', 'metadata': {'a': 1}}"))
            .getJsonObject("shipping_profile");
    String id = created.getString("id");
    JsonObject updated =
        staff
            .ok(
                "adminUpdateShippingProfile",
                path(id),
                json(
                    """
                    {'name': 'Bulky goods', 'metadata': {'b': 2}, 'products': ['%s'],
                    'shipping_options': ['%s']}
                    """,
                    product, option))
            .getJsonObject("shipping_profile");

    assertThat(created.fieldNames())
        .containsExactlyInAnyOrder(
            "id", "created_at", "updated_at", "deleted_at", "name", "type", "metadata");
    assertThat(updated.getJsonObject("metadata")).isEqualTo(json("{'a': 1, 'b': 2}"));
    assertThat(texts(updated.getJsonArray("shipping_options"), "id")).containsExactly(option);
    JsonObject moved = updated.getJsonArray("products").getJsonObject(0);
    assertThat(moved.getString("id")).isEqualTo(product);
    assertThat(texts(moved.getJsonArray("profiles"), "id")).containsExactly(id);
    assertThat(staff.events(product))
        .last()
        .asString()
        .contains("commerce.catalog.v1 product.updated", "\"fields\": [\"profiles\"]");
    assertThat(
            staff.ok("adminGetShippingProfile", path(id), null).getJsonObject("shipping_profile"))
        .isEqualTo(updated);
    assertThat(
            texts(
                staff
                    .ok("adminListShippingProfiles", NOTHING, null)
                    .getJsonArray("shipping_profiles"),
                "id"))
        .contains(id)
        .hasSizeGreaterThanOrEqualTo(3);
    for (int i = 0; i < 2; i++) {
      assertThat(staff.ok("adminDeleteShippingProfile", path(id), null))
          .isEqualTo(json("{'id': '%s', 'object': 'shipping_profile', 'deleted': true}", id));
    }
    staff.ok(
        "adminUpdateShippingProfile",
        path(catalog.id("SELECT id FROM shipping_profile WHERE type = 'default'")),
        json("{'products': ['%s']}", product));
  }

  @Test
  void anInvalidProfileIsRefused() {
    String id = catalog.id("SELECT id FROM shipping_profile WHERE type = 'default'");

    assertRefused(
        staff.send("adminCreateShippingProfile", NOTHING, json("{'name': 'A', 'type': 'default'}")),
        422,
        "duplicate_error",
        "Shipping_profile with type default already exists.");
    assertRefused(
        staff.send("adminGetShippingProfile", path("sp_x"), null),
        404,
        "not_found",
        "Profile with id: sp_x was not found");
    assertRefused(
        staff.send("adminUpdateShippingProfile", path("sp_x"), json("{'name': 'A'}")),
        404,
        "not_found",
        "Profile with id: sp_x was not found");
    assertRefused(
        staff.send("adminUpdateShippingProfile", path(id), json("{'products': ['prod_x']}")),
        404,
        "not_found",
        "Product with id: prod_x was not found");
    assertRefused(
        staff.send("adminUpdateShippingProfile", path(id), json("{'shipping_options': ['so_x']}")),
        404,
        "not_found",
        "Shipping Option with so_x was not found");
  }

  private static long count() {
    return catalog.sql("SELECT count(*) FROM shipping_option").iterator().next().getLong(0);
  }

  private static JsonArray options(String query) {
    return staff.page("adminListShippingOptions", query).getJsonArray("shipping_options");
  }

  private static JsonArray shoppers(String query) {
    return catalog.list("storeListShippingOptions", json(query)).getJsonArray("shipping_options");
  }

  private static JsonObject create(JsonObject body) {
    return staff.ok("adminCreateShippingOption", NOTHING, body).getJsonObject("shipping_option");
  }

  private static JsonObject update(String id, String body) {
    return staff
        .ok("adminUpdateShippingOption", path(id), new JsonObject(body.replace('\'', '"')))
        .getJsonObject("shipping_option");
  }
}

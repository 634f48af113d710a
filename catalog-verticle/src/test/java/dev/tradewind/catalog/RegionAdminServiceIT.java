package dev.tradewind.catalog;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.catalog.AdminApi.texts;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionAdminServiceIT {

  private static final String NORTH =
      """
      {'name': 'North', 'currency_code': 'EUR', 'tax_rate': 25, 'payment_providers': ['manual'],
      'fulfillment_providers': ['manual'], 'countries': ['SE', 'no']}
      """;

  private static TestCatalog catalog;
  private static AdminApi staff;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    staff = new AdminApi(catalog);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @AfterEach
  void freeAllCountries() {
    catalog.sql("UPDATE country SET region_id = NULL");
  }

  @Test
  void aNewRegionHasItsCountriesAndProviders() {
    JsonObject body =
        json(NORTH)
            .put("tax_code", "N")
            .put("includes_tax", true)
            .put("metadata", json("{'cold': true}"));

    JsonObject region = create(body);

    assertThat(region.getString("id")).matches("reg_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(region.fieldNames())
        .containsExactlyInAnyOrder(
            ("id created_at updated_at deleted_at name currency_code tax_rate tax_code"
                    + " gift_cards_taxable automatic_taxes tax_provider_id metadata includes_tax"
                    + " countries payment_providers fulfillment_providers currency tax_provider"
                    + " tax_rates")
                .split(" "));
    assertThat(region.getString("currency_code")).isEqualTo("eur");
    assertThat(region.getJsonObject("currency").getString("code")).isEqualTo("eur");
    assertThat(region.getInteger("tax_rate")).isEqualTo(25);
    assertThat(region.getBoolean("includes_tax")).isTrue();
    assertThat(region.getBoolean("gift_cards_taxable")).isTrue();
    assertThat(region.getBoolean("automatic_taxes")).isTrue();
    assertThat(region.getJsonObject("metadata")).isEqualTo(json("{'cold': true}"));
    assertThat(texts(region.getJsonArray("countries"), "iso_2"))
        .containsExactlyInAnyOrder("se", "no");
    assertThat(texts(region.getJsonArray("payment_providers"), "id")).containsExactly("manual");
    assertThat(staff.events(region.getString("id")))
        .containsExactly(
            "commerce.settings.v1 region.created 1 {\"id\": \"%s\"}"
                .formatted(region.getString("id")));
    assertThat(get(region.getString("id"), NOTHING)).isEqualTo(region);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'tax_rate': -1}                                | 400 | invalid_data    | The tax_rate must be between 0 and 1",
        "{'tax_rate': 100.5}                             | 400 | invalid_data    | The tax_rate must be between 0 and 1",
        "{'currency_code': 'GBP'}                        | 400 | invalid_data    | Invalid currency code",
        "{'currency_code': 'XYZ'}                        | 400 | invalid_data    | Could not find currency with code xyz",
        "{'countries': ['xx']}                           | 400 | invalid_data    | Invalid country code",
        "{'countries': ['deu']}                          | 400 | invalid_data    | Invalid country code",
        "{'countries': ['aq']}                           | 400 | invalid_data    | Country with code aq not found",
        "{'countries': ['is', 'dk']}                     | 422 | duplicate_error | Denmark already exists in region reg_taken",
        "{'payment_providers': ['manual', 'none']}       | 400 | invalid_data    | Payment provider not found",
        "{'payment_providers': ['system']}               | 400 | invalid_data    | Payment provider not found",
        "{'fulfillment_providers': ['none']}             | 400 | invalid_data    | Fulfillment provider not found",
      })
  void anInvalidRegionIsRefused(String change, int status, String type, String message) {
    catalog.sql("DELETE FROM country WHERE iso_2 = 'aq'");
    catalog.sql(
        """
        INSERT INTO region (id, name, currency_code, tax_rate)
        VALUES ('reg_taken', 'Taken', 'eur', 0)
        ON CONFLICT DO NOTHING
        """);
    catalog.sql("UPDATE country SET region_id = 'reg_taken' WHERE iso_2 = 'dk'");
    String id = create(json(NORTH)).getString("id");

    assertRefused(
        staff.send(
            "adminCreateRegion",
            NOTHING,
            json(NORTH).put("countries", new JsonArray()).mergeIn(json(change))),
        status,
        type,
        message);
    assertRefused(staff.send("adminUpdateRegion", path(id), json(change)), status, type, message);
    assertThat(staff.events(id)).hasSize(1);
    assertThat(catalog.sql("SELECT FROM country WHERE iso_2 = 'is' AND region_id IS NOT NULL"))
        .isEmpty();
  }

  @Test
  void anUpdateReplacesTheGivenFields() {
    JsonObject before = create(json(NORTH).put("metadata", json("{'a': 1, 'b': 2}")));
    String id = before.getString("id");

    JsonObject region =
        staff
            .ok(
                "adminUpdateRegion",
                path(id),
                json(
                    """
                    {'name': 'Far north', 'countries': ['NO', 'is'], 'payment_providers': [],
                    'fulfillment_providers': ['trial'], 'automatic_taxes': false,
                    'gift_cards_taxable': false, 'tax_provider_id': 'trial',
                    'metadata': {'a': '', 'c': 3}}
                    """))
            .getJsonObject("region");

    assertThat(region.getString("name")).isEqualTo("Far north");
    assertThat(region.getString("tax_provider_id")).isEqualTo("trial");
    assertThat(region.getBoolean("automatic_taxes")).isFalse();
    assertThat(region.getInteger("tax_rate")).isEqualTo(25);
    assertThat(region.getJsonObject("metadata")).isEqualTo(json("{'b': 2, 'c': 3}"));
    assertThat(texts(region.getJsonArray("countries"), "iso_2"))
        .containsExactlyInAnyOrder("no", "is");
    assertThat(region.getJsonArray("payment_providers")).isEmpty();
    assertThat(texts(region.getJsonArray("fulfillment_providers"), "id")).containsExactly("trial");
    assertThat(staff.events(id))
        .last()
        .asString()
        .startsWith("commerce.settings.v1 region.updated 2 ")
        .contains("\"fields\": [\"name\", \"countries\", \"payment_providers\"");
    assertRefused(
        staff.send("adminUpdateRegion", path(id), json("{'tax_provider_id': 'none'}")),
        400,
        "invalid_data",
        "Tax provider not found");
    assertThat(
            staff
                .ok("adminUpdateRegion", path(id), json("{'tax_provider_id': null}"))
                .getJsonObject("region")
                .getValue("tax_provider_id"))
        .isNull();
  }

  @Test
  void aDeletedRegionReleasesItsCountriesAndIsNoticed() {
    String id = create(json(NORTH)).getString("id");

    List<String> noticed =
        staff.noticeDuring(
            DeletedReferences.REGION,
            () ->
                assertThat(staff.ok("adminDeleteRegion", path(id), null))
                    .isEqualTo(json("{'id': '%s', 'object': 'region', 'deleted': true}", id)));

    assertThat(noticed).containsExactly(id);
    assertThat(create(json(NORTH)).getJsonArray("countries")).hasSize(2);
    assertThat(staff.events(id)).last().asString().contains("region.deleted 2");
    for (Reply refused :
        List.of(
            staff.send("adminDeleteRegion", path(id), null),
            staff.send("adminGetRegion", path(id), null),
            staff.send("adminUpdateRegion", path(id), json("{'name': 'x'}")),
            staff.send("adminCreateRegionCountry", path(id), json("{'country_code': 'fi'}")),
            staff.send("adminListRegionFulfillmentOptions", path(id), null))) {
      assertRefused(refused, 404, "not_found", "Region with " + id + " was not found");
    }
  }

  @Test
  void concurrentRegionsClaimACountryOnce() {
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      JsonArray countries =
          i % 2 == 0 ? new JsonArray().add("fr").add("be") : new JsonArray().add("be").add("fr");
      replies.add(
          staff.sending("adminCreateRegion", NOTHING, json(NORTH).put("countries", countries)));
    }

    assertThat(replies.stream().map(reply -> await(reply).status()))
        .containsExactlyInAnyOrder(200, 422, 422, 422, 422, 422);
    assertThat(catalog.sql("SELECT DISTINCT region_id FROM country WHERE iso_2 IN ('fr', 'be')"))
        .hasSize(1);
  }

  @Test
  void aDeletedRegionKeepsNoConcurrentlyAddedCountry() {
    for (int round = 0; round < 5; round++) {
      String id = create(json(NORTH)).getString("id");
      Future<Reply> added =
          staff.sending("adminCreateRegionCountry", path(id), json("{'country_code': 'fi'}"));
      Future<Reply> deleted = staff.sending("adminDeleteRegion", path(id), null);

      assertThat(await(added).status()).isIn(200, 404);
      assertThat(await(deleted).status()).isEqualTo(200);
      assertThat(catalog.sql("SELECT FROM country WHERE region_id = $1", id)).isEmpty();
    }
  }

  @Test
  void countriesAreAddedAndRemovedOneByOne() {
    String id = create(json(NORTH)).getString("id");

    JsonObject added = member(id, "adminCreateRegionCountry", "{'country_code': 'FI'}");
    member(id, "adminCreateRegionCountry", "{'country_code': 'fi'}");
    JsonObject removed =
        staff
            .ok("adminDeleteRegionCountry", path(id).put("country_code", "NO"), null)
            .getJsonObject("region");
    staff.ok("adminDeleteRegionCountry", path(id).put("country_code", "zz"), null);

    assertThat(texts(added.getJsonArray("countries"), "iso_2")).hasSize(3).contains("fi");
    assertThat(texts(removed.getJsonArray("countries"), "iso_2"))
        .containsExactlyInAnyOrder("se", "fi");
    assertThat(staff.events(id))
        .as("what changes nothing tells nothing")
        .hasSize(3)
        .last()
        .asString()
        .contains("region.updated 3", "\"fields\": [\"countries\"]");
    JsonObject other = create(json(NORTH).put("countries", new JsonArray()));
    assertRefused(
        staff.send(
            "adminCreateRegionCountry",
            path(other.getString("id")),
            json("{'country_code': 'fi'}")),
        422,
        "duplicate_error",
        "Finland already exists in region " + id);
    assertRefused(
        staff.send("adminCreateRegionCountry", path(id), json("{'country_code': 'xx'}")),
        400,
        "invalid_data",
        "Invalid country code");
  }

  @Test
  void providersAreAddedAndRemovedOneByOne() {
    String id = create(json(NORTH)).getString("id");

    JsonObject shipped =
        member(id, "adminCreateRegionFulfillmentProvider", "{'provider_id': 'trial'}");
    member(id, "adminCreateRegionFulfillmentProvider", "{'provider_id': 'trial'}");
    member(id, "adminCreateRegionPaymentProvider", "{'provider_id': 'manual'}");
    JsonObject unpaid =
        staff
            .ok("adminDeleteRegionPaymentProvider", path(id).put("provider_id", "manual"), null)
            .getJsonObject("region");
    staff.ok("adminDeleteRegionPaymentProvider", path(id).put("provider_id", "none"), null);
    staff.ok("adminDeleteRegionFulfillmentProvider", path(id).put("provider_id", "trial"), null);

    assertThat(texts(shipped.getJsonArray("fulfillment_providers"), "id"))
        .containsExactly("manual", "trial");
    assertThat(unpaid.getJsonArray("payment_providers")).isEmpty();
    assertThat(staff.events(id)).hasSize(4);
    assertRefused(
        staff.send("adminCreateRegionPaymentProvider", path(id), json("{'provider_id': 'none'}")),
        404,
        "not_found",
        "Payment provider none was not found");
    assertRefused(
        staff.send(
            "adminCreateRegionFulfillmentProvider", path(id), json("{'provider_id': 'none'}")),
        404,
        "not_found",
        "Fulfillment provider none was not found");
  }

  @Test
  void theProvidersOfARegionListTheirFulfillmentOptions() {
    String id =
        create(json(NORTH).put("fulfillment_providers", new JsonArray().add("manual").add("trial")))
            .getString("id");

    assertThat(staff.ok("adminListRegionFulfillmentOptions", path(id), null))
        .isEqualTo(
            json(
                """
                {'fulfillment_options': [
                  {'provider_id': 'manual', 'options': [
                    {'id': 'manual-fulfillment'},
                    {'id': 'manual-fulfillment-return', 'is_return': true}]},
                  {'provider_id': 'trial', 'options': [{'id': 'trial-parcel'}]}]}
                """));
  }

  @Test
  void regionsAreSearchedSortedAndShownInPart() {
    String id = create(json(NORTH).put("name", "Utmost 50%")).getString("id");

    assertThat(texts(regions("{'q': 'utmost 50%'}"), "id")).containsExactly(id);
    assertThat(regions("{'q': '50_'}")).isEmpty();
    assertThat(regions("{'q': 'utmost', 'expand': '', 'fields': 'name'}"))
        .isEqualTo(new JsonArray().add(json("{'id': '%s', 'name': 'Utmost 50%%'}", id)));
    assertThat(regions("{'created_at': {'lt': '2001-01-01'}}")).isEmpty();
    assertThat(staff.page("adminListRegions", "{'limit': 1}").getInteger("limit")).isEqualTo(1);
    assertThat(staff.page("adminListRegions", "{}").getInteger("limit")).isEqualTo(50);
    staff.ok("adminDeleteRegion", path(id), null);
    assertThat(texts(regions("{'q': 'utmost', 'deleted_at': {'gt': '2001-01-01'}}"), "id"))
        .containsExactly(id);
    assertRefused(
        await(catalog.send("adminListRegions", NOTHING, json("{'expand': 'products'}"), null)),
        400,
        "invalid_data",
        "Requested fields [products] are not valid");
    assertRefused(
        await(catalog.send("adminListRegions", NOTHING, json("{'order': 'color'}"), null)),
        400,
        "invalid_data",
        "Order field color is not valid");
  }

  private static JsonArray regions(String query) {
    return staff.page("adminListRegions", query).getJsonArray("regions");
  }

  private static JsonObject create(JsonObject body) {
    return staff.ok("adminCreateRegion", NOTHING, body).getJsonObject("region");
  }

  private static JsonObject get(String id, JsonObject query) {
    return staff.ok("adminGetRegion", path(id), query, null).getJsonObject("region");
  }

  private static JsonObject member(String id, String operation, String body) {
    return staff.ok(operation, path(id), json(body)).getJsonObject("region");
  }
}

package dev.tradewind.catalog;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.catalog.AdminApi.texts;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.region.ProviderStore;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.providers.test.TestPlugin;
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

class ChannelsAndStoreIT {

  private static TestCatalog catalog;
  private static AdminApi staff;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    staff = new AdminApi(catalog);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void channelsAreCreatedUpdatedAndDeleted() {
    JsonObject created =
        staff
            .ok("adminCreateSalesChannel", NOTHING, json("{'name': 'Market'}"))
            .getJsonObject("sales_channel");
    String id = created.getString("id");

    assertThat(id).matches("sc_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(created.fieldNames())
        .containsExactlyInAnyOrder(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "name",
            "description",
            "is_disabled",
            "metadata",
            "locations");
    assertThat(created.getBoolean("is_disabled")).isFalse();
    assertThat(created.getValue("description")).isNull();
    assertThat(
            staff
                .ok(
                    "adminUpdateSalesChannel",
                    path(id),
                    json("{'description': 'On Sundays', 'is_disabled': true}"))
                .getJsonObject("sales_channel")
                .getString("description"))
        .isEqualTo("On Sundays");
    for (int i = 0; i < 2; i++) {
      assertThat(staff.ok("adminDeleteSalesChannel", path(id), null))
          .isEqualTo(json("{'id': '%s', 'object': 'sales-channel', 'deleted': true}", id));
    }
    assertThat(staff.events(id))
        .containsExactly(
            "commerce.settings.v1 sales_channel.created 1 {\"id\": \"%s\"}".formatted(id),
            "commerce.settings.v1 sales_channel.updated 2 {\"id\": \"%s\"}".formatted(id),
            "commerce.settings.v1 sales_channel.deleted 3 {\"id\": \"%s\"}".formatted(id));
    JsonObject products = json("{'product_ids': []}");
    for (Reply refused :
        List.of(
            staff.send("adminGetSalesChannel", path(id), null),
            staff.send("adminUpdateSalesChannel", path(id), json("{'name': 'x'}")),
            staff.send("adminAddProductsToSalesChannel", path(id), products),
            staff.send("adminRemoveProductsFromSalesChannel", path(id), products))) {
      assertRefused(refused, 404, "not_found", "Sales channel with id: " + id + " was not found");
    }
  }

  @Test
  void theDefaultChannelCannotBeDeleted() {
    String id = catalog.id("SELECT default_sales_channel_id FROM store");

    assertRefused(
        staff.send("adminDeleteSalesChannel", path(id), null),
        400,
        "not_allowed",
        "You cannot delete the default sales channel");
    assertThat(staff.ok("adminGetSalesChannel", path(id), null).getJsonObject("sales_channel"))
        .isNotNull();
  }

  @Test
  void channelsAreSearchedAndShownInPart() {
    String id =
        staff
            .ok(
                "adminCreateSalesChannel",
                NOTHING,
                json("{'name': 'Kiosk', 'description': 'At the station'}"))
            .getJsonObject("sales_channel")
            .getString("id");
    catalog.sql("INSERT INTO stock_location (id, name) VALUES ('sloc_1', 'Warehouse')");
    catalog.sql(
        """
        INSERT INTO sales_channel_location (id, sales_channel_id, location_id)
        VALUES ('scloc_1', $1, 'sloc_1')
        """,
        id);

    assertThat(texts(channels("{'q': 'STATION', 'name': 'Kiosk'}"), "id")).containsExactly(id);
    assertThat(channels("{'q': 'STATION', 'name': 'unmatched'}")).isEmpty();
    assertThat(texts(channels("{'name': 'Kiosk'}"), "id")).containsExactly(id);
    assertThat(channels("{'description': 'station'}")).isEmpty();
    assertThat(texts(channels("{'id': '" + id + "'}"), "id")).containsExactly(id);
    assertThat(staff.page("adminListSalesChannels", "{}").getInteger("limit")).isEqualTo(20);
    JsonObject shown =
        channels("{'name': 'Kiosk', 'fields': 'name', 'expand': 'locations,products'}")
            .getJsonObject(0);
    assertThat(shown.fieldNames()).containsExactlyInAnyOrder("id", "name", "locations", "products");
    assertThat(texts(shown.getJsonArray("locations"), "location_id")).containsExactly("sloc_1");
  }

  @Test
  void productsAreAddedToAChannelAndRemoved() {
    String id =
        staff
            .ok("adminCreateSalesChannel", NOTHING, json("{'name': 'Fair'}"))
            .getJsonObject("sales_channel")
            .getString("id");
    String product = catalog.id("SELECT id FROM product ORDER BY id LIMIT 1");
    JsonObject body = json("{'product_ids': [{'id': '%s'}]}", product);

    assertRefused(
        staff.send(
            "adminAddProductsToSalesChannel",
            path(id),
            json("{'product_ids': [{'id': '%s'}, {'id': 'prod_a'}, {'id': 'prod_b'}]}", product)),
        400,
        "invalid_data",
        "Provided request body contains errors. Please check the data and retry the request");
    assertThat(
            staff
                .send(
                    "adminAddProductsToSalesChannel",
                    path(id),
                    json("{'product_ids': [{'id': 'prod_a'}, {'id': 'prod_b'}]}"))
                .body()
                .toJsonObject()
                .getJsonArray("errors"))
        .containsExactly("Products prod_a, prod_b do not exist");
    assertThat(sold(id)).as("all or nothing").isEmpty();

    assertThat(
            staff
                .ok("adminAddProductsToSalesChannel", path(id), body)
                .getJsonObject("sales_channel")
                .getString("name"))
        .isEqualTo("Fair");
    staff.ok("adminAddProductsToSalesChannel", path(id), body);
    assertThat(sold(id)).containsExactly(product);
    staff.ok(
        "adminRemoveProductsFromSalesChannel",
        path(id),
        json("{'product_ids': [{'id': '%s'}, {'id': 'prod_x'}]}", product));
    assertThat(sold(id)).isEmpty();
    assertThat(staff.events(product))
        .filteredOn(event -> event.contains("sales_channels"))
        .as("one for each change")
        .hasSize(2);
  }

  private static List<String> sold(String channelId) {
    List<String> products = new ArrayList<>();
    catalog
        .sql("SELECT product_id FROM product_sales_channel WHERE sales_channel_id = $1", channelId)
        .forEach(row -> products.add(row.getString(0)));
    return products;
  }

  @Test
  void theStoreListsItsProvidersAndFeatures() {
    JsonObject store = staff.ok("adminGetStore", NOTHING, null).getJsonObject("store");

    assertThat(store.getString("name")).isNotEmpty();
    assertThat(store.getJsonObject("default_currency").getString("code"))
        .isEqualTo(store.getString("default_currency_code"));
    assertThat(store.getJsonObject("default_sales_channel").getString("id"))
        .isEqualTo(store.getString("default_sales_channel_id"));
    JsonArray providers = store.getJsonArray("payment_providers");
    assertThat(providers)
        .containsExactly(
            json("{'id': 'manual', 'is_installed': true}"),
            json("{'id': 'scripted', 'is_installed': true}"));
    assertThat(texts(store.getJsonArray("fulfillment_providers"), "id"))
        .containsExactly("manual", "trial");
    assertThat(texts(store.getJsonArray("feature_flags"), "key"))
        .containsExactly(
            "order_editing",
            "product_categories",
            "publishable_api_keys",
            "sales_channels",
            "tax_inclusive_pricing");
    assertThat(store.getJsonArray("modules")).as("a shop with a simple stock").isEmpty();
    assertThat(staff.ok("adminListStorePaymentProviders", NOTHING, null))
        .isEqualTo(new JsonObject().put("payment_providers", providers));
    assertThat(staff.ok("adminListStoreTaxProviders", NOTHING, null))
        .isEqualTo(json("{'tax_providers': [{'id': 'trial', 'is_installed': true}]}"));
  }

  @Test
  void providersAreMarkedAsInstalled() {
    catalog.sql("INSERT INTO payment_provider (id) VALUES ('gone')");
    catalog.sql("UPDATE fulfillment_provider SET is_installed = false WHERE id = 'manual'");

    await(new ProviderStore(catalog.pool).record(TestPlugin.installed(catalog.vertx)));

    assertThat(
            staff
                .ok("adminListStorePaymentProviders", NOTHING, null)
                .getJsonArray("payment_providers"))
        .contains(json("{'id': 'gone', 'is_installed': false}"));
    assertThat(catalog.sql("SELECT FROM fulfillment_provider WHERE NOT is_installed")).isEmpty();
    catalog.sql("DELETE FROM payment_provider WHERE id = 'gone'");
  }

  @Test
  void theStoreKeepsItsDefaultCurrencyAmongItsCurrencies() {
    JsonObject store =
        update(
            """
            {'name': 'Corner shop', 'invite_link_template': 'https://x/{token}',
            'currencies': ['SEK', 'usd', 'gbp'], 'default_currency_code': 'SEK',
            'metadata': {'a': 1}}
            """);

    assertThat(store.getString("name")).isEqualTo("Corner shop");
    assertThat(store.getString("default_currency_code")).isEqualTo("sek");
    assertThat(store.getJsonObject("metadata")).isEqualTo(json("{'a': 1}"));
    assertThat(texts(store.getJsonArray("currencies"), "code"))
        .containsExactly("gbp", "sek", "usd");
    assertRefused(
        staff.send("adminDeleteStoreCurrency", NOTHING.copy().put("code", "SEK"), null),
        400,
        "invalid_data",
        DEFAULT_IS_KEPT);
    staff.ok("adminDeleteStoreCurrency", NOTHING.copy().put("code", "GBP"), null);
    assertThat(
            texts(
                staff
                    .ok("adminDeleteStoreCurrency", NOTHING.copy().put("code", "gbp"), null)
                    .getJsonObject("store")
                    .getJsonArray("currencies"),
                "code"))
        .containsExactly("sek", "usd");
    update("{'default_currency_code': 'usd', 'currencies': ['usd', 'eur']}");
  }

  private static final String DEFAULT_IS_KEPT =
      "You are not allowed to remove default currency from store currencies without replacing it"
          + " as well";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'currencies': ['eur']}                                   | You are not allowed to remove default currency from store currencies without replacing it as well",
        "{'currencies': ['usd', 'xyz']}                            | Currency with code xyz does not exist",
        "{'default_currency_code': 'jpy'}                          | Store does not have currency: jpy",
        "{'currencies': ['usd'], 'default_currency_code': 'eur'}   | You are not allowed to remove default currency from store currencies without replacing it as well",
      })
  void anInvalidStoreIsRefused(String body, String message) {
    assertRefused(staff.send("adminStore", NOTHING, json(body)), 400, "invalid_data", message);
  }

  @Test
  void theDefaultRegionIsOneOfTheShop() {
    assertRefused(
        staff.send("adminStore", NOTHING, json("{'default_region_id': 'reg_none'}")),
        404,
        "not_found",
        "Region with reg_none was not found");
    String region = catalog.id("SELECT min(id) FROM region WHERE deleted_at IS NULL");

    assertThat(
            update("{'default_region_id': '%s'}".formatted(region)).getString("default_region_id"))
        .isEqualTo(region);
    assertThat(update("{'default_region_id': null}").getString("default_region_id")).isNull();
  }

  @Test
  void concurrentAdditionsOfACurrencyAddItOnce() {
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      replies.add(
          staff.sending("adminUpdateStoreCurrency", NOTHING.copy().put("code", "CHF"), null));
    }

    assertThat(replies.stream().map(reply -> await(reply).status()))
        .containsExactlyInAnyOrder(200, 422, 422, 422);
    assertRefused(
        staff.send("adminUpdateStoreCurrency", NOTHING.copy().put("code", "chf"), null),
        422,
        "duplicate_error",
        "Currency already added");
    assertRefused(
        staff.send("adminUpdateStoreCurrency", NOTHING.copy().put("code", "XYZ"), null),
        400,
        "invalid_data",
        "Currency XYZ not found");
    staff.ok("adminDeleteStoreCurrency", NOTHING.copy().put("code", "chf"), null);
  }

  @Test
  void concurrentChangesNeverRemoveTheDefaultCurrency() {
    staff.ok("adminStore", NOTHING, json("{'currencies': ['usd', 'eur']}"));
    for (int round = 0; round < 5; round++) {
      Future<Reply> made =
          staff.sending("adminStore", NOTHING, json("{'default_currency_code': 'eur'}"));
      Future<Reply> removed =
          staff.sending("adminDeleteStoreCurrency", NOTHING.copy().put("code", "eur"), null);
      assertThat(List.of(await(made).status(), await(removed).status()))
          .containsExactlyInAnyOrder(200, 400);
      update("{'currencies': ['usd', 'eur'], 'default_currency_code': 'usd'}");
    }
  }

  private static JsonObject update(String body) {
    return staff.ok("adminStore", NOTHING, json(body)).getJsonObject("store");
  }

  private static JsonArray channels(String query) {
    return staff.page("adminListSalesChannels", query).getJsonArray("sales_channels");
  }
}

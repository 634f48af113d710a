package dev.tradewind.catalog;

import static dev.tradewind.catalog.TestCatalog.context;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Storefront products by sales channel, publishable key and category, with their prices per region.
 */
class StorefrontProductsIT {

  private static final JsonObject NOTHING = new JsonObject();

  private static TestCatalog catalog;
  private static String europe;
  private static String candle;
  private static String tote;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    candle = catalog.id("SELECT id FROM product WHERE handle = 'beeswax-candle'");
    tote = catalog.id("SELECT id FROM product WHERE handle = 'canvas-tote'");
    catalog.sql(
        "INSERT INTO sales_channel (id, name) VALUES ('sc_app', 'App'), ('sc_fair', 'Fair')");
    catalog.sql(
        "INSERT INTO product_sales_channel VALUES ($1, 'sc_app'), ($2, 'sc_fair')", candle, tote);
    catalog.sql(
        "INSERT INTO publishable_api_key (id, title, revoked_at) VALUES ('pk_app', 'App', NULL),"
            + " ('pk_both', 'Both', NULL), ('pk_bare', 'Bare', NULL), ('pk_old', 'Old', now())");
    catalog.sql(
        "INSERT INTO publishable_api_key_sales_channel VALUES ('pk_app', 'sc_app'),"
            + " ('pk_both', 'sc_app'), ('pk_both', 'sc_fair'), ('pk_old', 'sc_app')");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @ParameterizedTest
  @CsvSource({
    "pk_app, , 1",
    "pk_both, , 2",
    "pk_both, sc_fair, 1",
    "pk_bare, , ",
    "pk_old, , 1",
    "pk_none, , ",
    "pk_none, sc_app, 1"
  })
  void aKeyStandsForItsChannels(String key, String channel, Integer count) {
    JsonObject query = channel == null ? NOTHING : in(channel);

    JsonObject page =
        catalog.withKey(key, "storeListProducts", NOTHING, query).body().toJsonObject();

    assertThat(page.getInteger("count")).isEqualTo(count == null ? ofDefault() : count);
  }

  /** Number of products on sale in the default channel. */
  private static int ofDefault() {
    return catalog.list("storeListProducts", NOTHING).getInteger("count");
  }

  @Test
  void aKeyRefusesOtherChannelsAndTheirProducts() {
    assertThat(error(catalog.withKey("pk_app", "storeListProducts", NOTHING, in("sc_fair"))))
        .isEqualTo(
            "Provided sales channel id param: sc_fair is not associated with the Publishable API"
                + " Key passed in the header of the request.");
    assertThat(error(catalog.withKey("pk_app", "storeGetProduct", at(tote), NOTHING)))
        .isEqualTo(
            "Product with id: "
                + tote
                + " is not associated with sales channels defined by the Publishable API Key"
                + " passed in the header of the request.");
    assertThat(catalog.withKey("pk_app", "storeGetProduct", at(candle), NOTHING).status())
        .isEqualTo(200);
    JsonObject elsewhere = new JsonObject().put("sales_channel_id", "sc_app");
    assertThat(catalog.get("storeGetProduct", tote, elsewhere).status()).isEqualTo(404);
    assertThat(catalog.get("storeGetProduct", candle, elsewhere).status()).isEqualTo(200);
  }

  @Test
  void aKeySelectsTheChannelOfACart() {
    assertThat(channel(null, "pk_app")).isEqualTo("sc_app");
    assertThat(channel("sc_fair", "pk_both")).isEqualTo("sc_fair");
    assertThat(channel(null, "pk_bare"))
        .isEqualTo(catalog.id("SELECT default_sales_channel_id FROM store"));
    assertThat(failure(catalog.client.findSalesChannel(context(), null, "pk_both")))
        .hasMessageContaining("multiple associated sales channels");
    assertThat(failure(catalog.client.findSalesChannel(context(), "sc_fair", "pk_app")))
        .hasMessageContaining("Provided request body contains errors");
  }

  private static String channel(String id, String key) {
    return await(catalog.client.findSalesChannel(context(), id, key)).getString("id");
  }

  @Test
  void onlyPublishedProductsAreShownAfterEveryStatusChange() {
    int before = ofDefault();
    String lamp =
        catalog
            .written(
                "adminCreateProduct",
                NOTHING,
                new JsonObject()
                    .put("title", "Reading lamp")
                    .put(
                        "sales_channels",
                        new JsonArray().add(new JsonObject().put("id", "sc_fair"))))
            .getString("id");
    assertThat(counted("sc_fair")).isEqualTo(1);
    assertThat(catalog.get("storeGetProduct", lamp, NOTHING).status()).isEqualTo(404);

    catalog.written("adminUpdateProduct", at(lamp), new JsonObject().put("status", "published"));
    assertThat(counted("sc_fair")).isEqualTo(2);
    assertThat(catalog.get("storeGetProduct", lamp, NOTHING).status()).isEqualTo(200);

    catalog.written("adminUpdateProduct", at(lamp), new JsonObject().put("status", "rejected"));
    assertThat(counted("sc_fair")).isEqualTo(1);

    catalog.written(
        "adminUpdateProduct",
        at(lamp),
        new JsonObject()
            .put("status", "published")
            .put("sales_channels", new JsonArray().add(new JsonObject().put("id", "sc_app"))));
    assertThat(counted("sc_fair")).isEqualTo(1);
    assertThat(counted("sc_app")).isEqualTo(2);

    catalog.write("adminDeleteProduct", at(lamp), null);
    assertThat(counted("sc_app")).isEqualTo(1);
    assertThat(ofDefault()).isEqualTo(before);
  }

  private static int counted(String channel) {
    JsonObject page = catalog.list("storeListProducts", in(channel).put("limit", 1));
    assertThat(page.getJsonArray("products").size())
        .isEqualTo(Math.min(1, page.getInteger("count")));
    return page.getInteger("count");
  }

  @Test
  void aCategoryIncludesTheProductsOfItsDescendants() {
    catalog.sql(
        """
        INSERT INTO product_category (id, name, handle, parent_category_id, is_active, is_internal, rank)
        VALUES ('pcat_home', 'Home', 'home', NULL, true, false, 0),
          ('pcat_light', 'Light', 'light', 'pcat_home', true, false, 0),
          ('pcat_wax', 'Wax', 'wax', 'pcat_light', true, false, 0),
          ('pcat_staff', 'Staff', 'staff', 'pcat_home', true, true, 1),
          ('pcat_later', 'Later', 'later', 'pcat_home', false, false, 2)
        """);
    catalog.sql(
        "INSERT INTO product_category_product (product_id, product_category_id)"
            + " VALUES ($1, 'pcat_wax'), ($2, 'pcat_staff'), ($2, 'pcat_later')",
        candle,
        tote);

    assertThat(inCategory("storeListProducts", "pcat_home", false)).isZero();
    assertThat(inCategory("storeListProducts", "pcat_wax", false)).isEqualTo(1);
    assertThat(inCategory("storeListProducts", "pcat_home", true)).isEqualTo(1);
    assertThat(inCategory("storeListProducts", "pcat_staff", false)).isZero();
    assertThat(inCategory("adminListProducts", "pcat_staff", false)).isEqualTo(1);
    assertThat(inCategory("adminListProducts", "pcat_home", true)).isEqualTo(2);
    assertThat(
            catalog
                .product("beeswax-candle", new JsonObject().put("expand", "categories"))
                .getJsonArray("categories")
                .getJsonObject(0)
                .getString("handle"))
        .isEqualTo("wax");
  }

  private static int inCategory(String operation, String category, boolean whole) {
    return catalog
        .list(
            operation,
            new JsonObject()
                .put("category_id", new JsonArray().add(category))
                .put("include_category_children", whole))
        .getInteger("count");
  }

  @Test
  void staffFilterByStatusAndPriceList() {
    String variant = catalog.id("SELECT id FROM product_variant WHERE product_id = $1", tote);
    catalog.sql(
        "INSERT INTO price_list (id, name, description, status) VALUES ('pl_f', 'F', 'f', 'draft')");
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)"
            + " VALUES ('ma_f', 'eur', 1, 'pl_f', $1)",
        variant);
    JsonObject page =
        catalog.list(
            "adminListProducts",
            new JsonObject().put("price_list_id", new JsonArray().add("pl_f")));

    assertThat(page.getInteger("count")).isEqualTo(1);
    assertThat(page.getInteger("limit")).isEqualTo(50);
    assertThat(
            catalog
                .list(
                    "adminListProducts",
                    new JsonObject().put("status", new JsonArray().add("proposed")))
                .getInteger("count"))
        .isZero();
    assertThat(
            catalog
                .list(
                    "adminListProducts",
                    new JsonObject().put("deleted_at", new JsonObject().put("gt", "2020-01-01")))
                .getInteger("count"))
        .isLessThan(3);
  }

  @Test
  void pricesDependOnRegionTimeAndQuantity() {
    catalog.sql(
        "INSERT INTO region (id, name, currency_code, tax_rate) VALUES ('reg_n', 'North', 'eur', 10)");
    catalog.sql(
        """
        INSERT INTO price_list (id, name, description, type, status, starts_at, ends_at, includes_tax)
        VALUES ('pl_now', 'Now', 'n', 'override', 'active', now() - interval '1 day', NULL, true),
          ('pl_past', 'Past', 'p', 'sale', 'active', NULL, now() - interval '1 day', false),
          ('pl_soon', 'Soon', 's', 'sale', 'active', now() + interval '1 day', NULL, false),
          ('pl_draft', 'Draft', 'd', 'sale', 'draft', NULL, NULL, false)
        """);
    JsonObject product =
        catalog.written(
            "adminCreateProduct",
            NOTHING,
            new JsonObject(
                """
                {"title": "Priced", "status": "published", "variants": [{"title": "One", "prices": [
                  {"currency_code": "eur", "amount": 1000},
                  {"region_id": "reg_n", "amount": 400},
                  {"region_id": "%s", "amount": 950},
                  {"currency_code": "eur", "amount": 300, "min_quantity": 5},
                  {"currency_code": "usd", "amount": 100}]}]}
                """
                    .formatted(europe)));
    String variant = product.getJsonArray("variants").getJsonObject(0).getString("id");
    int number = 0;
    for (String list : new String[] {"pl_past", "pl_soon", "pl_draft"}) {
      catalog.sql(
          "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)"
              + " VALUES ($1, 'eur', 1, $2, $3)",
          "ma_no" + number++,
          list,
          variant);
    }

    JsonObject there = priced(new JsonObject().put("region_id", europe));
    assertThat(there.getLong("original_price")).isEqualTo(950);
    assertThat(there.getLong("calculated_price")).isEqualTo(950);
    assertThat(there.getLong("calculated_tax")).isEqualTo(190);
    assertThat(there.getJsonArray("prices")).hasSize(3);
    assertThat(priced(new JsonObject().put("region_id", "reg_n")).getLong("calculated_price"))
        .isEqualTo(400);
    assertThat(priced(new JsonObject().put("currency_code", "eur")).getLong("calculated_price"))
        .isEqualTo(1000);

    // 1100 including tax is less than 950 plus 20 %.
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)"
            + " VALUES ('ma_now', 'eur', 1100, 'pl_now', $1)",
        variant);
    JsonObject reduced = priced(new JsonObject().put("region_id", europe));
    assertThat(reduced.getLong("calculated_price")).isEqualTo(1100);
    assertThat(reduced.getString("calculated_price_type")).isEqualTo("override");
    assertThat(reduced.getBoolean("calculated_price_includes_tax")).isTrue();
    assertThat(reduced.getBoolean("original_price_includes_tax")).isFalse();
    assertThat(reduced.getLong("calculated_price_incl_tax")).isEqualTo(1100);
    assertThat(reduced.getLong("calculated_tax")).isEqualTo(183);
    assertThat(reduced.getLong("original_price_incl_tax")).isEqualTo(1140);

    catalog.sql("UPDATE region SET includes_tax = true WHERE id = $1", europe);
    JsonObject inclusive = priced(new JsonObject().put("region_id", europe));
    catalog.sql("UPDATE region SET includes_tax = false WHERE id = $1", europe);
    // The region's flag applies only to prices of the region itself.
    assertThat(inclusive.getLong("calculated_price")).isEqualTo(950);
    assertThat(inclusive.getBoolean("calculated_price_includes_tax")).isTrue();
    assertThat(inclusive.getLong("calculated_price_incl_tax")).isEqualTo(950);

    catalog.sql("UPDATE region SET automatic_taxes = false WHERE id = $1", europe);
    JsonObject untaxed = priced(new JsonObject().put("region_id", europe));
    catalog.sql("UPDATE region SET automatic_taxes = true WHERE id = $1", europe);
    assertThat(untaxed.getValue("calculated_tax")).isNull();
    assertThat(untaxed.getValue("tax_rates")).isNull();
  }

  private static JsonObject priced(JsonObject query) {
    return catalog.product("priced", query).getJsonArray("variants").getJsonObject(0);
  }

  @Test
  void repliesHaveTheFieldsOfTheRecordedOnes() {
    String shirt =
        catalog
            .written(
                "adminCreateProduct",
                NOTHING,
                new JsonObject(
                    """
                    {"title": "Recorded shirt", "status": "published", "type": {"value": "Shirts"},
                     "tags": [{"value": "recorded"}], "options": [{"title": "Size"}],
                     "variants": [{"title": "S", "options": [{"value": "S"}],
                       "prices": [{"currency_code": "eur", "amount": 1000}]}]}
                    """))
            .getString("id");
    JsonObject only = new JsonObject().put("id", shirt);

    assertThat(
            RecordedAnswers.paths(
                catalog.get("storeGetProduct", shirt, NOTHING).body().toJsonObject()))
        .isEqualTo(RecordedAnswers.paths(RecordedAnswers.body("store-get-product")));
    assertThat(
            without(
                RecordedAnswers.paths(catalog.list("storeListProducts", only)), "tags[]", ".type."))
        .isEqualTo(
            without(
                RecordedAnswers.paths(RecordedAnswers.body("store-list-products")),
                "tags[]",
                ".type."));
    String[] relations = {"tags[]", ".type.", "sales_channels[]", ".categories"};
    assertThat(without(RecordedAnswers.paths(catalog.list("adminListProducts", only)), relations))
        .isEqualTo(
            without(RecordedAnswers.paths(RecordedAnswers.body("admin-list-products")), relations));
  }

  /**
   * Paths without the given parts: recorded products of lists have no tags and no channels, and the
   * recorded shop has no categories.
   */
  private static Set<String> without(Set<String> paths, String... parts) {
    Set<String> left = new TreeSet<>(paths);
    for (String part : parts) {
      left.removeIf(path -> path.contains(part));
    }
    return left;
  }

  private static String error(Reply reply) {
    assertThat(reply.status()).isEqualTo(400);
    return reply.body().toJsonObject().getJsonArray("errors").getString(0);
  }

  private static JsonObject in(String channel) {
    return new JsonObject().put("sales_channel_id", new JsonArray().add(channel));
  }

  private static JsonObject at(String id) {
    return new JsonObject().put("id", id);
  }
}

package dev.tradewind.catalog;

import static dev.tradewind.catalog.TestCatalog.context;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.sample.DemoShop;
import dev.tradewind.testing.Futures;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RegionsAndCollectionsIT {

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void regionsAreListedWithTheirRelations() {
    JsonObject page = catalog.list("storeListRegions", new JsonObject().put("order", "name"));

    assertThat(page.getLong("count")).isEqualTo(2);
    assertThat(page.getInteger("limit")).isEqualTo(100);
    JsonObject europe = page.getJsonArray("regions").getJsonObject(0);
    assertThat(europe.getString("name")).isEqualTo("Europe");
    assertThat(europe.fieldNames())
        .containsExactlyInAnyOrder(
            ("id created_at updated_at deleted_at name currency_code tax_rate tax_code"
                    + " gift_cards_taxable automatic_taxes tax_provider_id metadata includes_tax"
                    + " countries payment_providers fulfillment_providers currency tax_provider"
                    + " tax_rates")
                .split(" "));
    assertThat(
            catalog
                .get("storeGetRegion", europe.getString("id"), new JsonObject().put("expand", ""))
                .body()
                .toJsonObject()
                .getJsonObject("region")
                .fieldNames())
        .doesNotContain("countries");
  }

  @Test
  void unknownFieldsOfARegionAreRefused() {
    String id = catalog.id("SELECT id FROM region LIMIT 1");

    Reply refused = catalog.get("storeGetRegion", id, new JsonObject().put("expand", "products"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(message(catalog.get("storeGetRegion", "reg_none", new JsonObject())))
        .isEqualTo("Region with reg_none was not found");
  }

  @Test
  void collectionsAreListedByHandleAndDate() {
    JsonObject page =
        catalog.list(
            "storeListCollections",
            new JsonObject().put("handle", new JsonArray().add("table").add("none")));

    assertThat(page.getLong("count")).isEqualTo(1);
    assertThat(page.getInteger("limit")).isEqualTo(10);
    assertThat(page.getJsonArray("collections").getJsonObject(0).fieldNames())
        .containsExactly(
            "id", "created_at", "updated_at", "deleted_at", "title", "handle", "metadata");
    assertThat(
            catalog
                .list(
                    "storeListCollections",
                    new JsonObject().put("created_at", new JsonObject().put("lt", "2001-01-01")))
                .getLong("count"))
        .isZero();
    assertThat(message(catalog.get("storeGetCollection", "pcol_none", new JsonObject())))
        .isEqualTo("Product collection with id: pcol_none was not found");
  }

  @Test
  void seedingTwiceChangesNothing() {
    assertThat(await(DemoShop.seed(catalog.pool, Clock.systemUTC()))).isFalse();

    assertThat(catalog.list("storeListProducts", new JsonObject()).getLong("count")).isEqualTo(24);
    assertThat(
            catalog.sql(
                "SELECT FROM country WHERE region_id IS NOT NULL AND iso_2 IN ('de', 'us')"))
        .hasSize(2);
  }

  @Test
  void theDefaultRegionIsThatOfTheStoreElseTheOldest() {
    try (TestCatalog shop = TestCatalog.withDemoShop()) {
      String oldest = shop.id("SELECT id FROM region ORDER BY created_at, id LIMIT 1");
      shop.sql(
          "INSERT INTO region (id, name, currency_code, tax_rate)"
              + " VALUES ('reg_new', 'Kuwait', 'kwd', 0)");
      assertThat(defaults(shop)).containsExactly(oldest, oldest);

      shop.sql("UPDATE store SET default_region_id = 'reg_new'");
      assertThat(defaults(shop)).containsExactly("reg_new", "reg_new");

      shop.sql("UPDATE region SET deleted_at = now() WHERE id = 'reg_new'");
      assertThat(defaults(shop)).containsExactly(oldest, oldest);
      assertThat(
              shop.list("storeListRegions", new JsonObject().put("is_default", false))
                  .getLong("count"))
          .isEqualTo(1);
    }
  }

  /** Default region of a cart, and of a visitor. */
  private static List<String> defaults(TestCatalog shop) {
    return List.of(
        await(shop.client.findDefaultRegion(context())).getString("id"),
        shop.list("storeListRegions", new JsonObject().put("is_default", true))
            .getJsonArray("regions")
            .getJsonObject(0)
            .getString("id"));
  }

  @Test
  void twoNodesSeedOnce() {
    try (TestCatalog empty = new TestCatalog()) {
      assertThat(failure(empty.client.findDefaultRegion(context())))
          .hasMessage("A region is required to create a cart");

      var both =
          List.of(
              DemoShop.seed(empty.pool, Clock.systemUTC()),
              DemoShop.seed(empty.pool, Clock.systemUTC()));

      assertThat(both.stream().map(Futures::await)).containsExactlyInAnyOrder(true, false);
    }
  }

  @Test
  void allCountriesAreSeeded() {
    assertThat(catalog.sql("SELECT FROM country")).hasSize(249);
    assertThat(catalog.id("SELECT name FROM country WHERE num_code = 840 AND iso_3 = 'usa'"))
        .isEqualTo("UNITED STATES");
    assertThat(catalog.sql("SELECT FROM currency").size()).isGreaterThan(150);
    assertThat(catalog.id("SELECT symbol FROM currency WHERE code = 'gbp'")).isEqualTo("£");
  }

  private static String message(Reply reply) {
    assertThat(reply.status()).isEqualTo(404);
    return reply.body().toJsonObject().getString("message");
  }
}

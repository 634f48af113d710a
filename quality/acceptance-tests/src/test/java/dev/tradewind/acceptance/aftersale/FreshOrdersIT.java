package dev.tradewind.acceptance.aftersale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An order read at a node that shares nothing but the database with the one that changes a region.
 */
class FreshOrdersIT {

  private static Shop shop;
  private static Shop other;

  @BeforeAll
  static void open() {
    TestDatabase database = Shop.migratedDatabase();
    shop = Shop.on(database.url());
    other = Shop.on(database.url());
  }

  @AfterAll
  static void close() {
    shop.close();
    other.close();
  }

  @Test
  void theRegionOfAnOrderHasTheCountriesOfNow() {
    StaffClient staff = new StaffClient(shop);
    StaffClient reader = new StaffClient(other);
    JsonObject region = shop.storefront().region("eur");
    String variant = shop.newVariant(500, 9).getString("id");
    String order =
        StaffClient.ok(
                shop.storefront()
                    .post("/store/carts/" + shop.readyCart(variant, 1) + "/complete", null))
            .getJsonObject("data")
            .getString("id");
    String path = "/admin/orders/" + order + "?expand=region,region.countries";
    String countries = "/admin/regions/" + region.getString("id") + "/countries";

    assertThat(countries(reader.get(path))).doesNotContain("is");
    staff.post(countries, "{'country_code': 'is'}");
    assertThat(countries(reader.get(path))).contains("is");
    staff.delete(countries + "/is");
    assertThat(countries(reader.get(path))).doesNotContain("is");
  }

  private static List<String> countries(JsonObject body) {
    JsonArray countries =
        body.getJsonObject("order").getJsonObject("region").getJsonArray("countries");
    return countries.stream().map(each -> ((JsonObject) each).getString("iso_2")).toList();
  }
}

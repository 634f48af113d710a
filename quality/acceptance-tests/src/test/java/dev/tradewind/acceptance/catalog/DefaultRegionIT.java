package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Region of visitors and carts that name none: one rule for storefront and API. */
class DefaultRegionIT {

  private static final Pattern SELECTED = Pattern.compile("\"(reg_\\w+)\"[^>]* selected");

  private static Shop shop;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aNewRegionChangesNothingForVisitorsUntilTheStoreNamesIt() throws Exception {
    String before = regionOfVisitors();
    assertThat(regionOfCarts()).isEqualTo(before);

    staff.post("/admin/store/currencies/kwd", "{}");
    String added =
        staff
            .post(
                "/admin/regions",
                "{'name': 'Kuwait', 'currency_code': 'kwd', 'tax_rate': 0, 'countries': ['kw'],"
                    + " 'payment_providers': ['manual'], 'fulfillment_providers': ['manual']}")
            .getJsonObject("region")
            .getString("id");
    assertThat(regionOfVisitors()).isEqualTo(before);
    assertThat(regionOfCarts()).isEqualTo(before);

    staff.post("/admin/store", "{'default_region_id': '%s'}", added);
    assertThat(regionOfVisitors()).isEqualTo(added);
    assertThat(regionOfCarts()).isEqualTo(added);

    staff.delete("/admin/regions/" + added);
    assertThat(regionOfVisitors()).isEqualTo(before);
    assertThat(regionOfCarts()).isEqualTo(before);
  }

  private static String regionOfCarts() {
    return shop.storefront()
        .post("/store/carts", new JsonObject())
        .body()
        .getJsonObject("cart")
        .getString("region_id");
  }

  private static String regionOfVisitors() throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      String page =
          http.send(
                  HttpRequest.newBuilder(URI.create(shop.storefront().url() + "/"))
                      .header("Accept", "text/html")
                      .build(),
                  BodyHandlers.ofString())
              .body();
      Matcher selected = SELECTED.matcher(page);
      assertThat(selected.find()).as(page).isTrue();
      return selected.group(1);
    }
  }
}

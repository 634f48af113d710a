package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Quotes of variants that a node has cached: prices and stock as of the last commit. */
class CachedQuotesIT {

  private static final int ROUNDS = 40;

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;
  private static String region;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    region = storefront.region("eur").getString("id");
  }

  @Test
  void aLineAfterAnAcknowledgedChangeOfThePriceHasTheNewPrice() {
    JsonObject variant = shop.newVariant(500, 1_000);
    String path = "/admin/products/" + variant.getString("product_id") + "/variants/" + id(variant);

    for (int round = 1; round <= ROUNDS; round++) {
      staff.post(path, "{'prices': [{'currency_code': 'eur', 'amount': %d}]}", 500 + round);

      assertThat(priceOf(id(variant), 1)).isEqualTo(500 + round);
      // From the quote that the first cart has left.
      assertThat(priceOf(id(variant), 2)).isEqualTo(500 + round);
    }
  }

  @Test
  void aLineIsRefusedByTheStockOfTheLastCommit() {
    JsonObject variant = shop.newVariant(500, 1);
    String path = "/admin/products/" + variant.getString("product_id") + "/variants/" + id(variant);

    for (int round = 1; round <= ROUNDS; round++) {
      staff.post(path, "{'inventory_quantity': %d}", round);

      assertThat(statusOf(id(variant), round)).isEqualTo(200);
      assertThat(statusOf(id(variant), round + 1)).isEqualTo(400);
    }
  }

  @Test
  void anOrderTakesWhatALineMayHave() {
    String variant = id(shop.newVariant(500, 5));
    assertThat(statusOf(variant, 5)).isEqualTo(200);

    storefront.post("/store/carts/" + shop.readyCart(variant, 2) + "/complete", null);

    assertThat(statusOf(variant, 3)).isEqualTo(200);
    assertThat(statusOf(variant, 4)).isEqualTo(400);
  }

  @Test
  void aLineIsRefusedByTheStockThatOrdersHaveLeft() {
    String variant = id(shop.newVariant(500, ROUNDS));

    for (int left = ROUNDS - 1; left > 0; left--) {
      Answer placed =
          storefront.post("/store/carts/" + shop.readyCart(variant, 1) + "/complete", null);
      assertThat(placed.status()).isEqualTo(200);

      assertThat(statusOf(variant, left)).isEqualTo(200);
      assertThat(statusOf(variant, left + 1)).isEqualTo(400);
    }
  }

  @Test
  void aPriceHoldsForItsQuantitiesOnly() {
    JsonObject variant = shop.newVariant(500, 1_000);
    staff.post(
        "/admin/price-lists",
        "{'name': 'Many', 'description': 'D', 'type': 'sale', 'status': 'active', 'prices': ["
            + "{'variant_id': '%s', 'currency_code': 'eur', 'amount': 400, 'min_quantity': 10,"
            + " 'max_quantity': 19}]}",
        id(variant));

    for (int repetition = 0; repetition < 2; repetition++) {
      assertThat(List.of(9, 10, 19, 20))
          .extracting(quantity -> priceOf(id(variant), quantity))
          .containsExactly(500L, 400L, 400L, 500L);
    }
  }

  @Test
  void aPriceListBeginsAndEndsByTheClock() {
    JsonObject variant = shop.newVariant(500, 1_000);
    Instant start = Instant.now().plusMillis(1_500).truncatedTo(ChronoUnit.MILLIS);
    Instant end = start.plusMillis(1_500);
    staff.post(
        "/admin/price-lists",
        "{'name': 'Soon', 'description': 'D', 'type': 'sale', 'status': 'active',"
            + " 'starts_at': '%s', 'ends_at': '%s', 'prices': ["
            + "{'variant_id': '%s', 'currency_code': 'eur', 'amount': 400}]}",
        start,
        end,
        id(variant));

    boolean isOver = false;
    while (!isOver) {
      Instant before = Instant.now();
      long price = priceOf(id(variant), 1);
      Instant after = Instant.now();
      isOver = !before.isBefore(end);
      if (after.isBefore(start) || isOver) {
        assertThat(price).isEqualTo(500);
      } else if (!before.isBefore(start) && after.isBefore(end)) {
        assertThat(price).isEqualTo(400);
      }
    }
  }

  /** A sale leaves the cached tax rates of its products; a new link of a rate does not. */
  @Test
  void aTaxRateThatIsLinkedToAProductAppliesFromTheNextReadOn() {
    JsonObject variant = shop.newVariant(1_000, 1_000);
    String cart =
        "/store/carts/"
            + StaffClient.ok(added(id(variant), 1)).getJsonObject("cart").getString("id");
    long usual = storefront.get(cart).cart().getLong("tax_total");

    for (int round = 1; round <= 10; round++) {
      String rate =
          staff
              .post(
                  "/admin/tax-rates",
                  "{'code': 'C', 'name': 'Linked', 'rate': %d, 'region_id': '%s',"
                      + " 'products': ['%s']}",
                  round,
                  region,
                  variant.getString("product_id"))
              .getJsonObject("tax_rate")
              .getString("id");
      assertThat(storefront.get(cart).cart().getLong("tax_total")).isEqualTo(10L * round);
      storefront.post("/store/carts/" + shop.readyCart(id(variant), 1) + "/complete", null);
      staff.delete("/admin/tax-rates/" + rate);
      assertThat(storefront.get(cart).cart().getLong("tax_total")).isEqualTo(usual);
    }
  }

  private static String id(JsonObject variant) {
    return variant.getString("id");
  }

  private static long priceOf(String variantId, int quantity) {
    return StaffClient.ok(added(variantId, quantity))
        .getJsonObject("cart")
        .getJsonArray("items")
        .getJsonObject(0)
        .getLong("unit_price");
  }

  private static int statusOf(String variantId, int quantity) {
    return added(variantId, quantity).status();
  }

  /** Line of a new cart. */
  private static Answer added(String variantId, int quantity) {
    JsonObject empty = new JsonObject().put("region_id", region);
    String cart = storefront.post("/store/carts", empty).cart().getString("id");
    return storefront.post(
        "/store/carts/" + cart + "/line-items",
        new JsonObject().put("variant_id", variantId).put("quantity", quantity));
  }
}

package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Completions in a shop that compares the prices of carts with the present ones. */
class PresentPricesIT {

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    shop = Shop.quotingAgain();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static void price(JsonObject variant, long amount) {
    staff.post(
        "/admin/products/%s/variants/%s"
            .formatted(variant.getString("product_id"), variant.getString("id")),
        "{'prices': [{'currency_code': 'eur', 'amount': %d}]}",
        amount);
  }

  private static Answer complete(String cart) {
    return storefront.post("/store/carts/" + cart + "/complete", null);
  }

  @Test
  void aChangedPriceIsShownBeforeItIsOrdered() {
    JsonObject variant = shop.newVariant(1_000, 10);
    String cart = shop.readyCart(variant.getString("id"), 2);
    long total = storefront.get("/store/carts/" + cart).cart().getLong("total");
    price(variant, 1_500);

    Answer refused = complete(cart);

    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    assertThat(refused.body().getString("code")).isEqualTo("total_changed");
    JsonObject shown = refused.body().getJsonObject("cart");
    assertThat(shown.getLong("subtotal")).isEqualTo(3_000);
    assertThat(shown.getLong("total")).isGreaterThan(total);
    assertThat(shop.stockOf(variant.getString("id"))).isEqualTo(10);

    Answer placed = complete(cart);

    assertThat(placed.status()).as(placed.text()).isEqualTo(200);
    assertThat(placed.body().getJsonObject("data").getLong("total"))
        .isEqualTo(shown.getLong("total"));
    assertThat(complete(cart).body()).as("completed again").isEqualTo(placed.body());
  }

  @Test
  void anUnchangedPriceIsOrderedAtOnce() {
    JsonObject variant = shop.newVariant(1_000, 10);
    String cart = shop.readyCart(variant.getString("id"), 1);

    assertThat(complete(cart).status()).isEqualTo(200);
  }
}

package dev.tradewind.acceptance.checkout;

import static dev.tradewind.acceptance.AdminApi.json;
import static dev.tradewind.acceptance.AdminApi.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Deletion of a discount that open carts have: it leaves them with their next read. */
class DeletedDiscountIT {

  private static final long PRICE = 333;

  private static Shop shop;
  private static Storefront http;
  private static AdminApi admin;
  private static String regionId;

  private final String variantId = shop.newVariant(PRICE, 100).getString("id");
  private final String code = "HALF" + Ids.ulid();
  private final String discountId =
      admin.create(
          "/admin/discounts",
          "discount",
          """
          {'code': '%s', 'regions': ['%s'],
          'rule': {'type': 'percentage', 'value': 50, 'allocation': 'total'}}
          """
              .formatted(code, regionId));

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    http = shop.storefront();
    admin = new AdminApi(shop);
    regionId = http.region("eur").getString("id");
  }

  @Test
  void itIsGoneFromTheNextReadAndFromTheTotals() {
    String path = discountedCart();
    JsonObject before = http.get(path).cart();
    assertThat(before.getLong("discount_total")).isEqualTo(167);

    admin.delete("/admin/discounts/" + discountId);

    JsonObject cart = http.get(path).cart();
    assertFullPrice(cart);
    assertThat(cart.getLong("total")).isGreaterThan(before.getLong("total"));
    assertFullPrice(http.post(path + "/taxes", null).cart());
    assertThat(
            http.get(path + "/totals-explanation")
                .body()
                .getJsonObject("totals_explanation")
                .getJsonObject("totals")
                .getLong("total"))
        .isEqualTo(cart.getLong("total"));
  }

  @Test
  void theNextChangeSavesTheCartWithoutIt() {
    String path = discountedCart();
    admin.delete("/admin/discounts/" + discountId);

    JsonObject changed =
        ok(http.post(path, json("{'context': {'seen': true}}"))).getJsonObject("cart");

    assertFullPrice(changed);
    assertThat(changed.getJsonObject("payment_session").getLong("amount"))
        .isEqualTo(changed.getLong("total"));
    assertThat(http.get(path).cart()).isEqualTo(changed);
  }

  @Test
  void theCartIsCompletedAtTheFullPrice() {
    String path = discountedCart();
    admin.delete("/admin/discounts/" + discountId);
    long total = http.get(path).cart().getLong("total");

    JsonObject order = ok(http.post(path + "/complete", null)).getJsonObject("data");

    assertThat(order.getLong("total")).isEqualTo(total);
    assertThat(order.getLong("discount_total")).isZero();
    assertThat(order.getJsonArray("discounts")).isEmpty();
    assertThat(order.getJsonArray("payments").getJsonObject(0).getLong("amount")).isEqualTo(total);
    assertThat(http.get(path).cart().getJsonArray("discounts")).isEmpty();
  }

  @Test
  void aDraftOrderIsPaidWithoutIt() {
    JsonObject draft =
        admin
            .post(
                "/admin/draft-orders",
                """
                {'email': 'draft@example.com', 'region_id': '%s', 'shipping_methods': [],
                'items': [{'variant_id': '%s', 'quantity': 1}], 'discounts': [{'code': '%s'}]}
                """
                    .formatted(regionId, variantId, code))
            .getJsonObject("draft_order");
    assertThat(draft.getJsonObject("cart").getLong("discount_total")).isEqualTo(167);
    String path = "/admin/draft-orders/" + draft.getString("id");

    admin.delete("/admin/discounts/" + discountId);

    assertFullPrice(admin.get(path).getJsonObject("draft_order").getJsonObject("cart"));
    JsonObject order = admin.post(path + "/pay", null).getJsonObject("order");
    assertThat(order.getLong("discount_total")).isZero();
    assertThat(order.getJsonArray("discounts")).isEmpty();
  }

  @Test
  void aPaidOrderKeepsIt() {
    String path = discountedCart();
    String orderId = ok(http.post(path + "/complete", null)).getJsonObject("data").getString("id");

    admin.delete("/admin/discounts/" + discountId);

    JsonObject order = admin.get("/admin/orders/" + orderId).getJsonObject("order");
    assertThat(order.getLong("discount_total")).isEqualTo(167);
    assertThat(codes(order.getJsonArray("discounts"))).containsExactly(code);
    assertThat(codes(http.get(path).cart().getJsonArray("discounts"))).containsExactly(code);
  }

  @Test
  void aDeletionDuringCompletionsLeavesOrdersWithItOrAtTheFullPrice() {
    List<String> paths = IntStream.range(0, 12).mapToObj(n -> discountedCart()).toList();
    int discounted = 0;
    List<CompletableFuture<Answer>> completions = new ArrayList<>();
    for (int n = 0; n < paths.size(); n++) {
      completions.add(http.postLater(paths.get(n) + "/complete", null));
      if (n == paths.size() / 2) {
        admin.delete("/admin/discounts/" + discountId);
      }
    }

    for (Answer answer : completions.stream().map(CompletableFuture::join).toList()) {
      JsonObject order = ok(answer).getJsonObject("data");
      boolean hasDiscount = !order.getJsonArray("discounts").isEmpty();
      assertThat(order.getLong("discount_total")).isEqualTo(hasDiscount ? 167 : 0);
      assertThat(order.getJsonArray("payments").getJsonObject(0).getLong("amount"))
          .isEqualTo(order.getLong("total"));
      discounted += hasDiscount ? 1 : 0;
    }
    assertThat(shop.discountFixtures().usageCountOf(code)).isEqualTo(discounted);
    for (String path : paths) {
      Answer again = http.post(path + "/complete", null);
      assertThat(again.status()).as(again.text()).isEqualTo(200);
    }
  }

  @Test
  void aDeletionBetweenTheLastLookAndThePlacementCompletesTheCartAtTheFullPrice() {
    String path = discountedCart();

    Answer answer =
        shop.discountFixtures()
            .deleteWhileWaiting(code, () -> http.postLater(path + "/complete", null))
            .join();

    JsonObject order = ok(answer).getJsonObject("data");
    assertThat(order.getJsonArray("discounts")).isEmpty();
    assertThat(order.getLong("discount_total")).isZero();
    assertThat(order.getJsonArray("payments").getJsonObject(0).getLong("amount"))
        .isEqualTo(order.getLong("total"));
    assertThat(shop.paymentAttempts(order.getString("cart_id")))
        .as("the provider holds no money, so the lower total has no attempt")
        .containsExactly("used");
    assertThat(shop.discountFixtures().usageCountOf(code)).isZero();
  }

  private String discountedCart() {
    String id = shop.readyCart(variantId, 1);
    String path = "/store/carts/" + id;
    ok(http.post(path, json("{'discounts': [{'code': '" + code + "'}]}")));
    return path;
  }

  private static void assertFullPrice(JsonObject cart) {
    assertThat(cart.getJsonArray("discounts")).isEmpty();
    assertThat(cart.getLong("discount_total")).isZero();
    assertThat(cart.getJsonArray("items").getJsonObject(0).getJsonArray("adjustments")).isEmpty();
    assertThat(cart.getLong("subtotal")).isEqualTo(PRICE);
  }

  private static Iterable<String> codes(JsonArray discounts) {
    return discounts.stream().map(each -> ((JsonObject) each).getString("code")).toList();
  }
}

package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Concurrent redemptions of a discount or gift card never exceed its limit or balance. */
class RedemptionIT {

  private static final long PRICE = 1_000;

  private static Shop shop;
  private static Storefront storefront;
  private static DiscountFixtures discountFixtures;
  private static JsonObject region;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    discountFixtures = shop.discountFixtures();
    region = storefront.region("eur");
  }

  @Test
  void twentyOfTwoHundredConcurrentCartsGetADiscountWithTwentyUses() {
    String code = Ids.ulid();
    discountFixtures.newDiscount(code, "percentage", 100, 20, region.getString("id"));
    String variantId = shop.newVariant(PRICE, 1_000).getString("id");
    List<String> carts =
        later(200, shopper -> createLater(variantId)).stream().map(RedemptionIT::idOf).toList();
    assertThat(later(200, shopper -> changeLater(carts.get(shopper), "discounts", code)))
        .extracting(Answer::status)
        .containsOnly(200);

    List<Answer> answers = completeAll(carts);

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(20);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .hasSize(180)
        .allSatisfy(answer -> {
          assertThat(answer.status()).isEqualTo(400);
          assertThat(answer.body().getString("type")).isEqualTo("not_allowed");
          assertThat(answer.body().getString("message"))
              .isEqualTo("Discount " + code + " has been used maximum allowed times");
        });
    assertThat(discountFixtures.usageCountOf(code)).isEqualTo(20);
    assertThat(shop.stockOf(variantId)).isEqualTo(980);
    assertThat(carts.stream().mapToLong(shop::orderCount).sum()).isEqualTo(20);
  }

  @Test
  void aGiftCardPaysAsManyOfFiftyConcurrentCartsAsItCovers() {
    String code = Ids.ulid();
    discountFixtures.newGiftCard(
        code, 5 * PRICE + 500, region.getNumber("tax_rate"), region.getString("id"));
    String variantId = shop.newVariant(PRICE, 1_000).getString("id");
    List<String> carts =
        later(50, shopper -> createLater(variantId)).stream().map(RedemptionIT::idOf).toList();
    assertThat(later(50, shopper -> changeLater(carts.get(shopper), "gift_cards", code)))
        .extracting(Answer::status)
        .containsOnly(200);

    List<Answer> answers = completeAll(carts);

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(5);
    assertThat(answers).filteredOn(answer -> answer.status() == 400).hasSize(45);
    assertThat(discountFixtures.giftCard(code).getLong("balance")).isEqualTo(500);
    assertThat(discountFixtures.transactionsOf(code))
        .hasSize(5)
        .allSatisfy(transaction -> assertThat(transaction.getLong("amount")).isEqualTo(PRICE));
    assertThat(carts.stream().mapToLong(shop::orderCount).sum()).isEqualTo(5);
  }

  @Test
  void aGiftCardThatWasSpentElsewhereIsNamed() {
    String code = Ids.ulid();
    discountFixtures.newGiftCard(
        code, PRICE + 500, region.getNumber("tax_rate"), region.getString("id"));
    String variantId = shop.newVariant(PRICE, 10).getString("id");
    List<String> carts =
        later(2, shopper -> createLater(variantId)).stream().map(RedemptionIT::idOf).toList();
    carts.forEach(cart -> change(cart, "gift_cards", code));
    assertThat(storefront.post("/store/carts/" + carts.get(0) + "/complete", null).status())
        .isEqualTo(200);

    String path = "/store/carts/" + carts.get(1);
    Answer refused = storefront.post(path + "/complete", null);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("message"))
        .isEqualTo(
            "The gift cards do not cover the cart any more. Create payment sessions for the rest.");
    assertThat(storefront.post(path + "/payment-sessions", null).status()).isEqualTo(200);
    assertThat(storefront.post(path + "/complete", null).status()).isEqualTo(200);
  }

  @Test
  void anExpiredDiscountRefusesTheOrder() {
    String code = Ids.ulid();
    discountFixtures.newDiscount(code, "fixed", 100, null, region.getString("id"));
    String cartId = shop.readyCart(shop.newVariant(PRICE, 10).getString("id"), 1);
    JsonObject discounted = change(cartId, "discounts", code);
    assertThat(discounted.getLong("discount_total")).isEqualTo(100);
    discountFixtures.disable(code);

    Answer refused = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("message"))
        .isEqualTo("The discount code " + code + " is disabled");
    assertThat(shop.paymentAttempts(cartId)).as("the provider holds no money").isEmpty();
    assertThat(storefront.get("/store/carts/" + cartId).cart().getJsonArray("discounts"))
        .isEqualTo(discounted.getJsonArray("discounts"));

    Answer removed = storefront.delete("/store/carts/" + cartId + "/discounts/" + code);
    assertThat(removed.cart().getLong("discount_total")).isZero();
    assertThat(storefront.post("/store/carts/" + cartId + "/complete", null).status())
        .isEqualTo(200);
  }

  @Test
  void aDisabledGiftCardRefusesTheCompletionUntilItIsRemoved() {
    String code = Ids.ulid();
    discountFixtures.newGiftCard(code, 300, null, region.getString("id"));
    String cartId = shop.readyCart(shop.newVariant(PRICE, 10).getString("id"), 1);
    change(cartId, "gift_cards", code);
    discountFixtures.disableGiftCard(code);

    Answer refused = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("message")).isEqualTo("The gift card is disabled");
    assertThat(shop.paymentAttempts(cartId)).isEmpty();
    change(cartId, "gift_cards");
    assertThat(storefront.post("/store/carts/" + cartId + "/complete", null).status())
        .isEqualTo(200);
    assertThat(discountFixtures.transactionsOf(code)).isEmpty();
  }

  @Test
  void anOrderShowsItsDiscountsAndExplainsItsTotals() {
    String discount = Ids.ulid();
    String shipping = Ids.ulid();
    String card = Ids.ulid();
    discountFixtures.newDiscount(discount, "fixed", 100, null, region.getString("id"));
    discountFixtures.newDiscount(shipping, "free_shipping", 0, null, region.getString("id"));
    discountFixtures.newGiftCard(card, 300, null, region.getString("id"));
    String cartId = shop.readyCart(shop.newVariant(PRICE, 10).getString("id"), 3);
    change(cartId, "discounts", discount, shipping);
    JsonObject cart = change(cartId, "gift_cards", card);

    JsonObject order =
        storefront.post("/store/carts/" + cartId + "/complete", null).body().getJsonObject("data");

    assertThat(order.getJsonArray("discounts")).hasSize(2);
    assertThat(order.getLong("total")).isEqualTo(cart.getLong("total"));
    assertThat(order.getLong("paid_total")).isEqualTo(cart.getLong("total"));
    assertThat(order.getLong("gift_card_total")).isEqualTo(300);
    assertThat(order.getLong("shipping_total")).isZero();
    JsonObject transaction = order.getJsonArray("gift_card_transactions").getJsonObject(0);
    assertThat(transaction.getLong("amount")).isEqualTo(300);
    assertThat(discountFixtures.transactionsOf(card))
        .extracting(each -> each.getString("id"))
        .containsExactly(transaction.getString("id"));
    assertThat(discountFixtures.giftCard(card).getBoolean("is_disabled")).isTrue();
    assertThat(order.getJsonArray("gift_cards").getJsonObject(0).getLong("balance")).isZero();

    assertThat(explanationOf("order_unknown").status()).isEqualTo(404);
    JsonObject explained = explanation(order.getString("id"));
    for (String figure : List.of("subtotal", "discount_total", "tax_total", "total")) {
      assertThat(explained.getJsonObject("totals").getLong(figure))
          .as(figure)
          .isEqualTo(order.getLong(figure))
          .isEqualTo(effects(explained, figure));
    }
  }

  @Test
  void aCompletedCartKeepsItsDiscountsAndGiftCards() {
    String discount = Ids.ulid();
    String card = Ids.ulid();
    discountFixtures.newDiscount(discount, "percentage", 10, 1, region.getString("id"));
    discountFixtures.newGiftCard(card, 300, region.getNumber("tax_rate"), region.getString("id"));
    String cartId = shop.readyCart(shop.newVariant(PRICE, 10).getString("id"), 3);
    change(cartId, "discounts", discount);
    JsonObject before = change(cartId, "gift_cards", card);
    assertThat(before.getLong("gift_card_tax_total")).isPositive();

    assertThat(storefront.post("/store/carts/" + cartId + "/complete", null).status())
        .isEqualTo(200);
    assertShowsAmountsOf(before, cartId);
    discountFixtures.raise(discount, 50);
    discountFixtures.disable(discount);
    discountFixtures.deleteGiftCard(card);
    assertShowsAmountsOf(before, cartId);
  }

  @Test
  void everyBoughtGiftCardIsCreatedWithItsOrder() {
    JsonObject variant = shop.newVariant(PRICE, 10);
    shop.sellAsGiftCards(variant.getString("product_id"));
    String cartId = shop.readyCart(variant.getString("id"), 2);

    Answer answer = storefront.post("/store/carts/" + cartId + "/complete", null);
    Answer again = storefront.post("/store/carts/" + cartId + "/complete", null);

    JsonObject order = answer.body().getJsonObject("data");
    assertThat(again.body().getJsonObject("data").getString("id")).isEqualTo(order.getString("id"));
    long value = order.getJsonArray("items").getJsonObject(0).getLong("subtotal") / 2;
    assertThat(discountFixtures.cardsBoughtIn(order.getString("id")))
        .hasSize(2)
        .allSatisfy(card -> {
          assertThat(card.getLong("value")).isEqualTo(value);
          assertThat(card.getLong("balance")).isEqualTo(value);
          assertThat(card.getString("region_id")).isEqualTo(region.getString("id"));
          assertThat(card.getString("code")).matches("([A-Z0-9]{4}-){3}[A-Z0-9]{4}");
        });
  }

  private static void assertShowsAmountsOf(JsonObject before, String cartId) {
    String path = "/store/carts/" + cartId;
    for (JsonObject cart :
        List.of(storefront.get(path).cart(), storefront.post(path + "/taxes", null).cart())) {
      assertThat(amounts(cart)).isEqualTo(amounts(before));
      assertThat(cart.getJsonArray("discounts")).isEqualTo(before.getJsonArray("discounts"));
      assertThat(amounts(cart.getJsonArray("items").getJsonObject(0)))
          .isEqualTo(amounts(before.getJsonArray("items").getJsonObject(0)));
    }
  }

  private static Map<String, Object> amounts(JsonObject shown) {
    Map<String, Object> amounts = new TreeMap<>(shown.getMap());
    amounts.keySet().removeIf(name -> !name.endsWith("total"));
    return amounts;
  }

  private static JsonObject explanation(String orderId) {
    return explanationOf(orderId).body().getJsonObject("totals_explanation");
  }

  private static Answer explanationOf(String orderId) {
    String[] staff = new TestIdentities(shop).headers(Caller.USER_WITH_API_TOKEN);
    return storefront.send("GET", "/admin/orders/" + orderId + "/totals-explanation", null, staff);
  }

  private static long effects(JsonObject explained, String figure) {
    return explained.getJsonArray("steps").stream()
        .map(JsonObject.class::cast)
        .filter(step -> step.getString("figure").equals(figure))
        .mapToLong(step -> step.getLong("effect"))
        .sum();
  }

  private static CompletableFuture<Answer> createLater(String variantId) {
    return storefront.postLater(
        "/store/carts",
        new JsonObject()
            .put("region_id", region.getString("id"))
            .put(
                "items",
                new JsonArray()
                    .add(new JsonObject().put("variant_id", variantId).put("quantity", 1))));
  }

  private static CompletableFuture<Answer> changeLater(
      String cartId, String kind, String... codes) {
    JsonArray given = new JsonArray();
    for (String code : codes) {
      given.add(new JsonObject().put("code", code));
    }
    return storefront.postLater(
        "/store/carts/" + cartId,
        new JsonObject().put("email", "shopper@example.com").put(kind, given));
  }

  private static JsonObject change(String cartId, String kind, String... codes) {
    Answer answer = changeLater(cartId, kind, codes).join();
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.cart();
  }

  private static List<Answer> completeAll(List<String> carts) {
    return later(
        carts.size(),
        shopper -> storefront.postLater("/store/carts/" + carts.get(shopper) + "/complete", null));
  }

  private static List<Answer> later(int times, IntFunction<CompletableFuture<Answer>> call) {
    List<CompletableFuture<Answer>> calls = IntStream.range(0, times).mapToObj(call).toList();
    return calls.stream().map(CompletableFuture::join).toList();
  }

  private static String idOf(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.cart().getString("id");
  }
}

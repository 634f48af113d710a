package dev.tradewind.cart;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.discount.IneligibilityReason;
import dev.tradewind.cart.discount.CodeRateLimiter;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Discounts on carts: shirts cost 1000 and mugs 3333, in a region with 25 % tax. */
class DiscountedCartIT {

  private static CartShop shop;

  @BeforeAll
  static void open() {
    shop = new CartShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void discounts() {
    shop.discounts.discounts.clear();
    shop.discounts.groups.clear();
    shop.discounts.tags.clear();
    shop.discounts.inapplicable.clear();
    shop.discounts.discount("TEN", "percentage", 10, "total");
    shop.discounts.discount("HUNDRED", "fixed", 100, "total");
    shop.discounts.discount("SHIPPED", "free_shipping", 0, null);
    shop.discounts.discount("POSTED", "free_shipping", 0, null);
  }

  @Test
  void aDiscountIsShownOnTheCartAndOnItsLines() {
    String id = shop.cartWithShirts(3);

    JsonObject cart = enter(id, "ten");

    assertThat(codes(cart)).containsExactly("TEN");
    assertThat(cart.getLong("discount_total")).isEqualTo(300);
    assertThat(cart.getLong("subtotal")).isEqualTo(3000);
    JsonObject item = cart.getJsonArray("items").getJsonObject(0);
    JsonObject adjustment = item.getJsonArray("adjustments").getJsonObject(0);
    assertThat(adjustment.getString("id")).startsWith("lia_");
    assertThat(adjustment.getString("discount_id")).isEqualTo("disc_TEN");
    assertThat(adjustment.getString("item_id")).isEqualTo(item.getString("id"));
    assertThat(adjustment.getLong("amount")).isEqualTo(300);
    assertThat(shop.get(id)).isEqualTo(cart);
  }

  @Test
  void everyFreeShippingRemainsAndTheFirstOfTheOthers() {
    JsonObject cart = enter(shop.cartWithShirts(1), "SHIPPED", "HUNDRED", "TEN", "POSTED");

    assertThat(codes(cart)).containsExactly("SHIPPED", "HUNDRED", "POSTED");
    assertThat(cart.getLong("discount_total")).isEqualTo(100);
  }

  @Test
  void aDeletedDiscountLeavesTheCart() {
    String id = shop.cartWithShirts(3);
    enter(id, "SHIPPED", "TEN");
    assertThat(shop.get(id).getLong("discount_total")).isEqualTo(300);

    shop.discounts.discounts.remove("TEN");
    shop.changed("discount", "discount", "disc_TEN");

    JsonObject cart = shop.get(id);
    assertThat(codes(cart)).containsExactly("SHIPPED");
    assertThat(cart.getLong("discount_total")).isZero();
  }

  @Test
  void aListReplacesWhatWasThereAndAnEmptyOneClears() {
    String id = shop.cartWithShirts(1);
    enter(id, "TEN");

    assertThat(codes(enter(id, "HUNDRED"))).containsExactly("HUNDRED");
    assertThat(codes(enter(id))).isEmpty();
    assertThat(shop.get(id).getLong("discount_total")).isZero();
  }

  @Test
  void aRefusedCodeAppliesNothing() {
    String id = shop.cartWithShirts(1);
    enter(id, "TEN");
    shop.discounts.inapplicable.put("HUNDRED", Set.of(IneligibilityReason.EXPIRED));

    CartShop.assertRefused(send(id, "HUNDRED"), 400, "not_allowed", "Discount HUNDRED is expired");
    CartShop.assertRefused(
        send(id, "TEN", "NONE"), 404, "not_found", "Discounts with code NONE was not found");
    assertThat(codes(shop.get(id))).containsExactly("TEN");
  }

  @Test
  void aDiscountIsRemovedByItsCodeInAnyCase() {
    String id = shop.cartWithShirts(1);
    enter(id, "TEN", "SHIPPED");

    JsonObject changed = remove(id, "ten");
    assertThat(codes(changed)).containsExactly("SHIPPED");
    assertThat(codes(remove(id, "unknown"))).containsExactly("SHIPPED");
  }

  @Test
  void freeShippingCostsNothingUntilItEnds() {
    String id = shop.cartWithShirts(1);
    shop.ship(id, FakeCatalog.STANDARD);

    JsonObject free = enter(id, "SHIPPED");
    assertThat(method(free).getLong("price")).isZero();
    assertThat(free.getLong("shipping_total")).isZero();
    assertThat(method(shop.ship(id, FakeCatalog.EXPRESS)).getLong("price")).isZero();

    assertThat(method(enter(id)).getLong("price")).isEqualTo(1500);
    enter(id, "SHIPPED");
    assertThat(remove(id, "SHIPPED").getLong("shipping_total")).isEqualTo(1500);
  }

  @Test
  void newLineItemsAreEvaluatedInOneRequestAndQuantitiesInNone() {
    JsonObject product = shop.catalog.variants.get(FakeCatalog.MUG).getJsonObject("product");
    product.put("tag_ids", new JsonArray().add("ptag_sale"));
    shop.changed("catalog", "product", null);
    shop.discounts.tags.put("TEN", "ptag_sale");
    String id = shop.cartWithShirts(1);
    enter(id, "TEN");
    int asked = shop.discounts.questions.size();

    JsonObject cart = shop.add(id, FakeCatalog.MUG, 1);

    assertThat(shop.discounts.questions).hasSize(asked + 1);
    assertThat(cart.getLong("discount_total")).isEqualTo(333);
    assertThat(cart.getJsonArray("items").getJsonObject(0).getJsonArray("adjustments")).isEmpty();
    assertThat(
            cart.getJsonArray("items")
                .getJsonObject(1)
                .getJsonObject("variant")
                .getJsonObject("product")
                .containsKey("tag_ids"))
        .isFalse();
    assertThat(shop.add(id, FakeCatalog.MUG, 1).getLong("discount_total")).isEqualTo(667);
    assertThat(shop.discounts.questions).hasSize(asked + 1);
  }

  @Test
  void datesAndLimitsAreNotCheckedAgainForNewLineItems() {
    String id = shop.cartWithShirts(1);
    enter(id, "TEN");
    shop.discounts.inapplicable.put(
        "TEN", Set.of(IneligibilityReason.EXPIRED, IneligibilityReason.USED_UP));

    assertThat(codes(shop.add(id, FakeCatalog.MUG, 1))).containsExactly("TEN");
  }

  @Test
  void aRegionChangeRemovesDiscountsOfOtherRegions() {
    String id = shop.cartWithShirts(1);
    shop.discounts.onlyIn("SHIPPED", FakeCatalog.EU);
    enter(id, "TEN", "SHIPPED");

    JsonObject moved = shop.update(id, new JsonObject().put("region_id", FakeCatalog.US));

    assertThat(codes(moved)).containsExactly("TEN");
    assertThat(moved.getLong("discount_total")).isEqualTo(150);
  }

  @Test
  void aDiscountOfAGroupIsRemovedWithItsCustomer() {
    shop.discounts.groups.put("TEN", "cgrp_friends");
    shop.customers.ensureMember("friend@example.com", "cgrp_friends");
    String id = shop.cartWithShirts(1);
    CartShop.assertRefused(
        send(id, "TEN"), 400, "not_allowed", "Discount TEN is only valid for specific customer");

    shop.update(id, new JsonObject().put("email", "friend@example.com"));
    assertThat(codes(enter(id, "TEN", "SHIPPED"))).containsExactly("TEN", "SHIPPED");
    JsonObject other = shop.update(id, new JsonObject().put("email", "other@example.com"));

    assertThat(codes(other)).containsExactly("SHIPPED");
    CartShop.assertRefused(
        send(id, "TEN"), 400, "not_allowed", "Discount TEN is not valid for customer");
  }

  @Test
  void paymentSessionsFollowTheDiscount() {
    String id = shop.cartWithShirts(1);
    long before = session(shop.openSessions(id));

    assertThat(session(enter(id, "TEN"))).isLessThan(before);
    assertThat(session(remove(id, "TEN"))).isEqualTo(before);
  }

  @Test
  void stepsExplainTheTotalsOfTheCart() {
    String id = shop.cartWithShirts(3);
    enter(id, "HUNDRED");

    Reply reply = shop.send("storeExplainCartTotals", CartShop.id(id), null);

    JsonObject explained = reply.body().toJsonObject().getJsonObject("totals_explanation");
    JsonObject cart = shop.get(id);
    for (String figure : List.of("subtotal", "discount_total", "tax_total", "total")) {
      assertThat(explained.getJsonObject("totals").getLong(figure))
          .isEqualTo(cart.getLong(figure))
          .isEqualTo(effects(explained, figure));
    }
  }

  @Test
  void theExplanationOfACustomersCartIsHiddenFromOthers() {
    String id =
        shop.cart(
                shop.as(
                    FakeCustomers.ADA,
                    "storeCreateCart",
                    new JsonObject(),
                    new JsonObject().put("region_id", FakeCatalog.EU)))
            .getString("id");

    assertThat(shop.send("storeExplainCartTotals", CartShop.id(id), null).status()).isEqualTo(404);
  }

  @Test
  void unknownCodesAreRateLimited() {
    String id = shop.cartWithShirts(1);
    for (int i = 0; i < CodeRateLimiter.PER_CART; i++) {
      assertThat(send(id, "TEN").status()).isEqualTo(200);
      assertThat(send(id, "GUESS" + i).status()).isEqualTo(404);
    }

    assertThat(send(id, "GUESS").status()).isEqualTo(429);
    assertThat(send(id, "TEN").status()).isEqualTo(429);
    assertThat(codes(enter(shop.cartWithShirts(1), "TEN"))).containsExactly("TEN");
  }

  @Test
  void aDiscountCostsNoStatementWhenTheCartIsRead() {
    String id = shop.cartWithShirts(1);
    enter(id, "TEN");
    shop.get(id);

    assertThat(shop.statementsOf(() -> shop.get(id))).isEqualTo(1);
  }

  private static long effects(JsonObject explained, String figure) {
    return CartShop.objects(explained.getJsonArray("steps")).stream()
        .filter(step -> step.getString("figure").equals(figure))
        .mapToLong(step -> step.getLong("effect"))
        .sum();
  }

  private static JsonObject enter(String id, String... codes) {
    return shop.cart(send(id, codes));
  }

  private static Reply send(String id, String... codes) {
    return await(
        shop.sending(
            Principal.ANONYMOUS,
            "storeUpdateCart",
            CartShop.id(id),
            new JsonObject(),
            new JsonObject().put("discounts", array(codes)),
            "key"));
  }

  private static JsonArray array(String... codes) {
    return new JsonArray(
        Arrays.stream(codes).map(code -> new JsonObject().put("code", code)).toList());
  }

  private static JsonObject remove(String id, String code) {
    return shop.call("storeRemoveDiscount", CartShop.id(id).put("code", code), null);
  }

  private static List<String> codes(JsonObject cart) {
    return CartShop.objects(cart.getJsonArray("discounts")).stream()
        .map(discount -> discount.getString("code"))
        .toList();
  }

  private static JsonObject method(JsonObject cart) {
    return cart.getJsonArray("shipping_methods").getJsonObject(0);
  }

  private static long session(JsonObject cart) {
    return cart.getJsonArray("payment_sessions").getJsonObject(0).getLong("amount");
  }
}

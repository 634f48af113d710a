package dev.tradewind.cart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GiftCardIT {

  private static CartShop shop;

  @BeforeAll
  static void open() {
    shop = new CartShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void cardsPayTheSmallerOneFirstAndTheirTaxIsNotDueAgain() {
    String small = card(300, null);
    String large = card(10_000, null);

    JsonObject cart = enter(shop.cartWithShirts(1), large, small, large);

    assertThat(codes(cart)).containsExactly(large, small);
    assertThat(cart.getLong("gift_card_total")).isEqualTo(1000);
    assertThat(cart.getLong("gift_card_tax_total")).isZero();
    assertThat(cart.getLong("total")).isEqualTo(cart.getLong("tax_total"));
  }

  @Test
  void aTaxedCardTakesItsTaxOff() {
    JsonObject cart = enter(shop.cartWithShirts(1), card(400, 10));

    assertThat(cart.getLong("gift_card_total")).isEqualTo(400);
    assertThat(cart.getLong("gift_card_tax_total")).isEqualTo(40);
  }

  @Test
  void cardsThatCannotPayAreRefusedAndNothingChanges() {
    String id = shop.cartWithShirts(1);
    String good = card(100, null);
    enter(id, good);
    String disabled = card(100, null);
    shop.discounts.cards.get(disabled).put("is_disabled", true);
    String foreign = card(100, null);
    shop.discounts.cards.get(foreign).put("region_id", FakeCatalog.US);

    CartShop.assertRefused(
        send(id, "NONE"), 404, "not_found", "Gift card with code: NONE was not found");
    CartShop.assertRefused(send(id, disabled), 400, "not_allowed", "The gift card is disabled");
    CartShop.assertRefused(
        send(id, good, foreign),
        400,
        "invalid_data",
        "The gift card cannot be used in the current region");
    CartShop.assertRefused(
        send(id, card(0, null)), 400, "not_allowed", "The gift card has no balance left");
    assertThat(codes(shop.get(id))).containsExactly(good);
  }

  @Test
  void aRegionChangeRemovesGiftCards() {
    String id = shop.cartWithShirts(1);
    enter(id, card(100, null));

    JsonObject moved = shop.update(id, new JsonObject().put("region_id", FakeCatalog.US));

    assertThat(codes(moved)).isEmpty();
    assertThat(moved.getLong("gift_card_total")).isZero();
  }

  @Test
  void theBalanceIsTheOneOfTheCardNow() {
    String id = shop.cartWithShirts(1);
    String code = card(500, null);
    enter(id, code);
    shop.discounts.cards.get(code).put("balance", 200);
    shop.changed("discount", "gift_card", "gift_" + code);

    assertThat(shop.get(id).getLong("gift_card_total")).isEqualTo(200);
  }

  @Test
  void sessionsAreRemovedWhenGiftCardsPayEverythingAndAnEmptyListRemovesTheCards() {
    taxCards(false);
    try {
      String id = shop.cartWithShirts(1);
      shop.openSessions(id);

      JsonObject paid = enter(id, card(100_000, null));

      assertThat(paid.getLong("total")).isZero();
      assertThat(paid.getJsonArray("payment_sessions")).isEmpty();
      assertThat(enter(id).getLong("total")).isPositive();
    } finally {
      taxCards(true);
    }
  }

  @Test
  void uncachedGiftCardsCostOneMoreStatement() {
    String id = shop.cartWithShirts(1);
    String code = card(100, null);
    enter(id, code);
    shop.changed("discount", "gift_card", "gift_" + code);

    assertThat(shop.statementsOf(() -> shop.get(id))).isEqualTo(3);
    assertThat(shop.statementsOf(() -> shop.get(id))).isEqualTo(1);
  }

  private static void taxCards(boolean taxed) {
    shop.catalog.regions.get(FakeCatalog.EU).put("gift_cards_taxable", taxed);
    shop.changed("catalog", "region", null);
  }

  private static String card(long balance, Integer taxRate) {
    String code = UUID.randomUUID().toString();
    shop.discounts.card(code, balance, taxRate);
    return code;
  }

  private static JsonObject enter(String id, String... codes) {
    return shop.cart(send(id, codes));
  }

  private static Reply send(String id, String... codes) {
    JsonArray cards =
        new JsonArray(
            Arrays.stream(codes).map(code -> new JsonObject().put("code", code)).toList());
    return shop.send("storeUpdateCart", CartShop.id(id), new JsonObject().put("gift_cards", cards));
  }

  private static List<String> codes(JsonObject cart) {
    return CartShop.objects(cart.getJsonArray("gift_cards")).stream()
        .map(card -> card.getString("code"))
        .toList();
  }
}

package dev.tradewind.discount;

import static dev.tradewind.discount.DiscountsIT.json;
import static dev.tradewind.discount.TestDiscounts.AMERICA;
import static dev.tradewind.discount.TestDiscounts.EUROPE;
import static dev.tradewind.discount.TestDiscounts.NOTHING;
import static dev.tradewind.discount.TestDiscounts.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GiftCardsIT {

  private static TestDiscounts shop;

  @BeforeAll
  static void open() {
    shop = new TestDiscounts();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aNewCardIsWorthItsValueAndTaxedAsItsRegionSays() {
    JsonObject card = create("{'value': 500, 'region_id': 'reg_eu', 'metadata': {'a': ''}}");

    assertThat(card.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "code",
            "value",
            "balance",
            "region_id",
            "order_id",
            "is_disabled",
            "ends_at",
            "tax_rate",
            "metadata",
            "region",
            "order");
    assertThat(card.getString("id")).startsWith("gift_");
    assertThat(card.getString("code")).matches("[A-Z0-9]{4}(-[A-Z0-9]{4}){3}");
    assertThat(card.getInteger("balance")).isEqualTo(500);
    assertThat(card.getInteger("tax_rate")).isEqualTo(20);
    assertThat(card.getBoolean("is_disabled")).isFalse();
    assertThat(card.getJsonObject("region").getString("id")).isEqualTo(EUROPE);
    assertThat(card.getValue("order")).isNull();
    assertThat(card.getJsonObject("metadata")).isEqualTo(json("{'a': ''}"));
    assertThat(shop.events(card.getString("id")))
        .containsExactly(
            "%1$s gift_card.created 1 {\"id\":\"%1$s\"}".formatted(card.getString("id")));
    assertThat(create("{'value': 5, 'region_id': 'reg_us'}").getValue("tax_rate")).isNull();
    assertThat(refused("adminCreateGiftCard", NOTHING, "{'value': 5, 'region_id': 'reg_x'}"))
        .isEqualTo("404 not_found Region with reg_x was not found");
  }

  @Test
  void aCardIsChangedWithinItsValue() {
    String id = create("{'value': 500, 'region_id': 'reg_eu'}").getString("id");

    JsonObject updated =
        shop.ok(
                "adminUpdateGiftCard",
                id(id),
                NOTHING,
                json(
                    "{'balance': 200, 'is_disabled': true, 'region_id': 'reg_us',"
                        + " 'ends_at': '2999-01-01T00:00:00.000Z', 'metadata': {'b': 1}}"))
            .getJsonObject("gift_card");

    assertThat(updated.getInteger("balance")).isEqualTo(200);
    assertThat(updated.getBoolean("is_disabled")).isTrue();
    assertThat(updated.getJsonObject("region").getString("id")).isEqualTo(AMERICA);
    assertThat(updated.getString("ends_at")).isEqualTo("2999-01-01T00:00:00.000Z");
    assertThat(shop.events(id)).hasSize(3).last().asString().contains("gift_card.disabled 2");
    for (String balance : new String[] {"501", "-1"}) {
      assertThat(refused("adminUpdateGiftCard", id(id), "{'balance': " + balance + "}"))
          .isEqualTo("400 invalid_data new balance is invalid");
    }
    assertThat(refused("adminUpdateGiftCard", id(id), "{'region_id': 'reg_x'}"))
        .isEqualTo("404 not_found Region with reg_x was not found");
    assertThat(refused("adminUpdateGiftCard", id("gift_x"), "{'balance': 1}"))
        .isEqualTo("404 not_found Gift card with id: gift_x was not found");
  }

  @Test
  void changesOfBalancesByStaffAreInTheAuditLog() {
    String id = create("{'value': 500, 'region_id': 'reg_eu'}").getString("id");
    for (String change :
        new String[] {
          "{'balance': 200}", "{'balance': 200}", "{'metadata': {'a': 1}}", "{'is_disabled': true}"
        }) {
      shop.ok("adminUpdateGiftCard", id(id), NOTHING, json(change));
    }
    refused("adminUpdateGiftCard", id(id), "{'balance': 501}");
    shop.ok("adminDeleteGiftCard", id(id), NOTHING, null);
    shop.ok("adminDeleteGiftCard", id(id), NOTHING, null);

    assertThat(shop.audited(id))
        .containsExactly(
            "gift_card_change null ->" + " {\"value\":500,\"balance\":500,\"is_disabled\":false}",
            "gift_card_change {\"balance\":500} -> {\"balance\":200}",
            "gift_card_change {\"is_disabled\":false} -> {\"is_disabled\":true}",
            "gift_card_change null -> {\"deleted\":true}");
  }

  @Test
  void aDeletedCardIsNotFoundAndDeletedAgain() {
    JsonObject card = create("{'value': 500, 'region_id': 'reg_eu'}");
    String id = card.getString("id");

    for (int i = 0; i < 2; i++) {
      assertThat(shop.ok("adminDeleteGiftCard", id(id), NOTHING, null))
          .isEqualTo(id(id).put("object", "gift-card").put("deleted", true));
    }

    assertThat(refused("adminGetGiftCard", id(id), "{}"))
        .isEqualTo("404 not_found Gift card with id: " + id + " was not found");
    JsonObject code = new JsonObject().put("code", card.getString("code"));
    assertThat(refused("storeGetGiftCard", code, "{}"))
        .isEqualTo(
            "404 not_found Gift card with code: %s was not found"
                .formatted(card.getString("code")));
  }

  @Test
  void theCodeGivesAccessToTheBalance() {
    JsonObject card = create("{'value': 500, 'region_id': 'reg_eu'}");
    String code = card.getString("code");

    JsonObject shown =
        shop.ok("storeGetGiftCard", new JsonObject().put("code", code), NOTHING, null)
            .getJsonObject("gift_card");

    assertThat(shown.fieldNames())
        .containsExactlyInAnyOrder("id", "code", "value", "balance", "region");
    assertThat(shown.getJsonObject("region").getString("currency_code")).isEqualTo("eur");
    assertThat(
            refused(
                "storeGetGiftCard",
                new JsonObject().put("code", code.toLowerCase(Locale.ROOT)),
                "{}"))
        .startsWith("404");
  }

  @Test
  void guessesOfCodesAreLimited() {
    try (TestDiscounts guessed = new TestDiscounts()) {
      for (int i = 0; i < 300; i++) {
        JsonObject guess = new JsonObject().put("code", "GUESS-" + i);
        assertThat(guessed.refused("storeGetGiftCard", guess, NOTHING, NOTHING)).startsWith("404");
      }

      JsonObject next = new JsonObject().put("code", "GUESS-300");
      assertThat(guessed.refused("storeGetGiftCard", next, NOTHING, NOTHING)).startsWith("429");
    }
  }

  @Test
  void cardsAreListedByCodeWithTheNewestFirst() {
    JsonObject one = create("{'value': 1, 'region_id': 'reg_eu'}");
    JsonObject two = create("{'value': 2, 'region_id': 'reg_eu'}");

    JsonObject page =
        shop.ok("adminListGiftCards", NOTHING, new JsonObject().put("limit", 2), null);
    assertThat(page.getJsonArray("gift_cards"))
        .extracting(card -> ((JsonObject) card).getString("id"))
        .containsExactly(two.getString("id"), one.getString("id"));
    JsonObject found =
        shop.ok(
            "adminListGiftCards",
            NOTHING,
            new JsonObject().put("q", one.getString("code").substring(2).toLowerCase(Locale.ROOT)),
            null);
    assertThat(found.getInteger("count")).isEqualTo(1);
    assertThat(found.getInteger("limit")).isEqualTo(50);
  }

  private static JsonObject create(String body) {
    return shop.ok("adminCreateGiftCard", NOTHING, NOTHING, json(body)).getJsonObject("gift_card");
  }

  private static String refused(String operation, JsonObject path, String body) {
    return shop.refused(operation, path, NOTHING, json(body));
  }
}

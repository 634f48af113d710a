package dev.tradewind.discount;

import static dev.tradewind.discount.DiscountsIT.json;
import static dev.tradewind.discount.TestDiscounts.NOTHING;
import static dev.tradewind.discount.TestDiscounts.id;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DynamicCodesIT {

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
  void aCodeSharesTheRuleAndIsValidForTheDurationOfItsParent() {
    JsonObject parent =
        shop.discount(json("{'is_dynamic': true, 'valid_duration': 'P1M2DT3H', 'usage_limit': 9}"));
    String parentId = parent.getString("id");
    String code = "dyn" + Ids.ulid();

    JsonObject created =
        create(parentId, new JsonObject().put("code", code).put("metadata", json("{'who': 'x'}")));

    assertThat(created.getString("code")).isEqualTo(code.toUpperCase(Locale.ROOT));
    assertThat(created.getString("parent_discount_id")).isEqualTo(parentId);
    assertThat(created.getString("rule_id")).isEqualTo(parent.getString("rule_id"));
    assertThat(created.getBoolean("is_dynamic")).isTrue();
    assertThat(created.getBoolean("is_disabled")).isFalse();
    assertThat(created.getInteger("usage_limit")).isEqualTo(1);
    assertThat(created.getValue("valid_duration")).isNull();
    assertThat(created.getJsonArray("regions")).isEmpty();
    assertThat(created.getJsonObject("parent_discount").getString("code"))
        .isEqualTo(parent.getString("code"));
    assertThat(created.getJsonObject("parent_discount").fieldNames()).doesNotContain("rule");
    OffsetDateTime start = OffsetDateTime.parse(created.getString("created_at"));
    assertThat(OffsetDateTime.parse(created.getString("ends_at")))
        .isEqualTo(start.plusMonths(1).plusDays(2).plusHours(3));
    assertThat(shop.events(created.getString("id")))
        .containsExactly(
            "%s discount.dynamic_code_created 1 {\"id\":\"%s\",\"parent_discount_id\":\"%s\"}"
                .formatted(parentId, created.getString("id"), parentId));
  }

  @Test
  void aCodeOfAParentWithoutDurationDoesNotEndAndHasItsOwnLimit() {
    String parentId = shop.discount(json("{'is_dynamic': true}")).getString("id");

    JsonObject created =
        create(parentId, new JsonObject().put("code", Ids.ulid()).put("usage_limit", 7));

    assertThat(created.getValue("ends_at")).isNull();
    assertThat(created.getInteger("usage_limit")).isEqualTo(7);
  }

  @Test
  void onlyDynamicParentsHaveCodes() {
    String plain = shop.discount(NOTHING).getString("id");
    String parentId = shop.discount(json("{'is_dynamic': true}")).getString("id");
    String code = Ids.ulid();
    String child = create(parentId, new JsonObject().put("code", code)).getString("id");

    assertThat(refused(plain, Ids.ulid()))
        .isEqualTo("400 not_allowed Discount must be set to dynamic");
    assertThat(refused(child, Ids.ulid()))
        .isEqualTo(
            "400 not_allowed Discount is a dynamic code itself; codes are created of its parent"
                + " discount");
    assertThat(refused("disc_x", Ids.ulid()))
        .isEqualTo("404 not_found Discount with id disc_x was not found");
    assertThat(refused(parentId, code.toLowerCase(Locale.ROOT)))
        .isEqualTo("422 duplicate_error Discount with code " + code + " already exists.");
  }

  @Test
  void aDeletedCodeIsNotFoundAndTheParentIsShown() {
    String parentId = shop.discount(json("{'is_dynamic': true}")).getString("id");
    String code = Ids.ulid();
    String child = create(parentId, new JsonObject().put("code", code)).getString("id");
    JsonObject path = id(parentId).put("code", code.toLowerCase(Locale.ROOT));

    for (int i = 0; i < 2; i++) {
      assertThat(
              shop.ok("adminDeleteDynamicCode", path, NOTHING, null)
                  .getJsonObject("discount")
                  .getString("id"))
          .isEqualTo(parentId);
    }

    assertThat(shop.ask("adminGetDiscount", id(child), NOTHING, null).status()).isEqualTo(404);
    assertThat(shop.events(child)).hasSize(2);
    assertThat(
            shop.refused("adminDeleteDynamicCode", id("disc_x").put("code", code), NOTHING, null))
        .isEqualTo("404 not_found Discount with id disc_x was not found");
  }

  @Test
  void deletingAParentDisablesItsCodesAndConcurrentOnes() {
    String parentId = shop.discount(json("{'is_dynamic': true}")).getString("id");
    create(parentId, new JsonObject().put("code", Ids.ulid()));
    List<Future<Reply>> together = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      together.add(
          shop.send(
              "adminCreateDynamicCode",
              id(parentId),
              NOTHING,
              new JsonObject().put("code", Ids.ulid())));
      if (i == 10) {
        together.add(shop.send("adminDeleteDiscount", id(parentId), NOTHING, null));
      }
    }
    await(Future.join(together));

    assertThat(
            shop.number(
                "SELECT count(*) FROM discount WHERE parent_discount_id = $1 AND NOT is_disabled",
                parentId))
        .isZero();
    String child =
        shop.sql("SELECT id FROM discount WHERE parent_discount_id = $1 LIMIT 1", parentId)
            .iterator()
            .next()
            .getString(0);
    JsonObject shown =
        shop.ok("adminGetDiscount", id(child), NOTHING, null).getJsonObject("discount");
    assertThat(shown.getBoolean("is_disabled")).isTrue();
    assertThat(shown.getValue("parent_discount")).isNull();
    assertThat(shop.events(child)).last().asString().startsWith(parentId + " discount.updated 2");
  }

  private static JsonObject create(String parentId, JsonObject body) {
    return shop.ok("adminCreateDynamicCode", id(parentId), NOTHING, body).getJsonObject("discount");
  }

  private static String refused(String parentId, String code) {
    return shop.refused(
        "adminCreateDynamicCode", id(parentId), NOTHING, new JsonObject().put("code", code));
  }
}

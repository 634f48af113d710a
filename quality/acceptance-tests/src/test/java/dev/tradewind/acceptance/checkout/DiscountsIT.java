package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Admin operations on discounts and gift cards; every response is validated against the contract.
 */
class DiscountsIT {

  private static Shop shop;
  private static Storefront storefront;
  private static TestIdentities identities;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    identities = new TestIdentities(shop);
  }

  @Test
  void aDiscountIsCreatedRestrictedGivenCodesAndDeleted() {
    String regionId = storefront.region("eur").getString("id");
    String otherRegion = storefront.region("usd").getString("id");
    String productId = shop.newVariant(500, 1).getString("product_id");
    String collectionId =
        ok("POST", "/admin/collections", new JsonObject().put("title", Ids.ulid()))
            .getJsonObject("collection")
            .getString("id");
    JsonObject discount =
        ok(
                "POST",
                "/admin/discounts",
                new JsonObject()
                    .put("code", "spring-" + Ids.ulid())
                    .put("is_dynamic", true)
                    .put("valid_duration", "P1D")
                    .put("regions", new JsonArray().add(regionId))
                    .put(
                        "rule",
                        new JsonObject()
                            .put("type", "percentage")
                            .put("value", 10)
                            .put("allocation", "total")
                            .put(
                                "conditions",
                                new JsonArray()
                                    .add(
                                        new JsonObject()
                                            .put("operator", "in")
                                            .put(
                                                "product_collections",
                                                new JsonArray().add(collectionId))))))
            .getJsonObject("discount");
    String path = "/admin/discounts/" + discount.getString("id");
    String conditionId =
        discount.getJsonObject("rule").getJsonArray("conditions").getJsonObject(0).getString("id");

    assertThat(
            ok("GET", "/admin/collections?discount_condition_id=" + conditionId, null)
                .getJsonArray("collections"))
        .extracting(collection -> ((JsonObject) collection).getString("id"))
        .containsExactly(collectionId);
    assertThat(
            ok("GET", "/admin/collections?discount_condition_id=discon_x", null)
                .getInteger("count"))
        .isZero();

    JsonObject restricted =
        ok(
            "POST",
            path
                + "/conditions?expand=rule.conditions.products,rule.conditions.product_collections",
            new JsonObject().put("operator", "in").put("products", new JsonArray().add(productId)));
    assertThat(
            restricted
                .getJsonObject("discount")
                .getJsonObject("rule")
                .getJsonArray("conditions")
                .getJsonObject(1)
                .getJsonArray("products")
                .getJsonObject(0)
                .getString("title"))
        .isEqualTo("Kettle");
    String ofProduct =
        restricted
            .getJsonObject("discount")
            .getJsonObject("rule")
            .getJsonArray("conditions")
            .getJsonObject(1)
            .getString("id");
    assertThat(
            ok("GET", "/admin/products?discount_condition_id=" + ofProduct, null)
                .getJsonArray("products"))
        .extracting(product -> ((JsonObject) product).getString("id"))
        .containsExactly(productId);
    for (String labels : new String[] {"types", "tags"}) {
      assertThat(
              ok("GET", "/admin/product-" + labels + "?discount_condition_id=" + ofProduct, null)
                  .getInteger("count"))
          .isZero();
    }
    assertThat(
            answer(
                    "POST",
                    path + "/conditions",
                    new JsonObject()
                        .put("operator", "in")
                        .put("customer_groups", new JsonArray().add("cgrp_x")))
                .status())
        .isEqualTo(404);
    String groupId =
        ok("POST", "/admin/customer-groups", new JsonObject().put("name", Ids.ulid()))
            .getJsonObject("customer_group")
            .getString("id");
    String ofGroup =
        ok(
                "POST",
                path + "/conditions",
                new JsonObject()
                    .put("operator", "not_in")
                    .put("customer_groups", new JsonArray().add(groupId)))
            .getJsonObject("discount")
            .getJsonObject("rule")
            .getJsonArray("conditions")
            .getJsonObject(2)
            .getString("id");
    assertThat(
            ok("GET", "/admin/customer-groups?discount_condition_id=" + ofGroup, null)
                .getJsonArray("customer_groups"))
        .extracting(group -> ((JsonObject) group).getString("id"))
        .containsExactly(groupId);
    JsonObject condition =
        ok("GET", path + "/conditions/" + conditionId + "?expand=discount_rule", null);
    assertThat(condition.getJsonObject("discount_condition").getString("type"))
        .isEqualTo("product_collections");
    JsonObject resources =
        new JsonObject()
            .put("resources", new JsonArray().add(new JsonObject().put("id", collectionId)));
    ok("DELETE", path + "/conditions/" + conditionId + "/batch", resources);
    ok("POST", path + "/conditions/" + conditionId + "/batch", resources);
    ok(
        "POST",
        path + "/conditions/" + conditionId,
        new JsonObject().put("product_collections", new JsonArray().add(collectionId)));
    ok("DELETE", path + "/conditions/" + conditionId, null);
    ok("POST", path + "/regions/" + otherRegion, null);
    ok("DELETE", path + "/regions/" + otherRegion, null);
    ok("POST", path, new JsonObject().put("usage_limit", 5));

    String code = Ids.ulid();
    JsonObject child =
        ok("POST", path + "/dynamic-codes", new JsonObject().put("code", code))
            .getJsonObject("discount");
    assertThat(
            ok("GET", "/admin/discounts/code/" + code.toLowerCase(Locale.ROOT), null)
                .getJsonObject("discount")
                .getString("id"))
        .isEqualTo(child.getString("id"));
    assertThat(
            ok("GET", "/admin/discounts?rule[type]=percentage&q=" + code, null).getInteger("count"))
        .isEqualTo(1);
    ok("DELETE", path + "/dynamic-codes/" + code, null);
    ok("GET", path + "?fields=code&expand=", null);
    ok("DELETE", path, null);
    assertThat(answer("GET", path, null).status()).isEqualTo(404);
  }

  @Test
  void aGiftCardIsCreatedAndItsBalanceIsReadByItsCode() {
    String regionId = storefront.region("eur").getString("id");
    JsonObject card =
        ok(
                "POST",
                "/admin/gift-cards",
                new JsonObject().put("value", 5_000).put("region_id", regionId))
            .getJsonObject("gift_card");
    String path = "/admin/gift-cards/" + card.getString("id");

    ok("POST", path, new JsonObject().put("balance", 4_000));
    ok("GET", path, null);
    assertThat(ok("GET", "/admin/gift-cards?q=" + card.getString("code"), null).getInteger("count"))
        .isEqualTo(1);
    JsonObject seen = storefront.get("/store/gift-cards/" + card.getString("code")).body();
    assertThat(seen.getJsonObject("gift_card").getInteger("balance")).isEqualTo(4_000);
    assertThat(
            ok("POST", path, new JsonObject().put("is_disabled", true))
                .getJsonObject("gift_card")
                .getBoolean("is_disabled"))
        .isTrue();
    ok("DELETE", path, null);
    assertThat(storefront.get("/store/gift-cards/" + card.getString("code")).status())
        .isEqualTo(404);
  }

  private static JsonObject ok(String method, String path, JsonObject body) {
    Answer answer = answer(method, path, body);
    assertThat(answer.status()).as(method + " " + path + " " + answer.text()).isEqualTo(200);
    return answer.body();
  }

  private static Answer answer(String method, String path, JsonObject body) {
    return storefront.send(method, path, body == null ? null : body.encode(), identities.asUser());
  }
}

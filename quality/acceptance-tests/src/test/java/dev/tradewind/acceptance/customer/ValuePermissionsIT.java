package dev.tradewind.acceptance.customer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.checkout.DraftOrderApi;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Gift cards in draft orders and orders of drafts where roles are enforced: each door needs the
 * permission of what it makes or shows.
 */
class ValuePermissionsIT {

  private static final String MEMBER = "member-" + Ids.ulid();
  private static final String ADMIN = "admin-" + Ids.ulid();

  private static Shop shop;
  private static Storefront enforcing;
  private static String region;
  private static String adminEmail;

  private String giftCard;
  private String mug;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    enforcing = shop.enforcingRoles();
    region = shop.storefront().region("eur").getString("id");
    user("member", MEMBER);
    adminEmail = user("admin", ADMIN);
  }

  private static String user(String role, String token) {
    String email = role + "-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    shop.newUser(email, "open sesame", token);
    shop.setRole(email, role);
    return email;
  }

  @BeforeEach
  void products() {
    JsonObject variant = shop.newVariant(5_000, 100);
    shop.sellAsGiftCards(variant.getString("product_id"));
    giftCard = variant.getString("id");
    mug = shop.newVariant(1_000, 100).getString("id");
  }

  @Test
  void aGiftCardInADraftTakesThePermissionToMakeOneAtEveryDoor() {
    forbidden(post(MEMBER, "/admin/draft-orders", draft(item(giftCard))));
    String of = id(accepted(post(MEMBER, "/admin/draft-orders", draft(item(mug)))));
    String lines = "/admin/draft-orders/" + of + "/line-items";
    forbidden(post(MEMBER, lines, item(giftCard)));

    JsonObject filled = accepted(post(ADMIN, lines, item(giftCard))).getJsonObject("draft_order");
    String line =
        filled.getJsonObject("cart").getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .filter(each -> giftCard.equals(each.getString("variant_id")))
            .findFirst()
            .orElseThrow()
            .getString("id");
    forbidden(post(MEMBER, lines + "/" + line, new JsonObject().put("quantity", 9)));
    forbidden(post(MEMBER, "/admin/draft-orders/" + of + "/pay", new JsonObject()));
    assertThat(cards(of)).isEmpty();

    JsonObject order =
        accepted(post(ADMIN, "/admin/draft-orders/" + of + "/pay", new JsonObject()))
            .getJsonObject("order");
    JsonArray made = cards(order.getString("id"));
    assertThat(made).hasSize(1);
    assertThat(made.getJsonObject(0).getInteger("value")).isEqualTo(5_000);
    JsonObject audited =
        accepted(
                enforcing.send(
                    "GET",
                    "/admin/tradewind/audit-log?action=gift_card_change&subject="
                        + made.getJsonObject(0).getString("id"),
                    null,
                    "x-medusa-access-token",
                    ADMIN))
            .getJsonArray("audit_entries")
            .getJsonObject(0);
    assertThat(audited.getString("actor_type")).isEqualTo("user");
    assertThat(audited.getJsonObject("after").getInteger("value")).isEqualTo(5_000);
  }

  @Test
  void aGiftCardHasThePriceOfItsVariant() {
    JsonObject priced = item(giftCard).put("unit_price", 1);
    String message = "unit_price of a gift card cannot be chosen";
    refused(post(ADMIN, "/admin/draft-orders", draft(priced)), message);
    JsonObject made =
        accepted(post(ADMIN, "/admin/draft-orders", draft(item(giftCard))))
            .getJsonObject("draft_order");
    String lines = "/admin/draft-orders/" + made.getString("id") + "/line-items";
    refused(post(ADMIN, lines, priced), message);
    String line = made.getJsonObject("cart").getJsonArray("items").getJsonObject(0).getString("id");
    refused(post(ADMIN, lines + "/" + line, new JsonObject().put("unit_price", 1)), message);
  }

  @Test
  void theOrderOfADraftTakesThePermissionToReadOrders() {
    String of = id(accepted(post(ADMIN, "/admin/draft-orders", draft(item(mug)))));
    accepted(post(ADMIN, "/admin/draft-orders/" + of + "/pay", new JsonObject()));
    String limited = "limited-" + Ids.ulid();
    shop.limitToken(adminEmail, limited, "draft-orders:read");

    for (String path : new String[] {"/admin/draft-orders/" + of, "/admin/draft-orders?limit=1"}) {
      assertThat(shown(limited, path)).doesNotContain("\"order\":{");
      assertThat(shown(ADMIN, path)).contains("\"order\":{");
    }
    assertThat(get(limited, "/admin/draft-orders?expand=order").status()).isEqualTo(403);
  }

  private static String shown(String token, String path) {
    Answer answer = get(token, path);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.text();
  }

  private static Answer get(String token, String path) {
    return enforcing.send("GET", path, null, "x-medusa-access-token", token);
  }

  private static JsonArray cards(String orderId) {
    return new JsonArray(
        accepted(get(ADMIN, "/admin/gift-cards?limit=1000")).getJsonArray("gift_cards").stream()
            .filter(card -> orderId.equals(((JsonObject) card).getString("order_id")))
            .toList());
  }

  private static JsonObject draft(JsonObject item) {
    return new JsonObject()
        .put("email", DraftOrderApi.newEmail())
        .put("region_id", region)
        .put("shipping_methods", new JsonArray())
        .put("items", new JsonArray().add(item));
  }

  private static JsonObject item(String variant) {
    return new JsonObject().put("variant_id", variant).put("quantity", 1);
  }

  private static String id(JsonObject answer) {
    return answer.getJsonObject("draft_order").getString("id");
  }

  private static Answer post(String token, String path, JsonObject body) {
    return enforcing.post(path, body, "x-medusa-access-token", token);
  }

  private static JsonObject accepted(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  private static void forbidden(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    assertThat(answer.body().getString("message")).contains("gift-cards:write");
  }

  private static void refused(Answer answer, String message) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().getString("message")).isEqualTo(message);
  }
}

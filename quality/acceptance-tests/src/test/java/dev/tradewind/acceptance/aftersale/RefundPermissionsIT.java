package dev.tradewind.acceptance.aftersale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Amounts chosen by staff where roles are enforced: they need the permission of refunds. */
class RefundPermissionsIT {

  private static final String MEMBER = "member-" + Ids.ulid();
  private static final String ADMIN = "admin-" + Ids.ulid();

  private static Shop shop;
  private static Storefront enforcing;

  private String orderId;
  private String lineId;
  private long price;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    enforcing = shop.enforcingRoles();
    user("member", MEMBER);
    user("admin", ADMIN);
  }

  private static void user(String role, String token) {
    String email = role + "-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    shop.newUser(email, "open sesame", token);
    shop.setRole(email, role);
  }

  /** A captured and shipped order of three mugs. */
  @BeforeEach
  void ship() {
    String cart = shop.readyCart(shop.newVariant(1_000, 10).getString("id"), 3);
    JsonObject placed =
        shop.storefront()
            .post("/store/carts/" + cart + "/complete", null)
            .body()
            .getJsonObject("data");
    orderId = placed.getString("id");
    lineId = placed.getJsonArray("items").getJsonObject(0).getString("id");
    price = placed.getJsonArray("items").getJsonObject(0).getLong("total") / 3;
    accepted(act(MEMBER, "/capture", new JsonObject()));
    JsonObject fulfilled = accepted(act(MEMBER, "/fulfillment", items(3))).getJsonObject("order");
    accepted(
        act(
            MEMBER,
            "/shipment",
            new JsonObject()
                .put(
                    "fulfillment_id",
                    fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id"))));
  }

  @Test
  void aClaimOfAMemberRefundsThePriceOfItsUnits() {
    forbidden(act(MEMBER, "/claims", claim().put("refund_amount", 3 * price)));
    forbidden(act(MEMBER, "/claims", claim().put("refund_amount", 1)));
    assertThat(refunded()).isZero();

    accepted(act(MEMBER, "/claims", claim()));
    assertThat(refunded()).isEqualTo(price);
    accepted(act(ADMIN, "/claims", claim().put("refund_amount", 2 * price)));
    assertThat(refunded()).isEqualTo(3 * price);
  }

  @Test
  void aReceiptOfAMemberRefundsThePriceOfItsUnits() {
    forbidden(act(MEMBER, "/return", items(1).put("refund", price + 1)));
    forbidden(act(MEMBER, "/return", items(1).put("refund", price + 1).put("receive_now", true)));
    String first = requested(items(1).put("refund", price));
    forbidden(receive(MEMBER, first, items(1).put("refund", 2 * price)));
    assertThat(refunded()).isZero();

    accepted(receive(MEMBER, first, items(1)));
    assertThat(refunded()).isEqualTo(price);
    String second = requested(items(1));
    accepted(receive(ADMIN, second, items(1).put("refund", 2 * price)));
    assertThat(refunded()).isEqualTo(3 * price);
  }

  @Test
  void refundsOfOrderAndPaymentNeedThePermissionAndCapturesDoNot() {
    JsonObject refund = new JsonObject().put("amount", 1).put("reason", "other");
    String payment =
        "/admin/payments/" + order().getJsonArray("payments").getJsonObject(0).getString("id");

    accepted(post(MEMBER, payment + "/capture", new JsonObject()));
    assertThat(post(MEMBER, payment + "/refund", refund).status()).isEqualTo(403);
    assertThat(act(MEMBER, "/refund", refund).status()).isEqualTo(403);
    assertThat(refunded()).isZero();
    accepted(post(ADMIN, payment + "/refund", refund));
    accepted(act(ADMIN, "/refund", refund));
    assertThat(refunded()).isEqualTo(2);
  }

  private String requested(JsonObject body) {
    JsonArray returns =
        accepted(act(MEMBER, "/return", body)).getJsonObject("order").getJsonArray("returns");
    return returns.getJsonObject(returns.size() - 1).getString("id");
  }

  private static Answer receive(String token, String returnId, JsonObject body) {
    return post(token, "/admin/returns/" + returnId + "/receive", body);
  }

  private Answer act(String token, String action, JsonObject body) {
    return post(token, "/admin/orders/" + orderId + action, body);
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
    assertThat(answer.body().getString("type")).isEqualTo("not_allowed");
    assertThat(answer.body().getString("message")).contains("orders:refund");
  }

  private JsonObject order() {
    return accepted(
            enforcing.send("GET", "/admin/orders/" + orderId, null, "x-medusa-access-token", ADMIN))
        .getJsonObject("order");
  }

  private long refunded() {
    return order().getLong("refunded_total");
  }

  private JsonObject items(long units) {
    return new JsonObject()
        .put(
            "items",
            new JsonArray().add(new JsonObject().put("item_id", lineId).put("quantity", units)));
  }

  private JsonObject claim() {
    return new JsonObject()
        .put("type", "refund")
        .put(
            "claim_items",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("item_id", lineId)
                        .put("quantity", 1)
                        .put("reason", "other")));
  }
}

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
import java.util.concurrent.CompletableFuture;

/** Client of the admin operations on draft orders and orders. */
public final class DraftOrderApi {

  private final Storefront storefront;
  private final String[] staff;
  private final String regionId;

  public DraftOrderApi(Shop shop) {
    this.storefront = shop.storefront();
    this.staff = new TestIdentities(shop).asUser();
    this.regionId = storefront.region("eur").getString("id");
  }

  public String regionId() {
    return regionId;
  }

  public static String newEmail() {
    return "draft-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
  }

  /** Body of a draft order with those items. */
  public JsonObject body(JsonObject... items) {
    return new JsonObject()
        .put("email", newEmail())
        .put("region_id", regionId)
        .put("shipping_methods", new JsonArray())
        .put("items", new JsonArray(java.util.List.of(items)));
  }

  public static JsonObject item(String variantId, int quantity) {
    return new JsonObject().put("variant_id", variantId).put("quantity", quantity);
  }

  public Answer create(JsonObject body) {
    return admin("POST", "/admin/draft-orders", body);
  }

  /** Creates a draft order. */
  public JsonObject created(JsonObject body) {
    return draft(create(body));
  }

  public static JsonObject draft(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("draft_order");
  }

  public static JsonObject order(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("order");
  }

  public static void refused(Answer answer, int status, String message) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.body().getString("message")).isEqualTo(message);
  }

  public Answer pay(String id, String... key) {
    return storefront.send("POST", "/admin/draft-orders/" + id + "/pay", null, with(key));
  }

  public CompletableFuture<Answer> payLater(String id) {
    return storefront.postLater("/admin/draft-orders/" + id + "/pay", null, staff);
  }

  public Answer admin(String method, String path, JsonObject body) {
    return storefront.send(method, path, body == null ? null : body.encode(), staff);
  }

  private String[] with(String... more) {
    if (more.length == 0) {
      return staff;
    }
    return new String[] {staff[0], staff[1], "idempotency-key", more[0]};
  }
}

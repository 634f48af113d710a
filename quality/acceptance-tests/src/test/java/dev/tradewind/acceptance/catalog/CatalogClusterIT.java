package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Changes that staff makes at one node, as the next read at another node shows them. */
class CatalogClusterIT {

  private static final int ROUNDS = 30;

  private static Cluster cluster;
  private static Storefront other;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    cluster = new Cluster(2);
    Storefront one = cluster.full().storefront();
    other = cluster.full().storefront();
    String token =
        one.bearer(
            "/admin/auth/token",
            json("{'email': 'admin@tradewind.test', 'password': 'supersecret'}"));
    staff = new StaffClient(one, new String[] {"authorization", token});
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void theNextReadAtAnotherNodeSeesAPriceListSwitchedOnOrOff() {
    JsonObject product = product();
    String variant = product.getJsonArray("variants").getJsonObject(0).getString("id");
    String read = "/store/products/" + product.getString("id") + "?currency_code=eur";
    int usual = price(other.get(read), variant);
    String list =
        "/admin/price-lists/"
            + staff
                .post(
                    "/admin/price-lists",
                    "{'name': 'Sale', 'description': 'D', 'type': 'sale', 'status': 'draft',"
                        + " 'prices': [{'variant_id': '%s', 'currency_code': 'eur', 'amount': 1}]}",
                    variant)
                .getJsonObject("price_list")
                .getString("id");

    for (int round = 0; round < ROUNDS; round++) {
      staff.post(list, "{'status': 'active'}");
      assertThat(price(other.get(read), variant)).as("switched on, round %d", round).isEqualTo(1);
      staff.post(list, "{'status': 'draft'}");
      assertThat(price(other.get(read), variant))
          .as("switched off, round %d", round)
          .isEqualTo(usual);
    }
  }

  @Test
  void theChannelsOfAKeyCountAtAnotherNode() {
    String key =
        staff
            .post("/admin/publishable-api-keys", "{'title': 'Storefront'}")
            .getJsonObject("publishable_api_key")
            .getString("id");
    String channel =
        staff
            .post("/admin/sales-channels", "{'name': 'Empty'}")
            .getJsonObject("sales_channel")
            .getString("id");
    staff.post(
        "/admin/publishable-api-keys/" + key + "/sales-channels/batch",
        "{'sales_channel_ids': [{'id': '%s'}]}",
        channel);

    assertThat(productsWith(key)).as("the channel of the key has no products").isZero();
    staff.post("/admin/publishable-api-keys/" + key + "/revoke", "");
    assertThat(productsWith(key)).as("a revoked key shows no more").isZero();
  }

  private static int productsWith(String key) {
    Answer answer = other.send("GET", "/store/products", null, "x-publishable-api-key", key);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getInteger("count");
  }

  private static JsonObject product() {
    return other.get("/store/products?limit=1").body().getJsonArray("products").getJsonObject(0);
  }

  private static int price(Answer answer, String variantId) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("product").getJsonArray("variants").stream()
        .map(JsonObject.class::cast)
        .filter(variant -> variant.getString("id").equals(variantId))
        .findFirst()
        .orElseThrow()
        .getInteger("calculated_price");
  }
}

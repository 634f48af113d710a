package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.checkout.DraftOrderApi.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.checkout.DraftOrderApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Claims of an order over HTTP: stock, events, and the number of statements. */
class OrderClaimsIT {

  private static final String TOPIC = "commerce.order.v1";
  private static final int UNITS = 8;

  private static Shop shop;
  private static Storefront storefront;
  private static DraftOrderApi api;

  private final String sold = shop.newVariant(1_000, 50).getString("id");
  private final String replacing = shop.newVariant(1_200, 50).getString("id");

  private String path;
  private String lineId;
  private String optionId;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    api = new DraftOrderApi(shop);
  }

  /** An order of eight units, captured and shipped. */
  private void shipped() {
    JsonObject placed =
        storefront
            .post("/store/carts/" + shop.readyCart(sold, UNITS) + "/complete", null)
            .body()
            .getJsonObject("data");
    path = "/admin/orders/" + placed.getString("id");
    lineId = placed.getJsonArray("items").getJsonObject(0).getString("id");
    optionId =
        placed.getJsonArray("shipping_methods").getJsonObject(0).getString("shipping_option_id");
    order(post("/capture", null));
    JsonObject fulfilled =
        order(
            post(
                "/fulfillment",
                new JsonObject()
                    .put(
                        "items",
                        new JsonArray()
                            .add(new JsonObject().put("item_id", lineId).put("quantity", UNITS)))));
    order(
        post(
            "/shipment",
            new JsonObject()
                .put(
                    "fulfillment_id",
                    fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id"))));
  }

  @Test
  void aReplacementIsFulfilledShippedAndTakenFromStockOnce() {
    shipped();
    int before = shop.stockOf(replacing);

    JsonObject claim =
        claim(
            replacement(2)
                .put(
                    "shipping_methods",
                    new JsonArray().add(new JsonObject().put("option_id", optionId))));

    assertThat(claim.getString("payment_status")).isEqualTo("na");
    assertThat(claim.getLong("refund_amount")).isNull();
    assertThat(shop.stockOf(replacing)).isEqualTo(before - 2);
    String tail = "/claims/" + claim.getString("id");
    JsonObject fulfilled = last(order(post(tail + "/fulfillments", new JsonObject())));
    assertThat(fulfilled.getString("fulfillment_status")).isEqualTo("fulfilled");
    String fulfillment = fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    order(post(tail + "/fulfillments/" + fulfillment + "/cancel", null));
    String second =
        last(order(post(tail + "/fulfillments", new JsonObject())))
            .getJsonArray("fulfillments")
            .getJsonObject(1)
            .getString("id");
    JsonObject shipped =
        last(
            order(
                post(
                    tail + "/shipments",
                    new JsonObject()
                        .put("fulfillment_id", second)
                        .put("tracking_numbers", new JsonArray().add("T1")))));
    assertThat(shipped.getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(shop.stockOf(replacing)).isEqualTo(before - 2);
    order(post(tail, new JsonObject().put("metadata", new JsonObject().put("seen", true))));
    assertThat(types(claim.getString("id"), 6))
        .containsExactly(
            "claim.created",
            "claim.fulfillment_created",
            "claim.fulfillment_canceled",
            "claim.fulfillment_created",
            "claim.shipment_created",
            "claim.updated");
    assertThat(types(claim.getJsonArray("claim_items").getJsonObject(0).getString("id"), 1))
        .containsExactly("claim_item.created");
  }

  @Test
  void aCanceledReplacementGivesItsStockBack() {
    shipped();
    int before = shop.stockOf(replacing);
    JsonObject claim = claim(replacement(3));
    String cancel = "/claims/" + claim.getString("id") + "/cancel";

    JsonObject canceled = last(order(post(cancel, null)));

    assertThat(canceled.getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(canceled.getString("canceled_at")).isNotNull();
    order(post(cancel, null));
    assertThat(shop.stockOf(replacing)).isEqualTo(before);
    assertThat(types(claim.getString("id"), 2)).containsExactly("claim.created", "claim.canceled");
  }

  @Test
  void aRefundIsPaidAtOnceAndLeavesThePaymentStatus() {
    shipped();

    JsonObject claim = claim(refund(1));

    JsonObject order = order(api.admin("GET", path, null));
    assertThat(claim.getString("payment_status")).isEqualTo("refunded");
    assertThat(order.getLong("refunded_total")).isEqualTo(claim.getLong("refund_amount"));
    assertThat(order.getString("payment_status")).isEqualTo("captured");
    assertThat(order.getJsonArray("refunds").getJsonObject(0).getString("reason"))
        .isEqualTo("claim");
    assertThat(types(claim.getString("id"), 2))
        .containsExactly("claim.created", "claim.refund_processed");
  }

  @Test
  void theNumberOfStatementsDoesNotDependOnTheContentOfAClaim() {
    shipped();
    claim(replacement(1));
    String other = shop.newVariant(900, 9).getString("id");
    String another = shop.newVariant(800, 9).getString("id");

    List<String> one = statements(replacement(1));
    JsonObject body = replacement(1);
    body.getJsonArray("additional_items").add(item(other, 2)).add(item(another, 1));
    body.getJsonArray("claim_items")
        .getJsonObject(0)
        .put("tags", new JsonArray().add("a").add("b"))
        .put("images", new JsonArray().add("http://localhost/a.png"));
    List<String> three = statements(body);

    // Shared tags take one more; a new product's tax rates and prices are asked for in batches.
    assertThat(three).hasSizeLessThanOrEqualTo(one.size() + 1);
    assertThat(one).hasSizeLessThanOrEqualTo(28);
    // As for an order without claims: authentication, the order with its parts, products, stock.
    assertThat(shop.fewestStatements(() -> order(api.admin("GET", path, null))))
        .hasSizeLessThanOrEqualTo(8);
  }

  private List<String> statements(JsonObject body) {
    return shop.fewestStatements(() -> order(post("/claims", body)));
  }

  private JsonObject refund(int quantity) {
    return new JsonObject()
        .put("type", "refund")
        .put(
            "claim_items",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("item_id", lineId)
                        .put("quantity", quantity)
                        .put("reason", "production_failure")));
  }

  private JsonObject replacement(int quantity) {
    return refund(quantity)
        .put("type", "replace")
        .put("additional_items", new JsonArray().add(item(replacing, quantity)));
  }

  private static JsonObject item(String variantId, int quantity) {
    return new JsonObject().put("variant_id", variantId).put("quantity", quantity);
  }

  private JsonObject claim(JsonObject body) {
    return last(order(post("/claims", body)));
  }

  private static JsonObject last(JsonObject order) {
    JsonArray claims = order.getJsonArray("claims");
    return claims.getJsonObject(claims.size() - 1);
  }

  private Answer post(String tail, JsonObject body) {
    return api.admin("POST", path + tail, body);
  }

  private static List<String> types(String subject, int atMost) {
    return shop.events(TOPIC, subject, atMost).stream()
        .map(event -> event.header("ce_type"))
        .toList();
  }
}

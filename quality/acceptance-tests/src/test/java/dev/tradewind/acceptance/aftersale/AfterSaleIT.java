package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.checkout.DraftOrderApi.order;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.checkout.DraftOrderApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An order after the sale over HTTP: capture, fulfillment, shipment, refund and cancellation. */
class AfterSaleIT {

  private static final long PRICE = 1_000;
  private static final String TOPIC = "commerce.order.v1";

  private static Shop shop;
  private static Storefront storefront;
  private static DraftOrderApi api;

  private final String variantId = shop.newVariant(PRICE, 10).getString("id");
  private final JsonObject placed = placed();
  private final String path = "/admin/orders/" + placed.getString("id");
  private final String lineId = placed.getJsonArray("items").getJsonObject(0).getString("id");

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    api = new DraftOrderApi(shop);
  }

  private JsonObject placed() {
    Answer answer =
        storefront.post("/store/carts/" + shop.readyCart(variantId, 3) + "/complete", null);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("data");
  }

  @Test
  void anOrderIsCapturedFulfilledShippedAndRefunded() {
    assertThat(order(post("/capture", null)).getString("payment_status")).isEqualTo("captured");

    JsonObject fulfilled =
        order(post("/fulfillment", items(2).put("metadata", new JsonObject().put("box", "1"))));
    JsonObject fulfillment = fulfilled.getJsonArray("fulfillments").getJsonObject(0);
    assertThat(fulfilled.getString("fulfillment_status")).isEqualTo("partially_fulfilled");
    assertThat(line(fulfilled).getLong("fulfilled_quantity")).isEqualTo(2);
    assertThat(fulfillment.getJsonObject("metadata").getString("box")).isEqualTo("1");
    assertThat(fulfillment.getString("provider_id")).isEqualTo("manual");
    assertThat(shop.stockOf(variantId)).isEqualTo(7);

    JsonObject shipped =
        order(
            post(
                "/shipment",
                new JsonObject()
                    .put("fulfillment_id", fulfillment.getString("id"))
                    .put("tracking_numbers", new JsonArray().add("T1").add("T2"))));
    assertThat(shipped.getString("fulfillment_status")).isEqualTo("partially_shipped");
    JsonArray links =
        shipped.getJsonArray("fulfillments").getJsonObject(0).getJsonArray("tracking_links");
    assertThat(links)
        .extracting(link -> ((JsonObject) link).getString("tracking_number"))
        .containsExactly("T1", "T2");

    JsonObject refunded =
        order(post("/refund", new JsonObject().put("amount", 500).put("reason", "discount")));
    assertThat(refunded.getString("payment_status")).isEqualTo("partially_refunded");
    assertThat(refunded.getLong("refunded_total")).isEqualTo(500);
    refused(post("/cancel", null), 400, "Order with refund(s) cannot be canceled");
    assertThat(order(post("/complete", null)).getString("status")).isEqualTo("completed");
    assertThat(order(post("/archive", null)).getString("status")).isEqualTo("archived");

    JsonObject returnable =
        order(
            api.admin("GET", path + "?expand=returnable_items,fulfillments.tracking_links", null));
    assertThat(returnable.getJsonArray("returnable_items")).hasSize(1);
    assertThat(
            shop.events(TOPIC, placed.getString("id"), 7).stream()
                .map(event -> event.header("ce_type")))
        .containsExactly(
            "order.placed",
            "order.payment_captured",
            "order.fulfillment_created",
            "order.shipment_created",
            "order.refund_created",
            "order.completed",
            "order.updated");
  }

  @Test
  void anOrderIsCanceledOnceItsFulfillmentsAre() {
    JsonObject fulfillment =
        order(post("/fulfillment", items(3))).getJsonArray("fulfillments").getJsonObject(0);
    refused(
        post("/cancel", null), 400, "All fulfillments must be canceled before canceling an order");
    String cancel = "/fulfillments/" + fulfillment.getString("id") + "/cancel";
    assertThat(order(post(cancel, null)).getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(order(post("/cancel", null)).getString("status")).isEqualTo("canceled");
    assertThat(shop.stockOf(variantId)).isEqualTo(10);
    assertThat(order(post("/cancel", null)).getString("status")).isEqualTo("canceled");
    assertThat(order(post(cancel, null)).getString("status")).isEqualTo("canceled");
    assertThat(shop.stockOf(variantId)).isEqualTo(10);

    refused(post("/capture", null), 400, "A canceled order cannot capture payment");
    refused(post("/fulfillment", items(1)), 400, "A canceled order cannot be fulfilled");
    refused(
        post("/shipment", new JsonObject().put("fulfillment_id", fulfillment.getString("id"))),
        400,
        "A canceled order cannot be fulfilled as shipped");
    refused(post("/complete", null), 400, "A canceled order cannot be completed");
    refused(post("/archive", null), 400, "Can't archive an unprocessed order");
    refused(post("", new JsonObject()), 400, "A canceled order cannot be updated");
  }

  @Test
  void anAddedShippingMethodReplacesTheOneOfTheCart() {
    String option =
        placed.getJsonArray("shipping_methods").getJsonObject(0).getString("shipping_option_id");
    JsonObject method = new JsonObject().put("option_id", option).put("price", 900);

    JsonObject changed = order(post("/shipping-methods", method));

    assertThat(changed.getJsonArray("shipping_methods")).hasSize(1);
    assertThat(changed.getLong("shipping_total")).isEqualTo(900);
    assertThat(changed.getLong("paid_total")).isEqualTo(placed.getLong("total"));
    assertThat(changed.getLong("total"))
        .isEqualTo(
            placed.getLong("total")
                + 900
                - placed.getLong("shipping_total")
                + changed.getLong("shipping_tax_total")
                - placed.getLong("shipping_tax_total"));
    JsonObject explained =
        api.admin("GET", path + "/totals-explanation", null)
            .body()
            .getJsonObject("totals_explanation");
    assertThat(explained.getJsonObject("totals").getLong("total"))
        .isEqualTo(changed.getLong("total"));
  }

  @Test
  void ordersAreListedByTheirStatusesInAsManyStatementsWhateverTheyHave() {
    order(post("/capture", null));
    order(post("/fulfillment", items(3)));
    String filter = "/admin/orders?fulfillment_status[]=fulfilled&payment_status[]=captured&limit=";
    List<String> found =
        api.admin("GET", filter + 50, null).body().getJsonArray("orders").stream()
            .map(each -> ((JsonObject) each).getString("id"))
            .toList();
    assertThat(found).contains(placed.getString("id"));

    // Authentication; page and count; parts of all orders; products of their variants and the
    // profiles of these; present stock; the question whether a region has changed.
    for (int limit : new int[] {1, 50}) {
      assertThat(
              shop.fewestStatements(
                  () -> assertThat(api.admin("GET", filter + limit, null).status()).isEqualTo(200)))
          .hasSize(8);
    }
    // Authentication, the order with its parts, the products of its line items.
    assertThat(shop.fewestStatements(() -> api.admin("GET", path, null)))
        .hasSizeLessThanOrEqualTo(8);
  }

  private Answer post(String tail, JsonObject body) {
    return api.admin("POST", path + tail, body);
  }

  private JsonObject items(int quantity) {
    return new JsonObject()
        .put(
            "items",
            new JsonArray(
                Stream.of(new JsonObject().put("item_id", lineId).put("quantity", quantity))
                    .toList()));
  }

  private static JsonObject line(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }
}

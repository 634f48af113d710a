package dev.tradewind.order;

import static dev.tradewind.order.RefundCase.objects;
import static dev.tradewind.testing.Futures.await;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Claims of an order of four mugs, which is captured and shipped. */
final class ClaimedOrder
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

  static final String EXPANDED =
      "claims.claim_items.item,claims.claim_items.images,claims.claim_items.tags,"
          + "claims.additional_items,claims.fulfillments.items,claims.return_order.items,"
          + "claims.return_order.shipping_method,claims.shipping_methods";

  OrderShop shop;

  /** Additional goods that no other test has. */
  String variant;

  String order;
  String line;

  @Override
  public void beforeAll(ExtensionContext context) {
    shop = new OrderShop();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    shop.close();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    variant = "variant_" + Ids.ulid();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestPaymentProvider.reset();
    TestFulfillmentProvider.answer(TestFulfillmentProvider.Outcome.DONE);
    TestFulfillmentProvider.refuseNext(0);
    shop.returnOption = new JsonObject();
    shop.offers = new JsonObject();
  }

  /** An order of four mugs, captured and shipped. */
  void shipped() {
    order =
        shop.newOrders(12, TestPaymentProvider.ID).stream()
            .filter(each -> {
              JsonArray items = get(each).getJsonArray("items");
              return items.size() == 1 && items.getJsonObject(0).getLong("quantity") == 4;
            })
            .findFirst()
            .orElseThrow();
    line = get(order).getJsonArray("items").getJsonObject(0).getString("id");
    act("adminCaptureOrder", new JsonObject());
    act("adminFulfillmentOrder", new JsonObject().put("items", units(line, 4)));
    ship();
  }

  void ship() {
    act(
        "adminShipmentOrder",
        new JsonObject()
            .put("fulfillment_id", objects(get(order), "fulfillments").getLast().getString("id")));
  }

  JsonObject refund(long quantity) {
    return new JsonObject()
        .put("type", "refund")
        .put("claim_items", new JsonArray().add(item(line, quantity)));
  }

  JsonObject replacement(long quantity) {
    return refund(quantity).put("type", "replace").put("additional_items", additional(quantity));
  }

  JsonArray additional(long quantity) {
    return new JsonArray()
        .add(new JsonObject().put("variant_id", variant).put("quantity", quantity));
  }

  static JsonArray methods() {
    return new JsonArray().add(new JsonObject().put("option_id", "so_1").put("price", 0));
  }

  JsonObject item(String lineId, long quantity) {
    return new JsonObject()
        .put("item_id", lineId)
        .put("quantity", quantity)
        .put("reason", "wrong_item");
  }

  static JsonObject items(String lineId, long quantity) {
    return new JsonObject().put("items", units(lineId, quantity));
  }

  static JsonArray units(String lineId, long quantity) {
    return new JsonArray().add(new JsonObject().put("item_id", lineId).put("quantity", quantity));
  }

  Answer claim(JsonObject body) {
    return await(claimLater(body, Ids.ulid()));
  }

  Future<Answer> claimLater(JsonObject body, String key) {
    return shop.adminLater("adminCreateOrderClaim", order, new JsonObject(), body.copy(), key);
  }

  void act(String operation, JsonObject body) {
    shop.admin(operation, order, new JsonObject(), body, Ids.ulid()).order();
  }

  JsonObject lastClaim() {
    return objects(
            shop.admin(
                    "adminGetOrder",
                    order,
                    new JsonObject().put("expand", EXPANDED),
                    new JsonObject(),
                    Ids.ulid())
                .order(),
            "claims")
        .getLast();
  }

  JsonObject item() {
    return objects(lastClaim(), "claim_items").getFirst();
  }

  JsonObject path(JsonObject claim) {
    return new JsonObject().put("id", order).put("claim_id", claim.getString("id"));
  }

  JsonObject get(String id) {
    return shop.admin("adminGetOrder", id).order();
  }
}

package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Orders of a variant, and requests to return them. */
final class ReturnedOrders implements BeforeAllCallback, BeforeEachCallback {

  static final int STOCK = 100;

  Shop shop;
  StaffClient staff;
  String profile;

  String variant;

  @Override
  public void beforeAll(ExtensionContext context) {
    shop = Shop.shared();
    staff = new StaffClient(shop);
    profile =
        Storefront.find(
                staff.get("/admin/shipping-profiles").getJsonArray("shipping_profiles"),
                "type",
                "default")
            .getString("id");
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    variant = shop.newVariant(1_000, STOCK).getString("id");
  }

  String newOrder(int quantity) {
    String cart = shop.readyCart(variant, quantity);
    return ok(shop.storefront().post("/store/carts/" + cart + "/complete", null))
        .getJsonObject("data")
        .getString("id");
  }

  String capturedOrder(int quantity) {
    String order = newOrder(quantity);
    staff.post("/admin/orders/" + order + "/capture", "");
    return order;
  }

  JsonObject order(String id) {
    return staff.get("/admin/orders/" + id).getJsonObject("order");
  }

  JsonObject item(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }

  String line(String order) {
    return item(order(order)).getString("id");
  }

  JsonObject came(String line, int quantity) {
    return json("{'items': [{'item_id': '%s', 'quantity': %d}]}", line, quantity);
  }

  JsonObject request(String order, String line, int quantity) {
    JsonArray returns =
        staff
            .post("/admin/orders/" + order + "/return", came(line, quantity).encode())
            .getJsonObject("order")
            .getJsonArray("returns");
    return returns.getJsonObject(returns.size() - 1);
  }

  CompletableFuture<Answer> later(String path, JsonObject body) {
    return shop.storefront().postLater(path, body, staff.credentials());
  }
}

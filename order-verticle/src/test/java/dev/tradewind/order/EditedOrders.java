package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.OrderShop.Answer;
import dev.tradewind.providers.test.TestPaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Edits of orders, and the payment collections of what the edits cost. */
final class EditedOrders implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback {

  OrderShop shop;

  @Override
  public void beforeAll(ExtensionContext context) {
    shop = new OrderShop();
    shop.regions =
        new JsonArray()
            .add(
                new JsonObject()
                    .put("id", "reg_1")
                    .put(
                        "payment_providers",
                        new JsonArray()
                            .add(new JsonObject().put("id", TestPaymentProvider.ID))
                            .add(new JsonObject().put("id", "manual"))));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    shop.close();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    TestPaymentProvider.reset();
    shop.offers = new JsonObject();
  }

  String newOrder() {
    return shop.newOrders(1, "manual").getFirst();
  }

  JsonObject newEdit(String order) {
    return admin("adminCreateOrderEdit", "", new JsonObject().put("order_id", order));
  }

  void add(String edit, String variant, int quantity) {
    admin(
        "adminCreateOrderEditItem",
        edit,
        new JsonObject().put("variant_id", variant).put("quantity", quantity));
  }

  JsonObject edit(String id) {
    return admin("adminGetOrderEdit", id, new JsonObject());
  }

  JsonObject admin(String operation, String id, JsonObject body) {
    Answer answer = shop.adminPart(operation, id(id), body);
    assertThat(answer.status()).as(answer.body().encode()).isEqualTo(200);
    return answer.body().getJsonObject("order_edit");
  }

  JsonObject collection(String id) {
    return shop.adminPart("adminGetPaymentCollection", id(id), new JsonObject())
        .body()
        .getJsonObject("payment_collection");
  }

  static JsonObject session(String provider, long amount) {
    return new JsonObject().put("provider_id", provider).put("amount", amount);
  }

  Answer authorize(String collection, String session) {
    return shop.storePart(
        "storeAuthorizePaymentCollectionSession",
        id(collection).put("session_id", session),
        new JsonObject());
  }

  JsonObject order(String id) {
    return shop.admin("adminGetOrder", id).order();
  }

  static JsonObject id(String id) {
    return new JsonObject().put("id", id);
  }

  static List<Answer> atOnce(int times, Supplier<Future<Answer>> request) {
    return await(
        Future.all(IntStream.range(0, times).mapToObj(number -> request.get()).toList())
            .map(all -> all.<Answer>list()));
  }
}

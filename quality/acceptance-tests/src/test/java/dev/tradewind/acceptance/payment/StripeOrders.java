package dev.tradewind.acceptance.payment;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;

import dev.tradewind.api.event.Topics;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Orders that are paid with Stripe. */
final class StripeOrders implements BeforeAllCallback, AfterAllCallback {

  StripeStore store;

  @Override
  public void beforeAll(ExtensionContext context) {
    store = new StripeStore(Map.of());
    store.subscribe();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    store.close();
  }

  String paidOrder(JsonObject session, int quantity) {
    return paidOrder(session, store.cart(quantity));
  }

  String paidOrder(JsonObject session, String cartId) {
    session.mergeIn(store.session(cartId));
    store.confirm(session, "pm_card_visa");
    String order = store.complete(cartId).getJsonObject("data").getString("id");
    settled();
    return order;
  }

  String capturedOrder(JsonObject session, int quantity) {
    return capturedOrder(session, store.cart(quantity));
  }

  String capturedOrder(JsonObject session, String cartId) {
    String order = paidOrder(session, cartId);
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    await(store.stripe.webhooks().idle());
    settled();
    return order;
  }

  long count(String query, String... values) {
    return await(store.shop.carts().query(query.formatted((Object[]) values)).execute())
        .iterator()
        .next()
        .getLong(0);
  }

  static String refund(long amount) {
    return "{'amount': %d, 'reason': 'other'}".formatted(amount);
  }

  JsonObject order(String id) {
    return store.staff.get("/admin/orders/" + id).getJsonObject("order");
  }

  void awaitOrder(String id, String paymentStatus) {
    until(() -> order(id).getString("payment_status").equals(paymentStatus));
  }

  List<String> types(String order) {
    return store.shop.allEvents(Topics.ORDER).stream()
        .filter(event -> event.message().key().equals(order))
        .map(event -> event.header("ce_type"))
        .toList();
  }

  /** Waits until no notice of a provider is in work. */
  void settled() {
    await(store.stripe.webhooks().idle());
    until(() ->
        count(
                "SELECT count(*) FROM payment_notice"
                    + " WHERE due_at IS NOT NULL AND id LIKE '%s' AND tries < 2",
                "stripe:%")
            == 0);
  }
}

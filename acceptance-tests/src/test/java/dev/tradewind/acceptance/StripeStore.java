package dev.tradewind.acceptance;

import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.stripe.testserver.StripeTestServer;
import dev.tradewind.stripe.testserver.StripeTestServerOptions;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.webhook.WebhookEndpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.util.HashMap;
import java.util.Map;

/** Shop whose carts are paid through Stripe, at a server that speaks its API and sends webhooks. */
final class StripeStore implements AutoCloseable {

  static final String SECRET = "whsec_shop";

  private static final String STRIPE = "stripe";

  final StripeTestServer stripe;
  final Shop shop;
  final Storefront storefront;
  final StaffClient staff;
  private final Vertx vertx = Vertx.vertx();
  private final WebClient browser = WebClient.create(vertx);

  /**
   * @param settings beside key, URL and secret of the webhook
   */
  StripeStore(Map<String, String> settings) {
    stripe = await(StripeTestServer.start(vertx, StripeTestServerOptions.defaults()));
    Map<String, String> all = new HashMap<>(settings);
    all.put("TRADEWIND_STRIPE_API_KEY", "sk_test_server");
    all.put("TRADEWIND_STRIPE_API_URL", stripe.url());
    all.put("TRADEWIND_STRIPE_WEBHOOK_SECRETS", "whsec_before, " + SECRET);
    shop = Shop.withPlugins(all);
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    shop.openRegionPaidWith(STRIPE);
  }

  /** Sends webhooks to the shop, in the version of Medusa v1's plugin. */
  void subscribe() {
    stripe
        .webhooks()
        .add(
            new WebhookEndpoint(
                storefront.url() + "/stripe/hooks", SECRET, ApiVersion.of("2022-11-15")));
  }

  /** Cart of a product that costs 10.00. */
  String cart(int quantity) {
    return cart(quantity, 9);
  }

  String cart(int quantity, int stock) {
    return cartOf(shop.newVariant(1_000, stock).getString("id"), quantity);
  }

  String cartOf(String variantId, int quantity) {
    String cartId =
        storefront.createCart(Shop.regionPaidWith(STRIPE), variantId, quantity).getString("id");
    storefront.post("/store/carts/" + cartId, json("{'email': 'shopper@example.com'}"));
    return cartId;
  }

  /** Data of the selected payment session, which is the only one. */
  JsonObject session(String cartId) {
    Answer answer = storefront.post("/store/carts/" + cartId + "/payment-sessions", null);
    JsonArray sessions = answer.body().getJsonObject("cart").getJsonArray("payment_sessions");
    assertThat(sessions).hasSize(1);
    return sessions.getJsonObject(0).getJsonObject("data");
  }

  JsonObject complete(String cartId) {
    Answer answer = tryComplete(cartId);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  Answer tryComplete(String cartId) {
    return storefront.post("/store/carts/" + cartId + "/complete", null);
  }

  /** Confirms the payment in the shopper's browser, with the client secret. */
  void confirm(JsonObject session, String paymentMethod) {
    await(confirming(session, paymentMethod));
  }

  Future<HttpResponse<Buffer>> confirming(JsonObject session, String paymentMethod) {
    return send(
        "/v1/payment_intents/" + session.getString("id") + "/confirm",
        "payment_method=%s&client_secret=%s"
            .formatted(paymentMethod, session.getString("client_secret")),
        "pk_test_server");
  }

  /** Request of staff in Stripe's dashboard. */
  JsonObject atStripe(String path, String form) {
    HttpResponse<Buffer> response = await(send("/v1/" + path, form, "sk_test_server"));
    assertThat(response.statusCode()).as(response.bodyAsString()).isEqualTo(200);
    return response.bodyAsJsonObject();
  }

  JsonObject fromStripe(String path) {
    return await(
            browser
                .getAbs(stripe.url() + "/v1/" + path)
                .putHeader("Authorization", "Bearer sk_test_server")
                .send())
        .bodyAsJsonObject();
  }

  /** Delivery of a webhook without a signature. */
  int hook(String body) {
    return await(
            browser.postAbs(storefront.url() + "/stripe/hooks").sendBuffer(Buffer.buffer(body)))
        .statusCode();
  }

  private Future<HttpResponse<Buffer>> send(String path, String form, String key) {
    return browser
        .postAbs(stripe.url() + path)
        .putHeader("Authorization", "Bearer " + key)
        .putHeader("Content-Type", "application/x-www-form-urlencoded")
        .sendBuffer(Buffer.buffer(form));
  }

  @Override
  public void close() {
    shop.close();
    await(stripe.close());
    await(vertx.close());
  }
}

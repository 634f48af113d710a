package dev.tradewind.acceptance.payment;

import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.stripe.testserver.StripeTestServer;
import dev.tradewind.stripe.testserver.StripeTestServerOptions;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders paid through Stripe, at a server that speaks its API. */
class StripeCheckoutIT {

  private static final String STRIPE = "stripe";

  private static Vertx vertx;
  private static StripeTestServer stripe;
  private static WebClient browser;
  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    stripe = await(StripeTestServer.start(vertx, StripeTestServerOptions.defaults()));
    browser = WebClient.create(vertx);
    shop =
        Shop.withPlugins(
            Map.of(
                "TRADEWIND_STRIPE_API_KEY",
                "sk_test_server",
                "TRADEWIND_STRIPE_API_URL",
                stripe.url()));
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    shop.openRegionPaidWith(STRIPE);
  }

  @AfterAll
  static void close() {
    shop.close();
    await(stripe.close());
    await(vertx.close());
  }

  @Test
  void aConfirmedPaymentBecomesAnOrderThatIsCapturedAndRefunded() {
    String cartId = cart(2);
    JsonObject session = session(cartId);
    assertThat(complete(cartId).getString("payment_status")).isEqualTo("pending");

    confirm(session, "pm_card_visa");
    JsonObject completed = complete(cartId);

    assertThat(completed.getString("type")).isEqualTo("order");
    JsonObject order = completed.getJsonObject("data");
    String intent = session.getString("id");
    JsonObject data = order.getJsonArray("payments").getJsonObject(0).getJsonObject("data");
    assertThat(data.getString("id")).isEqualTo(intent);
    assertThat(data.getString("status")).isEqualTo("requires_capture");
    assertThat(stripe.ledger().held(intent)).isEqualTo(2_000);

    String path = "/admin/orders/" + order.getString("id");
    assertThat(
            staff.post(path + "/capture", "{}").getJsonObject("order").getString("payment_status"))
        .isEqualTo("captured");
    staff.post(path + "/refund", "{'amount': 500, 'reason': 'other'}");

    assertThat(stripe.ledger().sum(intent, Ledger.Kind.CAPTURE)).isEqualTo(2_000);
    assertThat(stripe.ledger().kept(intent)).isEqualTo(1_500);
  }

  @Test
  void anAuthenticationIsRequiredFirst() {
    String cartId = cart(1);
    JsonObject session = session(cartId);
    confirm(session, "pm_card_authenticationRequired");

    JsonObject waiting = complete(cartId);

    assertThat(waiting.getString("type")).isEqualTo("cart");
    assertThat(waiting.getString("payment_status")).isEqualTo("requires_more");
    stripe.actions().approve(session.getString("id"));
    assertThat(complete(cartId).getString("type")).isEqualTo("order");
    assertThat(stripe.ledger().held(session.getString("id"))).isEqualTo(1_000);
  }

  @Test
  void aCartThatHasChangedSinceItsPaymentIsNotPaid() {
    String cartId = cart(1);
    JsonObject session = session(cartId);
    confirm(session, "pm_card_visa");

    storefront.post(
        "/store/carts/" + cartId + "/line-items",
        new JsonObject()
            .put("variant_id", shop.newVariant(700, 9).getString("id"))
            .put("quantity", 1));
    Answer refused = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(refused.status()).isGreaterThanOrEqualTo(400);
    assertThat(shop.orderCount(cartId)).isZero();
    assertThat(stripe.ledger().held(session.getString("id"))).isZero();
    storefront.post("/store/carts/" + cartId + "/payment-sessions/stripe/refresh", null);
    JsonObject renewed = session(cartId);
    confirm(renewed, "pm_card_visa");
    assertThat(complete(cartId).getString("type")).isEqualTo("order");
    assertThat(stripe.ledger().held(renewed.getString("id"))).isEqualTo(1_700);
  }

  /** As when staff refund a payment in Stripe's dashboard before the browser completes the cart. */
  @Test
  void aCartWhosePaymentWasRefundedIsNotPaidAndCanBePaidAgain() {
    String cartId = cart(1);
    JsonObject session = session(cartId);
    confirm(session, "pm_card_visa");
    atStripe("payment_intents/" + session.getString("id") + "/capture", "");
    atStripe("refunds", "payment_intent=" + session.getString("id"));

    Answer refused = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.text()).contains("payment_authorization_error");
    assertThat(shop.orderCount(cartId)).isZero();
    storefront.post("/store/carts/" + cartId + "/payment-sessions/stripe/refresh", null);
    JsonObject renewed = session(cartId);
    confirm(renewed, "pm_card_visa");
    assertThat(complete(cartId).getString("type")).isEqualTo("order");
    assertThat(stripe.ledger().kept(session.getString("id"))).isZero();
    assertThat(stripe.ledger().held(renewed.getString("id"))).isEqualTo(1_000);
  }

  @Test
  void oneStoredFailureOfStripeLeavesACartPayable() {
    stripe.faults().next("POST /v1/customers", Fault.errorAfterEffect());
    stripe.faults().next("POST /v1/payment_intents", Fault.errorWithoutEffect());
    String cartId = cart(1);

    confirm(session(cartId), "pm_card_visa");

    assertThat(complete(cartId).getString("type")).isEqualTo("order");
  }

  @Test
  void aCanceledOrderReleasesThePayment() {
    String cartId = cart(1);
    JsonObject session = session(cartId);
    confirm(session, "pm_card_visa");
    String order = complete(cartId).getJsonObject("data").getString("id");

    staff.post("/admin/orders/" + order + "/cancel", "{}");

    assertThat(stripe.find(session.getString("id")).getString("status")).isEqualTo("canceled");
    assertThat(stripe.ledger().held(session.getString("id"))).isZero();
  }

  private static String cart(int quantity) {
    JsonObject variant = shop.newVariant(1_000, 9);
    String cartId =
        storefront
            .createCart(Shop.regionPaidWith(STRIPE), variant.getString("id"), quantity)
            .getString("id");
    storefront.post(
        "/store/carts/" + cartId,
        json(
            "{'email': 'shopper-%s@example.com'}",
            variant.getString("id").toLowerCase(Locale.ROOT)));
    return cartId;
  }

  /** Data of the selected payment session, which is the only one. */
  private static JsonObject session(String cartId) {
    Answer answer = storefront.post("/store/carts/" + cartId + "/payment-sessions", null);
    JsonArray sessions = answer.body().getJsonObject("cart").getJsonArray("payment_sessions");
    assertThat(sessions).hasSize(1);
    return sessions.getJsonObject(0).getJsonObject("data");
  }

  private static JsonObject complete(String cartId) {
    Answer answer = storefront.post("/store/carts/" + cartId + "/complete", null);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  private static void atStripe(String path, String form) {
    int status =
        await(
                browser
                    .postAbs(stripe.url() + "/v1/" + path)
                    .putHeader("Authorization", "Bearer sk_test_server")
                    .putHeader("Content-Type", "application/x-www-form-urlencoded")
                    .sendBuffer(Buffer.buffer(form)))
            .statusCode();
    assertThat(status).isEqualTo(200);
  }

  private static void confirm(JsonObject session, String paymentMethod) {
    Buffer form =
        Buffer.buffer(
            "payment_method=%s&client_secret=%s"
                .formatted(paymentMethod, session.getString("client_secret")));
    await(
        browser
            .postAbs(stripe.url() + "/v1/payment_intents/" + session.getString("id") + "/confirm")
            .putHeader("Authorization", "Bearer pk_test_server")
            .putHeader("Content-Type", "application/x-www-form-urlencoded")
            .sendBuffer(form));
  }
}

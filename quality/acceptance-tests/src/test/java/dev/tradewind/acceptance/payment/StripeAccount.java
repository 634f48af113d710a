package dev.tradewind.acceptance.payment;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.stripe.testserver.StripeTestServer;
import dev.tradewind.stripe.testserver.StripeTestServerOptions;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.webhook.WebhookEndpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Account of a shop at Stripe: a server that speaks its API and sends webhooks, the browsers of
 * shoppers who pay there, and staff in its dashboard.
 */
public class StripeAccount implements AutoCloseable {

  public static final String KEY = "sk_test_server";
  private static final String SECRET = "whsec_shop";
  private static final String HOOKS = "/stripe/hooks";

  public final Vertx vertx = Vertx.vertx();
  public final StripeTestServer stripe =
      await(StripeTestServer.start(vertx, StripeTestServerOptions.defaults()));
  private final WebClient browser = WebClient.create(vertx);

  /** Settings of a node that uses the account. */
  public Map<String, String> settings() {
    return Map.of(
        "TRADEWIND_STRIPE_API_KEY",
        KEY,
        "TRADEWIND_STRIPE_API_URL",
        stripe.url(),
        "TRADEWIND_STRIPE_WEBHOOK_SECRETS",
        "whsec_before, " + SECRET);
  }

  public String url() {
    return stripe.url();
  }

  /**
   * Lets time pass at Stripe, which repeats thousands of webhooks then that it could not deliver.
   */
  public void advance(Duration time) {
    stripe
        .clock()
        .advance(time)
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(15, TimeUnit.MINUTES)
        .join();
  }

  /** Money that is held for the shop, or that it has, by payment. */
  public Map<String, Long> money() {
    Ledger ledger = stripe.ledger();
    return ledger.withMoney().stream()
        .collect(Collectors.toMap(id -> id, id -> ledger.held(id) + ledger.kept(id)));
  }

  /** Payments that were captured. */
  public Set<String> captured() {
    return stripe.ledger().entries(Ledger.Kind.CAPTURE).stream()
        .map(Ledger.Entry::intent)
        .collect(Collectors.toSet());
  }

  /** Sends webhooks to a node, in the version of Medusa v1's plugin. */
  public void subscribe(String shopUrl) {
    stripe
        .webhooks()
        .add(new WebhookEndpoint(shopUrl + HOOKS, SECRET, ApiVersion.of("2022-11-15")));
  }

  /** Confirms the payment in the shopper's browser, with the client secret. */
  public void confirm(JsonObject session, String paymentMethod) {
    await(confirming(session, paymentMethod));
  }

  public Future<HttpResponse<Buffer>> confirming(JsonObject session, String paymentMethod) {
    return send(
        "/v1/payment_intents/" + session.getString("id") + "/confirm",
        "payment_method=%s&client_secret=%s"
            .formatted(paymentMethod, session.getString("client_secret")),
        "pk_test_server");
  }

  /** Payment of 10.00 for a cart, which does not belong to a session of the shop. */
  public JsonObject payElsewhere(String cartId) {
    return atStripe(
        "payment_intents",
        "amount=1000&currency=usd&capture_method=manual&payment_method=pm_card_visa"
            + "&confirm=true&payment_method_types[]=card&metadata[resource_id]="
            + cartId);
  }

  /** Request of staff in Stripe's dashboard. */
  public JsonObject atStripe(String path, String form) {
    HttpResponse<Buffer> response = await(send("/v1/" + path, form, KEY));
    assertThat(response.statusCode()).as(response.bodyAsString()).isEqualTo(200);
    return response.bodyAsJsonObject();
  }

  public JsonObject fromStripe(String path) {
    return await(
            browser
                .getAbs(stripe.url() + "/v1/" + path)
                .putHeader("Authorization", "Bearer " + KEY)
                .send())
        .bodyAsJsonObject();
  }

  /** Delivery of a webhook without a signature. */
  public int hook(String shopUrl, String body) {
    return await(browser.postAbs(shopUrl + HOOKS).sendBuffer(Buffer.buffer(body))).statusCode();
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
    await(stripe.close());
    await(vertx.close());
  }
}

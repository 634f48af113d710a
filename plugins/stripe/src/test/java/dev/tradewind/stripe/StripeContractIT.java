package dev.tradewind.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.testing.Money;
import dev.tradewind.spi.testing.PaymentNoticeContract;
import dev.tradewind.spi.testing.ServiceFault;
import dev.tradewind.spi.testing.TestNode;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Event;
import dev.tradewind.stripe.testserver.state.Ledger;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class StripeContractIT extends PaymentNoticeContract {

  /** Routes by which the provider changes a payment. */
  private static final List<String> CHANGES =
      List.of(
          "POST /v1/payment_intents/{id}/capture",
          "POST /v1/payment_intents/{id}/cancel",
          "POST /v1/refunds");

  private static final String SECRET = "whsec_contract";

  /** More than the attempts of a call. */
  private static final int DISTURBED_CALLS = 10;

  private static StripeShop shop;
  private static TestNode node;

  private Promise<Void> restored = Promise.promise();

  @BeforeAll
  static void open() {
    shop = new StripeShop(Map.of());
    node =
        TestNode.start(
            new StripePlugin(),
            Map.of(
                StripeSettings.API_KEY,
                "sk_test_server",
                StripeSettings.API_URL,
                shop.server.url(),
                StripeSettings.WEBHOOK_SECRETS,
                SECRET));
  }

  @AfterAll
  static void close() {
    node.close();
    shop.close();
  }

  @Override
  protected PaymentProvider provider() {
    return node.provider(PaymentProvider.class, "stripe");
  }

  @Override
  protected JsonObject pay(JsonObject session) {
    shop.confirm(session, "pm_card_visa");
    return session;
  }

  @Override
  protected JsonObject decline(JsonObject session) {
    shop.confirm(session, "pm_card_chargeDeclined");
    return session;
  }

  @Override
  protected Money money(JsonObject data) {
    String intent = data.getString("id");
    Ledger ledger = shop.server.ledger();
    return new Money(
        ledger.held(intent),
        ledger.sum(intent, Ledger.Kind.CAPTURE),
        ledger.sum(intent, Ledger.Kind.REFUND));
  }

  /** The last event about the PaymentIntent. */
  @Override
  protected Supplier<List<PaymentNotice>> notice(JsonObject data) {
    String intent = data.getString("id");
    JsonObject event =
        shop.server.events().reversed().stream()
            .map(Event::body)
            .filter(body -> StripeWebhook.TYPES.contains(body.getString("type")))
            .filter(body -> StripeWebhook.intent(body).equals(intent))
            .findFirst()
            .orElseThrow();
    return () -> {
      int known = node.notices().size();
      String body = event.encode();
      String signature =
          dev.tradewind.stripe.testserver.webhook.WebhookSignature.of(
              List.of(SECRET), Instant.now().getEpochSecond(), body);
      RouteResponse response =
          node.request(
              "POST", "/stripe/hooks", Map.of("Stripe-Signature", signature), Buffer.buffer(body));
      assertThat(response.status()).isEqualTo(200);
      return node.notices().subList(known, node.notices().size());
    };
  }

  @Override
  protected void disturb(ServiceFault fault) {
    Fault planned =
        switch (fault) {
          case REQUEST_LOST -> Fault.noAnswerBeforeActing();
          case ANSWER_LOST -> Fault.noAnswerAfterActing();
          case ANSWER_DELAYED -> Fault.answerHeldUntil(restored::future);
        };
    for (String route : CHANGES) {
      for (int call = 1; call <= DISTURBED_CALLS; call++) {
        shop.server.faults().on(route, call, planned);
      }
    }
  }

  @Override
  protected void restore() {
    shop.server.faults().clear();
    restored.tryComplete();
    restored = Promise.promise();
  }
}

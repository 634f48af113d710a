package dev.tradewind.stripe;

import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.testing.Money;
import dev.tradewind.spi.testing.PaymentServiceContract;
import dev.tradewind.spi.testing.ServiceFault;
import dev.tradewind.spi.testing.TestNode;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class StripeContractIT extends PaymentServiceContract {

  /** Routes by which the provider changes a payment. */
  private static final List<String> CHANGES =
      List.of(
          "POST /v1/payment_intents/{id}/capture",
          "POST /v1/payment_intents/{id}/cancel",
          "POST /v1/refunds");

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
                shop.server.url()));
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

package dev.tradewind.stripe;

import static dev.tradewind.stripe.StripeShop.call;
import static dev.tradewind.testing.Futures.await;

import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Payments by card with the provider of Stripe, at a server that speaks the API of Stripe. */
final class CardPayments implements BeforeAllCallback, AfterAllCallback {

  StripeShop shop;
  PaymentProvider cards;

  @Override
  public void beforeAll(ExtensionContext context) {
    shop = new StripeShop(Map.of());
    cards = shop.provider("stripe");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    shop.close();
  }

  static PaymentSubject subject(PaymentSubject.@Nullable ProviderCustomer atProvider) {
    return new PaymentSubject(
        new PaymentSubject.Customer(
            "cus_shop", "ana@example.com", true, new JsonObject(), atProvider),
        "ana@example.com",
        null,
        null,
        List.of(),
        new JsonObject().put("payment_description", "Order of Ana"));
  }

  /** Ana, whose customer at Stripe was made by the shop. */
  PaymentSubject confirmed(String customer) {
    return subject(new PaymentSubject.ProviderCustomer(customer, true));
  }

  SessionData opened(long amount) {
    return await(cards.createSession(call(amount), subject(null)));
  }

  /** Session that the shopper has confirmed with a card. */
  JsonObject confirmed(long amount) {
    JsonObject session = opened(amount).data();
    shop.confirm(session, "pm_card_visa");
    return session;
  }
}

package dev.tradewind.stripe.testserver;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.webhook.WebhookEndpoint;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** Server with a standing clock, and a client of it. */
final class ServerFixture {

  static final String HELD =
      "amount=1000&currency=eur&confirm=true&payment_method=pm_card_visa&capture_method=manual";
  static final String PAID = "amount=1000&currency=eur&confirm=true&payment_method=pm_card_visa";
  static final String INTENTS = "/v1/payment_intents";
  static final String SECRET = "whsec_test";

  /** The receivers' clock: the present time, as the SDKs compare it with their own. */
  static StripeTestServer start(Vertx vertx, boolean isLive) {
    Clock standing = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    return await(
        StripeTestServer.start(
            vertx,
            StripeTestServerOptionsBuilder.builder(StripeTestServerOptions.defaults())
                .clock(standing)
                .isLive(isLive)
                .build()));
  }

  private ServerFixture() {}

  static void listen(StripeTestServer server, TestReceiver receiver, ApiVersion version) {
    server.webhooks().add(new WebhookEndpoint(receiver.url(), SECRET, version));
  }
}

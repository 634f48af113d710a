package dev.tradewind.stripe;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.stripe.testserver.StripeTestServer;
import dev.tradewind.stripe.testserver.StripeTestServerOptions;
import dev.tradewind.stripe.testserver.StripeTestServerOptionsBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Plugin beside a server that speaks Stripe's API, and the browser of a shopper. */
final class StripeShop implements AutoCloseable {

  private static final AtomicInteger KEYS = new AtomicInteger();

  final Vertx vertx = Vertx.vertx();
  final StripeTestServer server;
  final Plugins plugins;
  private final WebClient browser = WebClient.create(vertx);

  StripeShop(Map<String, String> settings) {
    server =
        await(
            StripeTestServer.start(
                vertx,
                StripeTestServerOptionsBuilder.builder(StripeTestServerOptions.defaults())
                    .clock(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC))
                    .build()));
    Map<String, String> all = new HashMap<>();
    if (!settings.containsKey(StripeSettings.API_KEY + "_FILE")) {
      all.put(StripeSettings.API_KEY, "sk_test_server");
    }
    all.put(StripeSettings.API_URL, server.url());
    all.putAll(settings);
    plugins =
        await(
            Plugins.start(
                List.of(new StripePlugin()),
                new PluginHost(
                    vertx,
                    new SimpleMeterRegistry(),
                    Clock.systemUTC(),
                    false,
                    "http://localhost:9000",
                    all)));
  }

  PaymentProvider provider(String id) {
    return plugins.providers().payment().get(id);
  }

  /** Call with a key of its own. */
  static PaymentCall call(long amount) {
    return call("key_" + KEYS.incrementAndGet(), amount);
  }

  static PaymentCall call(String key, long amount) {
    return new PaymentCall(key, "cart_1", null, amount, "eur", Instant.now().plusSeconds(20));
  }

  /** Confirms in the browser, with the client secret. */
  JsonObject confirm(JsonObject session, String paymentMethod) {
    Buffer form =
        Buffer.buffer(
            "payment_method="
                + paymentMethod
                + "&client_secret="
                + session.getString("client_secret")
                + "&return_url=https%3A%2F%2Fshop.example%2Fthanks");
    return await(
            browser
                .postAbs(
                    server.url() + "/v1/payment_intents/" + session.getString("id") + "/confirm")
                .putHeader("Authorization", "Bearer pk_test_server")
                .putHeader("Content-Type", "application/x-www-form-urlencoded")
                .sendBuffer(form))
        .bodyAsJsonObject();
  }

  /** Request of another system of the same account. */
  JsonObject post(String path, String form) {
    return await(
            browser
                .postAbs(server.url() + path)
                .putHeader("Authorization", "Bearer sk_test_server")
                .putHeader("Content-Type", "application/x-www-form-urlencoded")
                .sendBuffer(Buffer.buffer(form)))
        .bodyAsJsonObject();
  }

  /** PaymentIntent at Stripe. */
  JsonObject intent(JsonObject session) {
    return server.find(session.getString("id"));
  }

  @Override
  public void close() {
    await(plugins.close());
    await(server.close());
    await(vertx.close());
  }
}

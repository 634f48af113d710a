package dev.tradewind.stripe;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteCaller;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeWebhookIT {

  private static final String SECRET = "whsec_test";

  private static StripeShop shop;
  private static Route hooks;

  @BeforeAll
  static void open() {
    shop = new StripeShop(Map.of(StripeSettings.WEBHOOK_SECRETS, SECRET));
    hooks =
        shop.plugins.routes().get("stripe").stream()
            .filter(route -> route.path().equals("/stripe/hooks"))
            .findFirst()
            .orElseThrow();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static RouteResponse receive(String body) throws GeneralSecurityException {
    long now = Instant.now().getEpochSecond();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signature = mac.doFinal((now + "." + body).getBytes(StandardCharsets.UTF_8));
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("Stripe-Signature", "t=" + now + ",v1=" + HexFormat.of().formatHex(signature));
    return await(
        hooks
            .handler()
            .apply(
                new RouteRequest(
                    new RouteCaller.Anonymous(),
                    Map.of(),
                    MultiMap.caseInsensitiveMultiMap(),
                    headers,
                    Buffer.buffer(body),
                    Instant.now().plusSeconds(10))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{\"object\": \"event\", \"livemode\": \"no\"}",
        "{\"object\": \"event\", \"type\": \"refund.created\"}",
        "{\"object\": \"event\", \"type\": \"refund.created\", \"data\": {\"object\": 1}}",
        "{\"object\": \"event\", \"type\": \"refund.created\","
            + " \"data\": {\"object\": {\"payment_intent\": \"pi_1\"}}}",
      })
  void aMalformedEventHasOneAnswer(String body) throws GeneralSecurityException {
    RouteResponse answer = receive(body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).hasToString("Webhook Error: The body is no event of Stripe.");
  }
}

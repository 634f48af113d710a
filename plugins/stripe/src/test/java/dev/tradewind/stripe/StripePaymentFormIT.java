package dev.tradewind.stripe;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteCaller;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.payment.PaymentForm;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Form of the plugin in the storefront, and the routes of it. */
class StripePaymentFormIT {

  private static final String KEY = StripeSettings.PUBLISHABLE_KEY;
  private static final String SCRIPT = StripeSettings.SCRIPT_URL;

  private static RouteResponse get(StripeShop shop, String path) {
    Route route =
        shop.plugins.routes().get("stripe").stream()
            .filter(each -> each.path().equals(path))
            .findFirst()
            .orElseThrow();
    assertThat(route.method()).isEqualTo("GET");
    assertThat(route.permission()).isNull();
    return await(
        route
            .handler()
            .apply(
                new RouteRequest(
                    new RouteCaller.Anonymous(),
                    Map.of(),
                    MultiMap.caseInsensitiveMultiMap(),
                    MultiMap.caseInsensitiveMultiMap(),
                    Buffer.buffer(),
                    Instant.MAX)));
  }

  @Test
  void theFormLoadsStripesScriptFromStripe() {
    try (StripeShop shop = new StripeShop(Map.of(KEY, "pk_test_1"))) {
      PaymentForm form = shop.plugins.paymentForms().forms().getFirst();

      assertThat(shop.plugins.paymentForms().forms())
          .extracting(PaymentForm::providerId)
          .containsExactly(
              "stripe", "stripe-bancontact", "stripe-blik", "stripe-ideal", "stripe-przelewy24");
      assertThat(shop.plugins.paymentForms().unpayable()).containsExactly("stripe-giropay");
      assertThat(form.providerId()).isEqualTo("stripe");
      assertThat(form.scriptOrigins())
          .isEqualTo(Set.of("https://js.stripe.com", "https://*.js.stripe.com"));
      assertThat(form.connectOrigins()).containsExactly("https://api.stripe.com");
      assertThat(form.frameOrigins())
          .isEqualTo(
              Set.of(
                  "https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"));
      JsonObject config = get(shop, "/stripe/config").body().toJsonObject();
      assertThat(config.getString("publishable_key")).isEqualTo("pk_test_1");
      assertThat(config.getString("script_url")).isEqualTo("https://js.stripe.com/v3/");
      assertThat(config.getJsonObject("methods").getJsonObject("stripe"))
          .isEqualTo(
              new JsonObject()
                  .put("capture_method", "manual")
                  .put("payment_method_types", new JsonArray().add("card")));
      assertThat(config.getJsonObject("methods").getJsonObject("stripe-ideal"))
          .isEqualTo(
              new JsonObject()
                  .put("capture_method", "automatic")
                  .put("payment_method_types", new JsonArray().add("ideal")));
      RouteResponse module = get(shop, form.module());
      assertThat(module.contentType()).startsWith("text/javascript");
      assertThat(module.body().toString()).contains("export async function mount");
    }
  }

  @Test
  void anotherScriptCallsItsOwnHostOnly() {
    try (StripeShop shop =
        new StripeShop(Map.of(KEY, "pk_test_1", SCRIPT, "http://127.0.0.1:12111/v3/"))) {
      PaymentForm form = shop.plugins.paymentForms().forms().getFirst();

      Set<String> own = Set.of("http://127.0.0.1:12111");
      assertThat(form.scriptOrigins()).isEqualTo(own);
      assertThat(form.connectOrigins()).isEqualTo(own);
      assertThat(form.frameOrigins()).isEqualTo(own);
    }
  }

  @Test
  void withoutAPublishableKeyThereIsNoForm() {
    try (StripeShop shop = new StripeShop(Map.of())) {
      assertThat(shop.plugins.paymentForms().forms()).isEmpty();
      assertThat(shop.plugins.paymentForms().unpayable()).contains("stripe", "stripe-ideal");
      assertThat(shop.plugins.routes().get("stripe"))
          .extracting(Route::path)
          .doesNotContain("/stripe/config", "/stripe/payment-form.js");
    }
  }

  /** A secret key in its place would be shown to everyone. */
  @ParameterizedTest
  @CsvSource({
    "sk_test_server, https://js.stripe.com/v3/, TRADEWIND_STRIPE_PUBLISHABLE_KEY",
    "pk_test_1, js.stripe.com, TRADEWIND_STRIPE_SCRIPT_URL"
  })
  void aWrongSettingIsNamed(String key, String script, String name) {
    assertThatThrownBy(() -> new StripeShop(Map.of(KEY, key, SCRIPT, script)))
        .hasStackTraceContaining(name)
        .hasMessageNotContaining("sk_test_server");
  }
}

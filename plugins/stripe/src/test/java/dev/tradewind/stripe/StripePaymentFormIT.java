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
      PaymentForm form = shop.plugins.paymentForms().getFirst();

      assertThat(shop.plugins.paymentForms()).hasSize(1);
      assertThat(form.providerId()).isEqualTo("stripe");
      assertThat(form.scriptOrigins())
          .isEqualTo(Set.of("https://js.stripe.com", "https://*.js.stripe.com"));
      assertThat(form.connectOrigins()).containsExactly("https://api.stripe.com");
      assertThat(form.frameOrigins())
          .isEqualTo(
              Set.of(
                  "https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"));
      assertThat(get(shop, "/stripe/config").body().toJsonObject().getMap())
          .isEqualTo(
              Map.of("publishable_key", "pk_test_1", "script_url", "https://js.stripe.com/v3/"));
      RouteResponse module = get(shop, form.module());
      assertThat(module.contentType()).startsWith("text/javascript");
      assertThat(module.body().toString()).contains("export async function mount");
    }
  }

  @Test
  void anotherScriptCallsItsOwnHostOnly() {
    try (StripeShop shop =
        new StripeShop(Map.of(KEY, "pk_test_1", SCRIPT, "http://127.0.0.1:12111/v3/"))) {
      PaymentForm form = shop.plugins.paymentForms().getFirst();

      Set<String> own = Set.of("http://127.0.0.1:12111");
      assertThat(form.scriptOrigins()).isEqualTo(own);
      assertThat(form.connectOrigins()).isEqualTo(own);
      assertThat(form.frameOrigins()).isEqualTo(own);
    }
  }

  @Test
  void withoutAPublishableKeyThereIsNoForm() {
    try (StripeShop shop = new StripeShop(Map.of())) {
      assertThat(shop.plugins.paymentForms()).isEmpty();
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

package dev.tradewind.stripe;

import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.payment.PaymentForm;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Payment form in the storefront, and what it and other storefronts need in the browser: the
 * publishable key and the address of Stripe's script.
 */
final class StripePaymentForm {

  static final String DEFAULT_SCRIPT = "https://js.stripe.com/v3/";

  private static final String MODULE = "/stripe/payment-form.js";

  private final JsonObject config;
  private final String scriptUrl;
  private final Buffer module = module();

  /**
   * @param methods parameters of the PaymentIntents of each provider, by its id
   */
  StripePaymentForm(String publishableKey, String scriptUrl, JsonObject methods) {
    this.scriptUrl = scriptUrl;
    this.config =
        new JsonObject()
            .put("publishable_key", publishableKey)
            .put("script_url", scriptUrl)
            .put("methods", methods);
  }

  private static Buffer module() {
    try (InputStream file =
        Objects.requireNonNull(StripePaymentForm.class.getResourceAsStream("payment-form.js"))) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  List<Route> routes() {
    return List.of(
        Route.open(
            "GET",
            "/stripe/config",
            request -> Future.succeededFuture(RouteResponse.json(200, config))),
        Route.open(
            "GET",
            MODULE,
            request ->
                Future.succeededFuture(
                    new RouteResponse(200, "text/javascript; charset=utf-8", module))));
  }

  /**
   * One form for each method that shoppers can choose. Stripe's script uses other hosts than its
   * own; a script of another host only that.
   */
  List<PaymentForm> forms() {
    if (scriptUrl.equals(DEFAULT_SCRIPT)) {
      return forms(
          Set.of("https://js.stripe.com", "https://*.js.stripe.com"),
          Set.of("https://api.stripe.com"),
          Set.of("https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"));
    }
    URI script = URI.create(scriptUrl);
    Set<String> own = Set.of(script.getScheme() + "://" + script.getAuthority());
    return forms(own, own, own);
  }

  private static List<PaymentForm> forms(
      Set<String> scripts, Set<String> calls, Set<String> frames) {
    return Stream.of(StripeMethod.values())
        .filter(StripeMethod::isOffered)
        .map(method ->
            new PaymentForm(method.providerId(), method.title(), MODULE, scripts, calls, frames))
        .toList();
  }
}

package dev.tradewind.stripe;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentForm;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plugin of Stripe's payment providers, with the ids that Medusa v1's plugin has. It is on where an
 * API key is set.
 */
public final class StripePlugin implements Plugin {

  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(15);

  private @Nullable PluginContext node;
  private @Nullable StripeApi api;
  private List<Route> routes = List.of();
  private @Nullable StripePaymentForm form;
  private @Nullable NoticeFeed events;

  @Override
  public String name() {
    return "stripe";
  }

  @Override
  public List<Setting> settings() {
    return StripeSettings.ALL;
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(
        context
            .setting(StripeSettings.API_KEY)
            .map(key -> providers(context, StripeSettings.of(key, context)))
            .orElse(List.of()));
  }

  private List<Provider> providers(PluginContext context, StripeSettings settings) {
    StripeApi client = new StripeApi(context, settings);
    node = context;
    api = client;
    routes =
        List.of(
            new StripeWebhook(context, settings).route(),
            new OrderPayments(context, new PaymentReader(client)).route());
    form = settings.form();
    events = new StripeEvents(client, settings, context.clock());
    context.reportHealth(() ->
        client
            .trouble()
            .<Future<Void>>map(Future::failedFuture)
            .orElseGet(Future::succeededFuture));
    return Stream.of(StripeMethod.values())
        .map(method ->
            (Provider) new StripePaymentProvider(method, client, settings, context.clock()))
        .toList();
  }

  @Override
  public List<Route> routes() {
    StripePaymentForm current = form;
    if (current == null) {
      return routes;
    }
    return Stream.concat(routes.stream(), current.routes().stream()).toList();
  }

  @Override
  public List<PaymentForm> paymentForms() {
    StripePaymentForm current = form;
    return current == null ? List.of() : current.forms();
  }

  @Override
  public Optional<NoticeFeed> noticeFeed() {
    return Optional.ofNullable(events);
  }

  @Override
  public Future<String> check() {
    StripeApi client = api;
    PluginContext context = node;
    if (client == null || context == null) {
      return Future.succeededFuture("Off.");
    }
    return client
        .get(client.url("account"), context.clock().instant().plus(CHECK_TIMEOUT))
        .map(account -> "The key of account " + account.getString("id") + " is accepted.");
  }
}

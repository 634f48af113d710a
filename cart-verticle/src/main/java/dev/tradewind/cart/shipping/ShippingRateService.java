package dev.tradewind.cart.shipping;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shipping rates and validation of shipping data by fulfillment providers. */
public final class ShippingRateService {

  private static final Logger LOG = LoggerFactory.getLogger(ShippingRateService.class);

  private final ProviderRegistry<FulfillmentProvider> providers;
  private final ProviderCalls timeout;

  public ShippingRateService(
      ProviderRegistry<FulfillmentProvider> providers, ProviderCalls timeout) {
    this.providers = providers;
    this.timeout = timeout;
  }

  /**
   * Chosen shipping option.
   *
   * @param option with its amount in the cart
   * @param data of the shopper, as validated by the provider
   */
  public record Choice(JsonObject option, JsonObject data) {}

  /** Validates the data with the option's provider, and requests the rate if it is calculated. */
  public Future<Choice> choose(
      CallContext context,
      Cart cart,
      CartReferences references,
      JsonObject option,
      JsonObject data,
      String methodId) {
    JsonObject optionData = option.getJsonObject("data", new JsonObject());
    JsonObject view = view(cart, references);
    String key = methodId + ":" + cart.version();
    return this.<JsonObject>call(
            option,
            context.deadline(),
            key + ":data",
            (provider, call) -> provider.validateData(call, optionData, data, view))
        .compose(accepted ->
            (ShippingEligibility.isFlatRate(option)
                    ? Future.succeededFuture(option)
                    : priced(option, accepted, view, context.deadline(), key + ":price"))
                .map(priced -> new Choice(priced, accepted)));
  }

  /**
   * Options with their price in the cart, without the ones whose provider does not answer in time.
   */
  Future<List<JsonObject>> priced(
      CallContext context, Cart cart, CartReferences references, List<JsonObject> options) {
    Instant deadline = timeout.halfWay(context.deadline());
    List<Future<Optional<JsonObject>>> quotes =
        options.stream()
            .map(option -> {
              if (ShippingEligibility.isFlatRate(option)) {
                return Future.succeededFuture(Optional.of(option));
              }
              return offered(option, cart, references, deadline);
            })
            .toList();
    return Future.all(quotes)
        .map(all -> quotes.stream().flatMap(quote -> quote.result().stream()).toList());
  }

  /** A copy, as providers are other code and the view shares members with the cache. */
  private static JsonObject view(Cart cart, CartReferences references) {
    return CartView.render(cart, references, Principal.SYSTEM, false).copy();
  }

  private Future<Optional<JsonObject>> offered(
      JsonObject option, Cart cart, CartReferences references, Instant deadline) {
    String key = cart.id() + ":" + cart.version() + ":" + option.getString("id") + ":price";
    JsonObject view = view(cart, references);
    return priced(option, option.getJsonObject("data", new JsonObject()), view, deadline, key)
        .map(Optional::of)
        .otherwise(failure -> {
          LOG.info(
              "Calculating price of shipping option {} failed: {}",
              option.getString("id"),
              failure.getMessage());
          return Optional.empty();
        });
  }

  private Future<JsonObject> priced(
      JsonObject option, JsonObject data, JsonObject view, Instant deadline, String key) {
    JsonObject optionData = option.getJsonObject("data", new JsonObject());
    return this.<Long>call(
            option,
            deadline,
            key,
            (provider, call) ->
                provider
                    .calculatePrice(call, optionData, data, view)
                    .map(ShippingRateService::requirePrice))
        .map(price -> option.copy().put("amount", price));
  }

  private static Long requirePrice(Long price) {
    if (price == null || price < 0) {
      throw new IllegalStateException("It wants " + price + " for shipping");
    }
    return price;
  }

  private <T> Future<T> call(
      JsonObject option,
      Instant deadline,
      String key,
      BiFunction<FulfillmentProvider, ProviderCall, Future<T>> question) {
    String providerId = Objects.requireNonNull(option.getString("provider_id"));
    return timeout.ask(
        "fulfillment provider " + providerId,
        deadline,
        () -> question.apply(providers.get(providerId), new ProviderCall(key, deadline)));
  }
}
